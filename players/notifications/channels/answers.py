"""Calls to the providers that the operator chose, each within limits of time and size.

A thread has a connection to itself while it calls: one that hangs takes no other letter with it,
and streams of one HTTP/2 connection cannot be shared by threads here.
"""

import json
import os
import socket
import ssl
import time
import weakref
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from queue import Empty, Queue
from threading import Thread
from typing import Any, Final

import httpcore
from django.conf import settings
from h2.exceptions import H2Error

__all__ = ["ANSWER_BYTES", "SECONDS", "Answer", "Client", "NoAnswer", "retry_after_of", "word_of"]

# For connecting, sending and reading together.
SECONDS: Final = 5.0
CONNECT_SECONDS: Final = 2.0
ANSWER_BYTES: Final = 64 * 1024
# After so long a provider, or something on the way, may have forgotten the connection.
_IDLE_SECONDS: Final = 240.0
_MOST_IDLE: Final = 32
_FAILURES: Final = (httpcore.NetworkError, httpcore.ProtocolError, H2Error, OSError)
_SHORTEST: Final = 0.001  # zero would mean: do not wait at all
_LONGEST_WORD: Final = 40


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back. Names of headers are in small letters; `body` is its beginning."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    def json(self) -> dict[str, Any]:
        """Read the body; an empty mapping if it is not an object in JSON."""
        try:
            said = json.loads(self.body)
        except (ValueError, RecursionError):
            return {}
        return said if isinstance(said, dict) else {}


class NoAnswer(Exception):
    """Raised when nothing came back that is an answer. Its text names no address."""


class Client:
    """Posts, and reads what is answered. For all threads of a process, and after a fork."""

    def __init__(self, *, http2: bool = False) -> None:
        """Speak HTTP/1.1, or HTTP/2 and nothing else. No connection is opened yet."""
        self._idle: deque[_Line] = deque()  # its ends are safe in threads
        self._http2 = http2
        self._context = httpcore.default_ssl_context()
        if settings.OUTBOUND_CA_FILE:
            self._context.load_verify_locations(settings.OUTBOUND_CA_FILE)
        self._process = os.getpid()
        weakref.finalize(self, _close_all, self._idle)

    def post(
        self, url: str, *, content: bytes, headers: Mapping[str, str], until: float | None = None
    ) -> Answer:
        """Post, and return what is answered by `until`, of time.monotonic(). Raises NoAnswer.

        Nothing that an answer says is followed, and no proxy of the environment is used.
        """
        until = time.monotonic() + SECONDS if until is None else until
        line, is_used = self._take(url)
        try:
            return self._post(line, url, content, headers, until)
        except (httpcore.TimeoutException, TimeoutError):
            raise NoAnswer("no answer in time") from None
        except _FAILURES:
            # The provider may have hung up while the connection was idle.
            if is_used and until - time.monotonic() > CONNECT_SECONDS:
                return self._post_anew(url, content, headers, until)
            raise NoAnswer("no connection, or no answer that can be read") from None

    def close(self) -> None:
        """Close the connections that nobody uses."""
        _close_all(self._idle)

    def _post_anew(
        self, url: str, content: bytes, headers: Mapping[str, str], until: float
    ) -> Answer:
        try:
            return self._post(_Line(self._context, self._http2, url), url, content, headers, until)
        except (httpcore.TimeoutException, TimeoutError):
            raise NoAnswer("no answer in time") from None
        except _FAILURES:
            raise NoAnswer("no connection, or no answer that can be read") from None

    def _post(
        self, line: "_Line", url: str, content: bytes, headers: Mapping[str, str], until: float
    ) -> Answer:
        try:
            answer, is_whole = line.post(url, content, headers, until)
        except BaseException:
            line.close()
            raise
        if is_whole and len(self._idle) < _MOST_IDLE:
            self._idle.append(line)
        else:
            line.close()
        return answer

    def _take(self, url: str) -> tuple["_Line", bool]:
        """Return a connection, and whether it was used before."""
        if self._process != os.getpid():
            # Those of the parent are the parent's.
            self._idle.clear()
            self._process = os.getpid()
        host = _origin_of(url)
        for _ in range(len(self._idle)):
            try:
                line = self._idle.pop()
            except IndexError:
                break
            if line.is_stale:
                line.close()
            elif line.origin == host:
                return line, True
            else:
                self._idle.appendleft(line)
        return _Line(self._context, self._http2, url), False


class _Line:
    """One connection to one server."""

    def __init__(self, context: ssl.SSLContext, http2: bool, url: str) -> None:
        self.origin = _origin_of(url)
        self._hurry = _Hurry()
        self._used_at = time.monotonic()
        self._pool = httpcore.ConnectionPool(
            ssl_context=context,
            max_connections=1,
            http1=not http2,
            http2=http2,
            network_backend=_Backend(self._hurry),
        )

    @property
    def is_stale(self) -> bool:
        return time.monotonic() - self._used_at > _IDLE_SECONDS

    def post(
        self, url: str, content: bytes, headers: Mapping[str, str], until: float
    ) -> tuple[Answer, bool]:
        """Return the answer, and whether its body was read to its end."""
        self._hurry.until = until
        body, is_whole = b"", True
        with self._pool.stream("POST", url, headers=[*headers.items()], content=content) as answer:
            # With the status it is acknowledged, whatever becomes of the body.
            try:
                for part in answer.iter_stream():
                    body += part
                    if len(body) > ANSWER_BYTES:
                        body, is_whole = body[:ANSWER_BYTES], False
                        break
            except (httpcore.TimeoutException, *_FAILURES):
                is_whole = False
        self._used_at = time.monotonic()
        said = {name.decode().lower(): value.decode("latin-1") for name, value in answer.headers}
        return Answer(answer.status, said, body), is_whole

    def close(self) -> None:
        self._pool.close()


@dataclass
class _Hurry:
    """Until when everything that one connection does must be done."""

    until: float = 0.0

    def left(self, most: float = SECONDS) -> float:
        """Return the seconds that are left. Raises TimeoutError when there are none."""
        left = self.until - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout
        return max(min(left, most), _SHORTEST)


class _Backend(httpcore.NetworkBackend):
    """Opens connections that keep to the time that is left, byte by byte."""

    def __init__(self, hurry: _Hurry) -> None:
        self._hurry = hurry
        self._plain = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        failure: Exception = httpcore.ConnectError("it has no address")
        for address in _looked_up(host, port, self._hurry.left(CONNECT_SECONDS)):
            seconds = self._hurry.left(CONNECT_SECONDS)
            try:
                stream = self._plain.connect_tcp(address, port, seconds, None, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
            else:
                return _Stream(stream, self._hurry)
        raise failure


class _Stream(httpcore.NetworkStream):
    def __init__(self, stream: httpcore.NetworkStream, hurry: _Hurry) -> None:
        self._stream = stream
        self._hurry = hurry

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._hurry.left())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._hurry.left())

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        stream = self._stream.start_tls(
            ssl_context, server_hostname, self._hurry.left(CONNECT_SECONDS)
        )
        return _Stream(stream, self._hurry)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _close_all(idle: deque[_Line]) -> None:
    while idle:
        idle.pop().close()


def _looked_up(host: str, port: int, seconds: float) -> list[str]:
    """Return the addresses of a name, looked up in a thread: nothing else ends the waiting."""
    found: Queue[list[str]] = Queue()

    def look_up() -> None:
        try:
            answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError:
            answers = []
        found.put(list(dict.fromkeys(str(answer[4][0]) for answer in answers)))

    Thread(target=look_up, daemon=True).start()
    try:
        return found.get(timeout=seconds)
    except Empty:
        raise httpcore.ConnectTimeout from None


def retry_after_of(headers: Mapping[str, str]) -> float | None:
    """Return after how many seconds the answer asks to be tried again, by a number or a date."""
    said = headers.get("retry-after", "").strip()
    if said.isascii() and said.isdigit():
        return float(said[:9])
    try:
        return max(0.0, parsedate_to_datetime(said).timestamp() - time.time())
    except (TypeError, ValueError, OverflowError):
        return None


def word_of(said: object) -> str:
    """Return a code that a provider gave, if it is one: nothing else of an answer is kept."""
    is_code = isinstance(said, str) and said.isascii() and said.replace("_", "").isalnum()
    return said if is_code and isinstance(said, str) and len(said) <= _LONGEST_WORD else ""


def _origin_of(url: str) -> tuple[bytes, bytes, int | None]:
    parts = httpcore.URL(url)
    return parts.scheme, parts.host, parts.port
