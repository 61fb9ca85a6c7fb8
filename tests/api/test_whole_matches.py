"""Whole matches over HTTP: every preset, two to four people, people and computers."""

import pytest

from games import engine
from games.models import Match
from games.services import differences
from tests.api.callers import GREEDY, ME, OPEN, RANDOM, good, guest, guests, invited
from tests.api.playing import play_out, steps, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("limits_lifted")]

# Two to six people, each alone and in teams, and hands that are declared.
PEOPLE = (
    *("scopa_breve", "smazzata_singola", "scopa_in_tre", "scopone", "scopa_in_sei"),
    *("cirulla", "scopa_a_perdere"),
)


def check_end(view):
    """What holds at the end of any match that was played out."""
    assert view["status"] == "finished"
    assert view["turn"] is None
    assert view["legal_moves"] == []
    assert view["result"]["termination"] == "completed"
    assert view["result"]["score"] == view["score"]
    points = [deal["points"] for deal in view["deals"]]
    assert [sum(of_side) for of_side in zip(*points, strict=True)] == view["score"]
    assert [deal["number"] for deal in view["deals"]] == list(range(1, len(view["deals"]) + 1))
    assert view["deal"]["number"] == len(view["deals"])
    assert view["deal"]["table"] == []
    assert sum(pile["count"] for pile in view["deal"]["piles"]) == 40
    best = max if view["rules"]["match"]["objective"] == "win" else min
    winner, score = view["result"]["winner_side"], view["score"]
    outright = view["deals"][-1]["detail"]["won_outright"]
    if winner is not None and outright is None:
        assert score[winner] == best(score)
        assert score.count(best(score)) == 1
    assert outright in {None, winner}
    assert differences(Match.objects.get(public_id=view["id"])) == []


def check_record(caller, view):
    """The record of a match that is over: it replays, and says the same as text."""
    data = good(caller.get(f"/matches/{view['id']}/record"))
    record = engine.decode_record(data)
    assert engine.first_difference(record) is None
    text = caller.get(f"/matches/{view['id']}/record", accept="text/plain").content.decode()
    assert engine.read_record(text) == record
    assert sum(len(deal.moves) for deal in record.deals) == view["ply"]
    assert all(deal.pack is not None for deal in record.deals)
    assert list(record.outcome.score) == view["score"]
    assert engine.encode_rules(record.rules) == view["rules"]


def seated(preset, callers, **more):
    """Create a match for these people, and let them all sit down: invited and at open seats."""
    host, *others = callers
    seats = [invited(other) if place % 2 else OPEN for place, other in enumerate(others)]
    view = host.create(preset, seats=[ME, *seats], **more)
    for place, other in enumerate(others):
        view = other.join(view["id"], seat=place + 1)
    assert view["status"] == "active"
    return table_of(view, callers)


class TestAMatchOfPeople:
    @pytest.mark.parametrize("preset", PEOPLE)
    def test_is_played_to_its_end(self, preset):
        table = seated(preset, guests(engine.PRESETS[preset].rules.table.players))
        view = play_out(table, seed=preset)
        check_end(view)
        target = view["rules"]["match"]["target"]
        outright = view["deals"][-1]["detail"]["won_outright"]
        if view["rules"]["match"]["mode"] == "target" and outright is None:
            assert max(view["score"]) >= target

    def test_shows_every_seat_the_same_but_for_hands_and_legal_moves(self):
        table = seated("scopa_a_coppie", guests(4))
        for count, _view in enumerate(steps(table, seed=1)):
            if count % 7:
                continue
            views = [table.view(seat) for seat in range(4)]
            for view in views:
                _check_own(view)
            assert len({repr(_public(view)) for view in views}) == 1
            if count > 80:
                break


def _check_own(view):
    seat = view["you"]["seat"]
    hand, on_turn = view["deal"]["hand"], view["turn"]["seat"] == seat
    assert len(hand) == view["seats"][seat]["hand_count"]
    assert bool(view["legal_moves"]) is on_turn
    assert {move["card"] for move in view["legal_moves"]} == (set(hand) if on_turn else set())
    for move in view["legal_moves"]:
        assert set(move["capture"]) <= set(view["deal"]["table"])


def _public(view):
    private = {"you", "legal_moves", "allowed_actions", "server_time", "deal"}
    shown = {name: value for name, value in view.items() if name not in private}
    return shown, {name: value for name, value in view["deal"].items() if name != "hand"}


class TestAMatchAgainstGreedy:
    @pytest.mark.parametrize("preset", engine.PRESETS)
    def test_is_played_to_its_end_and_its_record_replays(self, preset):
        host, others = guest(), engine.PRESETS[preset].rules.table.players - 1
        view = host.create(preset, seats=[ME, *[GREEDY] * others])
        view = play_out(table_of(view, [host, *[None] * others]), seed=preset)
        check_end(view)
        check_record(host, view)


class TestAMatchWithComputers:
    @pytest.mark.parametrize(
        ("preset", "others"),
        [
            ("scopa_in_tre", [RANDOM, GREEDY]),
            ("scopone_scientifico", [GREEDY, RANDOM, GREEDY]),
        ],
    )
    def test_is_played_to_its_end(self, preset, others):
        host = guest()
        view = host.create(preset, seats=[ME, *others])
        table = table_of(view, [host, *[None] * len(others)])
        view = play_out(table, seed=3)
        check_end(view)
        moves, cursor = [], {}
        while cursor is not None:
            page = host.moves(view["id"], **cursor)
            moves += page["items"]
            cursor = page["next_cursor"] and {"cursor": page["next_cursor"]}
        for move in moves:
            assert move["source"] in (("person", "forced") if move["seat"] == 0 else ("ai",))


class TestTheEndOfADeal:
    def test_deals_the_next_one_in_the_same_answer(self):
        table = seated("scopa_classica", guests(2), auto_play_forced=False)
        for view in steps(table, seed=5):
            if view["ply"] == 35:
                before = view
            if view["ply"] == 36:
                break
        assert view["deal"]["number"] == 2
        assert view["deal"]["dealer_seat"] != before["deal"]["dealer_seat"]
        assert view["deal"]["last_move"] is None
        assert view["deal"]["stock_count"] == 30
        assert [seat["hand_count"] for seat in view["seats"]] == [3, 3]
        (scored,) = view["deals"]
        assert scored["number"] == 1
        assert scored["points"] == view["score"]

    def test_answers_a_repeated_last_card_with_the_new_deal(self):
        table = seated("scopa_classica", guests(2), auto_play_forced=False)
        for view in steps(table, seed=5):
            if view["ply"] == 36:
                break
        last = table.callers[0].moves(table.id)["items"][-1]
        again = good(
            table.play(last["seat"], ply=35, card=last["card"], capture=last["capture"]), 200
        )
        assert again["deal"] == view["deal"] | {"hand": again["deal"]["hand"]}
