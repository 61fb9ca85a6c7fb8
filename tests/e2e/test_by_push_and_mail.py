"""A match in which one of two plays only by what push and mail tell her."""

import re
import time
from datetime import UTC, datetime, timedelta

import pytest

from sinks.serving import running
from tests.e2e.app_client import App, check
from tests.e2e.test_make_run import serving

ADDRESS = "bea@scopa.example"
PHONE = "bea-phone"
CARD = re.compile(r"\b(?:10|[1-9])[DCSB]\b")
MATCH_LINK = re.compile(r"(?:scopa://|https?://[^\s\"<>]*/)match/([0-9a-f-]{36})")
CODE = re.compile(r"^(\w{4}) (\w{4})\s*$", re.MULTILINE)
QUARTER = 16 * 60  # beyond the quarter of an hour in which only three turn messages come
# Bea's phone falls into the sea after so many of her turns, and she has her mail.
BY_PUSH, BY_DIGEST = 5, 2


class Clock:
    """The clock of the service, which is moved by a file."""

    def __init__(self, path):
        self.path, self.offset = path, 0.0

    def forward(self, seconds):
        self.offset += seconds
        new = self.path.with_suffix(".new")
        new.write_text(str(self.offset))
        new.replace(self.path)

    def forward_to_hour(self, hour):
        now = datetime.now(UTC) + timedelta(seconds=self.offset)
        then = now.replace(hour=hour, minute=0, second=30, microsecond=0)
        self.forward(((then - now) % timedelta(days=1)).total_seconds())


class Bea:
    """She looks at nothing until something comes, and then only at what it names."""

    def __init__(self, base, sinks):
        self.app, self.sinks, self.read = App(base, "Bea"), sinks, 0
        self.told = []

    def hears(self, kind, type=None, within=30):
        """Wait for the next push or mail, of a type where one is named; give the match it names."""
        until = time.monotonic() + within
        while time.monotonic() < until:
            for entry in self.sinks.book(self.read, kind=kind, wait=0.5):
                self.read = entry.number
                if entry.is_taken and self._is(entry, type):
                    self.told.append(entry)
                    return match_named(entry)
        raise AssertionError(f"no {kind} {type or ''}: {self.sinks.book()}")

    def _is(self, entry, type):
        if entry.kind == "fcm":
            return type is None or entry.body["message"]["data"]["type"] == type
        return type is None or type in str(entry.body)


def match_named(entry):
    found = MATCH_LINK.search(str(entry.body))
    assert found, entry.body
    return found[1]


def plays(app, match):
    """Play the first card that may be played; give the match after it."""
    view = app.view(match)
    check(view["legal_moves"], f"{app.name} is told that it is her turn, and it is not: {view}")
    return app.play(view, view["legal_moves"][0])


def ada_plays_until_it_is_beas_turn(ada, match):
    until = time.monotonic() + 60
    while time.monotonic() < until:
        view = ada.view(match)
        if view["status"] == "finished" or view["turn"]["seat"] != view["you"]["seat"]:
            return view
        plays(ada, match)
    raise AssertionError("it never became Bea's turn")


@pytest.fixture(scope="module")
def sinks():
    with running() as sinks:
        yield sinks


@pytest.fixture(scope="module")
def clock(tmp_path_factory):
    return Clock(tmp_path_factory.mktemp("by_push") / "clock")


@pytest.fixture(scope="module")
def server(clock, sinks):
    more = {name: str(value) for name, value in sinks.environment.items()}
    with serving(clock.path.parent, CLOCK_OFFSET_FILE=str(clock.path), **more) as running_server:
        yield running_server


def with_a_phone_and_an_address(bea, sinks):
    app = bea.app
    app.put(f"/me/devices/{app.username}", {"provider": "fcm", "token": PHONE})
    app.put("/me/email", {"email": ADDRESS, "password": app.password})
    (mail,) = sinks.wait(kind="mail", to=ADDRESS)
    code = CODE.search(mail.body["plain"])
    app.post("/auth/verify", {"code": "".join(code.groups())})
    bea.read = mail.number


@pytest.fixture
def people(server, sinks):
    ada, bea = App(server.base, "Ada"), Bea(server.base, sinks)
    yield ada, bea
    ada.hang_up()
    bea.app.hang_up()


def test_she_plays_a_whole_match(server, sinks, clock, people):
    ada, bea = people
    with_a_phone_and_an_address(bea, sinks)
    ada.post(
        "/matches",
        {
            "preset": "scopa_classica", "rules": {"match.target": 2}, "clock": "normale",
            "auto_play_forced": False,
            "seats": [{"type": "me"}, {"type": "player", "username": bea.app.username}],
        },
    )  # fmt: skip

    # Invited by push, she takes the seat.
    match = bea.hears("fcm", type="invitation")
    bea.app.post(f"/matches/{match}/join")

    turns, by = 0, ("fcm", "your_turn")
    while (view := ada_plays_until_it_is_beas_turn(ada, match))["status"] != "finished":
        clock.forward(QUARTER)
        if turns == BY_PUSH:
            bea.app.delete(f"/me/devices/{bea.app.username}")
        if BY_PUSH <= turns < BY_PUSH + BY_DIGEST:
            clock.forward_to_hour(8)
            by = ("mail", None)
        if turns == BY_PUSH + BY_DIGEST:
            bea.app.patch(
                "/me/notification-preferences", {"types": [{"type": "your_turn", "mail": "on"}]}
            )
        named = bea.hears(*by)
        assert named == match
        plays(bea.app, named)
        turns += 1
        assert turns < 100, view

    assert turns > BY_PUSH + BY_DIGEST
    # She is told how it ended; the digest of the next morning says it.
    clock.forward_to_hour(8)
    assert bea.hears("mail") == match
    everything = " ".join(str(entry.body) for entry in sinks.book() if entry.kind != "oauth")
    assert not CARD.findall(everything)
    plies = [entry.body["message"]["data"].get("ply") for entry in bea.told if entry.kind == "fcm"]
    assert len([ply for ply in plies if ply]) == len({ply for ply in plies if ply})
    assert "Traceback" not in server.said
