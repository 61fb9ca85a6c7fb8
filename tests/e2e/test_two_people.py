"""A match of two people on two apps, from the offer to the rematch, on what `make run` serves."""

import json
import subprocess
import sys

import pytest

from chaos.stack import standing
from scopa_site.env import BASE_DIR
from tests.e2e.app_client import Heard
from tests.e2e.hidden_cards import Truth, leaks
from tests.e2e.test_make_run import free_port, newcomer, serving

SCRIPT = BASE_DIR / "tests" / "e2e" / "two_people.py"
PLAYED_WITHIN_SECONDS = 240  # half a minute on a machine of one's own
CHAPTERS = (
    "offers", "talk before", "lost replies", "holiday", "pause", "plan", "timeout",
    "return to seat", "end", "rematch", "check books",
)  # fmt: skip


def tell(base, *arguments):
    return subprocess.run(
        [sys.executable, str(SCRIPT), "--base", base, *arguments],
        capture_output=True, text=True, check=False, timeout=PLAYED_WITHIN_SECONDS,
        env=newcomer(BASE_DIR),
    )  # fmt: skip


def broken(clock):
    """Name the invariants that do not hold of what was stored.

    Not I-13: where days pass at once, a turn that ran out did so hours before anybody looked.
    """
    env = newcomer(clock.parent, CLOCK_OFFSET_FILE=str(clock))
    done = subprocess.run(
        [sys.executable, "manage.py", "check_invariants"], cwd=BASE_DIR, env=env,
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert "stored equals replayed" in done.stderr, done.stderr
    lines = done.stdout.splitlines()
    return {line for line in lines if line.startswith("I-") and not line.startswith("I-13 ")}


@pytest.fixture(scope="module")
def clock(tmp_path_factory):
    return tmp_path_factory.mktemp("two_people") / "clock"


@pytest.fixture(scope="module")
def server(clock):
    with serving(clock.parent, CLOCK_OFFSET_FILE=str(clock)) as running:
        yield running


class TestTwoPeople:
    """The script knows the API and nothing else; what it checks is told in its chapters."""

    def test_play_from_the_offer_to_the_rematch(self, server, clock):
        done = tell(server.base, "--clock-file", str(clock))

        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}\n{server.said[-5000:]}"
        assert [line.partition(":")[0] for line in done.stdout.splitlines()] == [*CHAPTERS]
        assert "Traceback" not in server.said
        assert broken(clock) == set()

    def test_say_what_they_leave_out_where_no_clock_can_be_moved(self, server):
        done = tell(server.base)

        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
        assert done.stderr.startswith("NOT ALL WAS TRIED. Left out: ")
        for words in ("a deadline passes in a holiday", "a timeout", "the return"):
            assert words in done.stderr
        assert done.stdout.count("LEFT OUT") == 4

    def test_say_in_words_that_nobody_serves(self):
        done = tell(f"http://127.0.0.1:{free_port()}")

        assert done.returncode == 1
        assert done.stderr.startswith("FAILED: ")
        assert "Traceback" not in done.stderr


@pytest.mark.postgres
@pytest.mark.redis
class TestTwoPeopleOnADeployment:
    """The parts of a deployment, with PostgreSQL and Redis; its clock cannot be moved."""

    def test_play_from_the_offer_to_the_rematch(self, tmp_path):
        with standing(tmp_path) as stack:
            events = f"http://127.0.0.1:{stack.events_port}"
            done = tell(f"http://127.0.0.1:{stack.web_port}", "--events-base", events)
            checked = stack.manage("check_invariants")

        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
        assert checked.returncode == 0, checked.stdout


# Two seats with one card in hand each, twice: plies 0 and 1, then 2 and 3; then another deal.
MOVES = [
    {"ply": 0, "deal": 1, "seat": 0, "card": "7D"},
    {"ply": 1, "deal": 1, "seat": 1, "card": "10S"},
    {"ply": 2, "deal": 1, "seat": 0, "card": "1B"},
    {"ply": 3, "deal": 1, "seat": 1, "card": "2C"},
    {"ply": 4, "deal": 2, "seat": 1, "card": "7D"},
    {"ply": 5, "deal": 2, "seat": 0, "card": "3C"},
]
TRUTH = Truth(MOVES, seats=2, hand_size=1)
MATCH = "0b1f0a8e-0000-4000-8000-7d10cbeef000"


def found(path, data, *, ply=0, seat=0):
    heard = Heard(path, json.dumps(data).encode(), "", ply)
    return [leak.cards for leak in leaks([heard], MATCH, seat, TRUTH)]


def view(ply, **more):
    return {"id": MATCH, "ply": ply, "seats": [], "legal_moves": [], "deals": [], **more}


class TestTheSearchForHiddenCards:
    """`hidden_cards` finds what is planted, and nothing else."""

    def test_finds_a_card_in_the_others_hand(self):
        assert found("/matches/x", view(0, anything={"deep": ["10S"]})) == [("10S",)]

    def test_finds_a_card_that_still_lies_in_the_stock_even_if_it_comes_to_oneself(self):
        assert found("/matches/x", view(1, note="next comes 1B")) == [("1B",)]

    def test_lets_pass_what_is_held_and_what_was_played(self):
        assert found("/matches/x", view(0, hand=["7D"], table=["4S"])) == []
        assert found("/matches/x", view(2, last="10S", hand=["1B"])) == []

    def test_takes_no_other_text_for_a_card(self):
        assert found("/matches/x", view(0, cursor="10Sx", id2="a-10S", hash="f10S")) == []

    def test_knows_a_card_of_the_last_deal_to_be_hidden_again(self):
        deals = [{"primiera": ["7D"]}]
        assert found("/matches/x", view(4, deals=deals)) == []
        assert found("/matches/x", view(4, deals=deals, hand=["7D"])) == [("7D",)]

    @pytest.mark.parametrize("path", ["/events/stream", "/events?cursor=1"])
    def test_reads_events_however_they_came(self, path):
        past = {"ply": 3, "card": "7D"}
        item = {"type": "match.moved", "match": MATCH, "data": {"ply": 4, "plays": [past]}}
        shown = item if path.endswith("stream") else {"items": [item]}
        assert found(path, shown) == []
        item["data"]["next"] = "7D"
        assert found(path, shown) == [("7D",)]

    def test_reads_refusals_and_lists_as_of_the_last_view(self):
        assert found(f"/matches/{MATCH}/moves", {"detail": "not 10S"}, ply=0) == [("10S",)]
        assert found(f"/matches/{MATCH}/moves", {"detail": "not 10S"}, ply=2) == []
        assert found("/sync", {"matches": [{"hand": ["2C"]}]}, ply=3) == [("2C",)]
