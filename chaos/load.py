"""People who play: against AIs, and against each other, a match after another."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Self

from chaos.history import History
from chaos.people import Alone, Client, Follower, Pair
from chaos.phone import Phone

__all__ = ["Load"]


@dataclass
class Load:
    """Some people who play until they are told to stop; they rest while the service is checked.

    `events_port` is where events are served, by a process of its own.
    """

    port: int
    events_port: int
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
    # Whose feed is followed: the phones of all who have come.
    phones: list[Phone] = field(default_factory=list)

    @contextmanager
    def running(self) -> Iterator[Self]:
        """Play for the length of a block."""
        self._may_play.set()
        for number in range(self.alone):
            self._begin(lambda dice: Alone(self, dice), number)
        for number in range(self.pairs):
            self._begin(lambda dice: Pair(self, dice), self.alone + number)
        self._begin(lambda dice: Follower(self, dice), self.alone + self.pairs)
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
            self.phones.append(phone)
        return phone

    @contextmanager
    def doing(self) -> Iterator[None]:
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

    def _begin(self, make: Callable[[Random], Client], number: int) -> None:
        dice = Random(f"{self.seed}/{number}")

        def play() -> None:
            try:
                make(dice).play()
            except Exception as error:  # noqa: BLE001 - whatever it is, the run must not pass
                self.failures.append(f"a client failed: {type(error).__name__}: {error}")

        thread = threading.Thread(target=play, daemon=True)
        thread.start()
        self._threads.append(thread)
