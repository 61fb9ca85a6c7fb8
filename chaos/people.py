"""Those who play: alone against an AI, or in pairs; and one who follows what is told."""

import time
import uuid
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from random import Random
from threading import Event
from typing import Any, Protocol

from chaos.phone import Phone

__all__ = ["Alone", "Client", "Follower", "Pair"]

_SHORT = "smazzata_singola"
_TWICE = 0.1  # of the moves are sent twice at once
_KEYED = 0.7  # of the moves carry a key; the ply guards the others
_RESIGNS = 0.004  # of the moves are none
_REACTS = 0.05  # of the moves are followed by a phrase
_PLANS = 0.1  # of the turns of another are used for a plan
_TRAVELS = 0.15  # of the moves are followed by a holiday, or by its end
_LEAVES = 0.7  # of the travels are holidays taken, or lengthened
_PHRASES = ("hello", "good_luck", "well_played", "ouch")
_THINKS_SECONDS = 0.05
_WAITS_SECONDS = 0.25


class Table(Protocol):
    """Where people play: the load."""

    events_port: int
    leave: Event
    phones: list[Phone]

    def phone(self, dice: Random) -> Phone:
        """Return the client of a new guest."""

    def doing(self) -> AbstractContextManager[None]:
        """Mark something begun."""


class Client(Protocol):
    """Whoever does something until it is time to leave."""

    def play(self) -> None:
        """Do it."""


class _Person:
    """Plays one match after another, with one or more phones."""

    def __init__(self, table: Table, dice: Random) -> None:
        self.table, self.dice = table, dice

    def play(self) -> None:
        """Play until it is time to leave."""
        while not self.table.leave.is_set():
            with self.table.doing():
                phones, match = self.sit_down()
            while match is not None and not self.table.leave.is_set():
                with self.table.doing():
                    going_on, moved = self.step(phones, match)
                if not going_on:
                    break
                time.sleep(_THINKS_SECONDS if moved else _WAITS_SECONDS)

    def sit_down(self) -> tuple[list[Phone], str | None]:
        """Begin a match; None when that was refused or not answered."""
        raise NotImplementedError

    def step(self, phones: list[Phone], match: str) -> tuple[bool, bool]:
        """Look at the match and play if it is somebody's turn: does it go on, was a card played."""
        for phone in phones:
            view = phone.call("view", f"/api/v1/matches/{match}", match=match)
            if view is None or view["status"] != "active":
                return view is None, False
            if view["turn"]["seat"] == view["you"]["seat"]:
                self._move(phone, match, view)
                return True, True
            if self.dice.random() < _PLANS and view["deal"]["hand"]:
                body = {"items": [{"card": self.dice.choice(view["deal"]["hand"])}]}
                path = f"/api/v1/matches/{match}/plans"
                phone.call("plan", path, body, match=match, method="PUT")
        return True, False

    def _move(self, phone: Phone, match: str, view: dict[str, Any]) -> None:
        if self.dice.random() < _RESIGNS:
            path = f"/api/v1/matches/{match}/resign"
            phone.call("resign", path, {}, match=match, key=self.key())
            return
        chosen = self.dice.choice(view["legal_moves"])
        body = {"ply": view["ply"], "card": chosen["card"], "capture": chosen["capture"]}
        phone.call(
            "move",
            f"/api/v1/matches/{match}/moves",
            body,
            match=match,
            key=self.key() if self.dice.random() < _KEYED else None,
            twice=self.dice.random() < _TWICE,
        )
        self._amuse_oneself(phone, match)

    def _amuse_oneself(self, phone: Phone, match: str) -> None:
        if self.dice.random() < _REACTS:
            body = {"phrase": self.dice.choice(_PHRASES)}
            path = f"/api/v1/matches/{match}/reactions"
            phone.call("react", path, body, match=match, key=self.key())
        if self.dice.random() < _TRAVELS:
            home = datetime.now(UTC) + timedelta(days=1)
            if self.dice.random() < _LEAVES:
                phone.call("travel", "/api/v1/me/holiday", {"to": home.isoformat()}, method="PUT")
            else:
                phone.call("travel", "/api/v1/me/holiday", {}, method="DELETE")

    def create(self, phone: Phone, *seats: dict[str, str]) -> str | None:
        """Create a match; None when that was refused or not answered."""
        body = {"preset": _SHORT, "seats": list(seats)}
        view = phone.call("create", "/api/v1/matches", body, key=self.key())
        return None if view is None else str(view["id"])

    def key(self) -> str:
        """Make a key for what is wanted once."""
        return str(uuid.UUID(int=self.dice.getrandbits(128), version=4))


class Alone(_Person):
    """Plays against an AI."""

    phone: Phone | None = None

    def sit_down(self) -> tuple[list[Phone], str | None]:
        """Begin a match against an AI."""
        if self.phone is None or not self.phone.token:
            self.phone = self.table.phone(self.dice)
        ai = {"type": "ai", "level": self.dice.choice(["random", "greedy"])}
        return [self.phone], self.create(self.phone, {"type": "me"}, ai)


class Pair(_Person):
    """Two people with one pair of hands."""

    phones: tuple[Phone, Phone] | None = None

    def sit_down(self) -> tuple[list[Phone], str | None]:
        """Begin a match between the two."""
        if self.phones is None or not all(phone.token for phone in self.phones):
            self.phones = self.table.phone(self.dice), self.table.phone(self.dice)
        host, guest = self.phones
        match = self.create(host, {"type": "me"}, {"type": "open"})
        if match is not None:
            path = f"/api/v1/matches/{match}/join"
            guest.call("join", path, {}, match=match, key=self.key())
        return [host, guest], match


class Follower:
    """Waits for what the first who came is told, from the process that serves events."""

    def __init__(self, table: Table, dice: Random) -> None:
        self.table, self.dice = table, dice

    def play(self) -> None:
        """Ask for the events after the last, again and again."""
        while not self.table.phones:
            if self.table.leave.wait(0.1):
                return
        first, phone = self.table.phones[0], self.table.phone(self.dice)
        phone.token, phone.player, phone.port = first.token, first.player, self.table.events_port
        cursor = "0"
        while not self.table.leave.is_set():
            with self.table.doing():
                path = f"/api/v1/events?cursor={cursor}&wait=2"
                page = phone.call("events", path)
            cursor = cursor if page is None else page["cursor"]
