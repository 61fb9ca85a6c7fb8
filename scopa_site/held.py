"""Requests that are held open until there is something to answer.

A thread that waits serves nobody else, so a process says how many it may hold, and those that
wait ask whether the process is about to stop. Most processes hold none.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["Held", "held"]


def _never() -> bool:
    return False


class Held:
    """The places of this process for requests that wait."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._taken = 0
        self.places = 0
        self.is_stopping: Callable[[], bool] = _never

    def allow(self, places: int, *, is_stopping: Callable[[], bool]) -> None:
        """Let so many requests wait at once, as long as the process is not stopping."""
        self.places, self.is_stopping = places, is_stopping

    def take(self) -> bool:
        """Take a place, if one is free; whoever got one gives it back with `give_back`."""
        with self._lock:
            free = self._taken < self.places
            self._taken += free
            return free

    def give_back(self) -> None:
        """Free a place."""
        with self._lock:
            self._taken -= 1

    @contextmanager
    def place(self) -> Iterator[bool]:
        """Hold a place for the length of a block, or say that there is none."""
        taken = self.take()
        try:
            yield taken
        finally:
            if taken:
                self.give_back()


held = Held()
