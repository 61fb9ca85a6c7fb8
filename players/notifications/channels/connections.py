"""Connections to the mail server, kept open and used again by any thread."""

import socket
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.core.mail import get_connection

__all__ = ["Connections", "NotOpened", "server"]

_IDLE_SECONDS: Final = 20.0  # servers hang up on their own after a minute or five
_MOST_IDLE: Final = 16


class NotOpened(Exception):
    """Raised where there is no connection to be had; its cause says why."""


@dataclass(frozen=True, slots=True)
class _Idle:
    backend: Any
    server: tuple[Any, ...]
    since: float


def server() -> tuple[Any, ...]:
    """Return which server mail goes to now."""
    return (
        settings.EMAIL_BACKEND,
        settings.EMAIL_HOST,
        settings.EMAIL_PORT,
        settings.EMAIL_HOST_USER,
    )


class Connections:
    """Lends one connection to one thread at a time."""

    def __init__(self) -> None:
        self._idle: deque[_Idle] = deque()  # its ends are safe in threads

    @contextmanager
    def lent(self, seconds: float) -> Iterator[Any]:
        """Lend an open mail backend for so long; then its connection is cut, whatever it does.

        After an error it is used no more. Raises NotOpened.
        """
        backend = self._alive() or get_connection()
        cut = threading.Timer(seconds, _cut, [backend])
        cut.daemon = True
        cut.start()
        try:
            _open(backend)
            yield backend
        except BaseException:
            _drop(backend)
            raise
        finally:
            cut.cancel()
        self._keep(backend)

    def close(self) -> None:
        """Let go of those that nobody has."""
        while self._idle:
            _drop(self._idle.pop().backend)

    def _alive(self) -> Any | None:
        while True:
            try:
                idle = self._idle.pop()
            except IndexError:
                return None
            is_fresh = time.monotonic() - idle.since < _IDLE_SECONDS and idle.server == server()
            if is_fresh and _answers(idle.backend):
                return idle.backend
            _drop(idle.backend)

    def _keep(self, backend: Any) -> None:
        if len(self._idle) < _MOST_IDLE:
            self._idle.append(_Idle(backend, server(), time.monotonic()))
        else:
            _drop(backend)


def _open(backend: Any) -> None:
    try:
        backend.open()
    except OSError as failure:
        raise NotOpened from failure


def _answers(backend: Any) -> bool:
    connection = getattr(backend, "connection", None)
    if connection is None:
        return True  # no server: one that prints, or keeps what it is given
    try:
        code, _words = connection.noop()
    except OSError:
        return False
    return bool(code == 250)


def _cut(backend: Any) -> None:
    """End a conversation from another thread, whose call fails then."""
    held = getattr(getattr(backend, "connection", None), "sock", None)
    if held is not None:
        with suppress(OSError):
            held.shutdown(socket.SHUT_RDWR)


def _drop(backend: Any) -> None:
    """Let go of a connection without a farewell, for which it might wait."""
    for held in ("connection", "_partial_connection"):  # the latter is one half opened
        connection = getattr(backend, held, None)
        if connection is not None:
            connection.close()
