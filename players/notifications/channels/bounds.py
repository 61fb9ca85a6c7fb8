"""Connections that end: at an instant, and after so many bytes, however slowly these come.

The timeout of a socket holds for each wait alone; who sends a byte a second never runs into it.
Here whoever opens an allowance in its thread has all sockets of that thread keep to it.
"""

import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final

from urllib3 import HTTPConnectionPool
from urllib3.connection import HTTPConnection

__all__ = ["BoundedTLS", "PlainPool", "TooLong", "allowing"]

# What is before the body of an answer is read whole, or not at all.
_ROOM_FOR_HEADERS: Final = 64 * 1024


class TooLong(OSError):
    """Raised in place of reading more than is allowed."""


@dataclass(slots=True)
class _Allowance:
    until: float
    size: int

    def seconds(self) -> float:
        left = self.until - time.monotonic()
        if left <= 0:
            raise TimeoutError("it took too long altogether")
        return left

    def spend(self, size: int) -> int:
        self.size -= size
        if self.size < 0:
            raise TooLong("the answer is too long")
        return size


_allowance: Final[ContextVar[_Allowance | None]] = ContextVar("allowance", default=None)


@contextmanager
def allowing(*, until: float, size: int) -> Iterator[None]:
    """Allow what is sent and read in this thread until an instant of the monotonic clock.

    `size`: of the body of an answer, in bytes. TimeoutError and TooLong are raised beyond.
    """
    token = _allowance.set(_Allowance(until, size + _ROOM_FOR_HEADERS))
    try:
        yield
    finally:
        _allowance.reset(token)


class _Bounded(socket.socket):
    """A socket of which every wait lasts no longer than what is left."""

    def recv_into(self, *args: Any, **kwargs: Any) -> int:
        allowance = self._hurry()
        size = super().recv_into(*args, **kwargs)
        return size if allowance is None else allowance.spend(size)

    def send(self, *args: Any, **kwargs: Any) -> int:
        self._hurry()
        return super().send(*args, **kwargs)

    def sendall(self, *args: Any, **kwargs: Any) -> None:
        self._hurry()
        super().sendall(*args, **kwargs)

    def _hurry(self) -> _Allowance | None:
        allowance = _allowance.get()
        if allowance is not None:
            self.settimeout(allowance.seconds())
        return allowance


class BoundedTLS(_Bounded, ssl.SSLSocket):
    """A socket that speaks TLS, for SSLContext.sslsocket_class."""

    def do_handshake(self, block: bool = False) -> None:
        """Shake hands within what is left."""
        self._hurry()
        super().do_handshake(block)


class _PlainConnection(HTTPConnection):
    def _new_conn(self) -> socket.socket:
        return _Bounded(fileno=super()._new_conn().detach())


class PlainPool(HTTPConnectionPool):
    """Connections without TLS, whose sockets are bounded."""

    ConnectionCls = _PlainConnection
