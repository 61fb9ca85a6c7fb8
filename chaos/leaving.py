"""An end that is asked for by a signal waits while something is half done."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["leave_by_signal", "not_now"]

_SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
_half_done: list[None] = []
_asked: list[int] = []


def leave_by_signal() -> None:
    """Turn the signals that end a program into an exit that stops what was started."""
    for number in _SIGNALS:
        signal.signal(number, _leave)


@contextmanager
def not_now() -> Iterator[None]:
    """Put off the exit to the end of the block. For the main thread."""
    _half_done.append(None)
    try:
        yield
    finally:
        _half_done.pop()
    if _asked and not _half_done:
        sys.exit(128 + _asked.pop())


def _leave(number: int, _frame: FrameType | None) -> None:
    if _half_done:
        _asked.append(number)
    else:
        sys.exit(128 + number)
