"""People who play: against AIs, and against each other, a match after another."""

import threading
import time
import uuid
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from chaos.history import History
from chaos.phone import Phone

__all__ = ["Load"]

_SHORT = "smazzata_singola"
_TWICE = 0.1  # of the moves are sent twice at once
_KEYED = 0.7  # of the moves carry a key; the ply guards the others
_RESIGNS = 0.004  # of the moves are none
_THINKS_SECONDS = 0.05
_WAITS_SECONDS = 0.25


@dataclass
class Load:
    """Some people who play until they are told to stop; they rest while the service is checked.

    `keys`: whether the service takes Idempotency-Key.
    """

    port: int
    history: History
    seed: int
    alone: int = 3
    pairs: int = 4
    leave: threading.Event = field(default_factory=threading.Event)
    _may_play: threading.Event = field(default_factory=threading.Event)
    _busy: int = 0
    _lock: threading.Condition = field(default_factory=threading.Condition)
    _threads: list[threading.Thread] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    @contextmanager
    def running(self) -> Any:
        """Play for the length of a block."""
        self._may_play.set()
        for number in range(self.alone):
            self._begin(lambda dice: _Alone(self, dice), number)
        for number in range(self.pairs):
            self._begin(lambda dice: _Pair(self, dice), self.alone + number)
        try:
            yield self
        finally:
            self.leave.set()
            self._may_play.set()
            for thread in self._threads:
                thread.join(30)

    def rest(self, within: float) -> bool:
        """Let nobody begin anything, and wait until what was begun is over; False if it is not."""
        self._may_play.clear()
        with self._lock:
            return self._lock.wait_for(lambda: self._busy == 0, within)

    def go_on(self) -> None:
        """Play again."""
        self._may_play.set()

    def phone(self, dice: Random) -> Phone:
        """Return the client of a new guest."""
        phone = Phone(self.port, self.history, self.leave, dice)
        session = phone.call("guest", "/api/v1/auth/guest", {})
        if session is not None:
            phone.token, phone.player = session["token"], session["player"]["id"]
        return phone

    @contextmanager
    def doing(self) -> Any:
        """Mark something begun; waits while all rest."""
        while True:
            self._may_play.wait()
            with self._lock:
                if self._may_play.is_set():
                    self._busy += 1
                    break
        try:
            yield
        finally:
            with self._lock:
                self._busy -= 1
                self._lock.notify_all()

    def _begin(self, make: "Callable[[Random], _Person]", number: int) -> None:
        dice = Random(f"{self.seed}/{number}")

        def play() -> None:
            try:
                make(dice).play()
            except Exception as error:  # noqa: BLE001 - whatever it is, the run must not pass
                self.failures.append(f"a client failed: {type(error).__name__}: {error}")

        thread = threading.Thread(target=play, daemon=True)
        thread.start()
        self._threads.append(thread)


class _Person:
    """Whoever plays one match after another with one or more phones."""

    def __init__(self, load: Load, dice: Random) -> None:
        self.load, self.dice = load, dice

    def play(self) -> None:
        while not self.load.leave.is_set():
            with self.load.doing():
                phones, match = self.sit_down()
            while match is not None and not self.load.leave.is_set():
                with self.load.doing():
                    going_on, moved = self.step(phones, match)
                if not going_on:
                    break
                time.sleep(_THINKS_SECONDS if moved else _WAITS_SECONDS)

    def sit_down(self) -> tuple[list[Phone], str | None]:
        """Begin a match; None when that was refused or not answered."""
        raise NotImplementedError

    def step(self, phones: list[Phone], match: str) -> tuple[bool, bool]:
        """Look at the match and play if it is somebody's turn: does it go on, was a card played."""
        view = None
        for phone in phones:
            view = phone.call("view", f"/api/v1/matches/{match}", match=match)
            if view is None or view["status"] != "active":
                return view is None, False
            if view["turn"]["seat"] == view["you"]["seat"]:
                self._move(phone, match, view)
                return True, True
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

    def create(self, phone: Phone, *seats: dict[str, str]) -> str | None:
        body = {"preset": _SHORT, "seats": list(seats)}
        view = phone.call("create", "/api/v1/matches", body, key=self.key())
        return None if view is None else str(view["id"])

    def key(self) -> str:
        return str(uuid.UUID(int=self.dice.getrandbits(128), version=4))


class _Alone(_Person):
    """Plays against an AI."""

    phone: Phone | None = None

    def sit_down(self) -> tuple[list[Phone], str | None]:
        if self.phone is None or not self.phone.token:
            self.phone = self.load.phone(self.dice)
        ai = {"type": "ai", "level": self.dice.choice(["random", "greedy"])}
        return [self.phone], self.create(self.phone, {"type": "me"}, ai)


class _Pair(_Person):
    """Two people with one pair of hands."""

    phones: tuple[Phone, Phone] | None = None

    def sit_down(self) -> tuple[list[Phone], str | None]:
        if self.phones is None or not all(phone.token for phone in self.phones):
            self.phones = self.load.phone(self.dice), self.load.phone(self.dice)
        host, guest = self.phones
        match = self.create(host, {"type": "me"}, {"type": "open"})
        if match is not None:
            path = f"/api/v1/matches/{match}/join"
            guest.call("join", path, {}, match=match, key=self.key())
        return [host, guest], match
