"""Requests and answers of the sinks, and how an answer is brought, well or badly."""

import asyncio
import contextlib
import json
import os
import socket
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias
from urllib.parse import parse_qsl

from sinks.behaviour import Behaviour

__all__ = [
    "Answer",
    "Message",
    "Receive",
    "Request",
    "Scope",
    "Send",
    "bring",
    "json_answer",
    "read",
    "status_of",
]

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]

_HUGE_BYTES: Final = 10_000_000
_CHUNK: Final = b"x" * 65_536
_DRIP_SECONDS: Final = 0.5
# Longer than anybody waits.
_HANG_SECONDS: Final = 120


@dataclass(frozen=True, slots=True)
class Request:
    """One request, read to its end. Names of headers are in small letters.

    `peer`: the address and port at the other end, the same for all that comes by one connection.
    """

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    http_version: str
    body: bytes
    peer: str = ""

    def json(self) -> Any:
        """Read the body; None if it is no JSON."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer. `seen`: what the book should say of the message instead of its body."""

    status: int
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    seen: Any = None


def json_answer(status: int, body: object, headers: Mapping[str, str] | None = None) -> Answer:
    """Answer with JSON."""
    return Answer(
        status, json.dumps(body).encode(), {"content-type": "application/json", **(headers or {})}
    )


async def read(scope: Scope, receive: Receive) -> Request:
    """Read a request to its end."""
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    return Request(
        method=scope["method"],
        path=scope["path"],
        query=dict(parse_qsl(scope["query_string"].decode())),
        headers={name.decode().lower(): value.decode() for name, value in scope["headers"]},
        http_version=scope["http_version"],
        body=body,
        peer=":".join(map(str, scope.get("client") or ())),
    )


async def bring(answer: Answer, behaviour: Behaviour, scope: Scope, send: Send) -> None:
    """Bring an answer in the way that the behaviour says."""
    how, status = behaviour.how, behaviour.status
    if how == "slow":
        await asyncio.sleep(behaviour.seconds or 1)
    if how == "hang":
        await asyncio.sleep(_HANG_SECONDS)
    elif how == "reset":
        _reset(scope)
    elif how == "drip" or how == "drip_head":
        await _drip(status, scope, send, from_head=how == "drip_head")
    elif how == "huge":
        await _huge(status, send)
    elif how == "nonsense":
        await _whole(Answer(status, b"<html>{not json", {"content-type": "text/html"}), send)
    elif how == "redirect":
        await _whole(Answer(302, headers={"location": behaviour.location}), send)
    else:
        await _whole(answer, send)


def status_of(answer: Answer, behaviour: Behaviour) -> int:
    """Return what the sender is told; 0 where it hears nothing to the end."""
    told = {"hang": 0, "reset": 0, "drip": 0, "drip_head": 0, "redirect": 302}
    told |= dict.fromkeys(("huge", "nonsense"), behaviour.status)
    return told.get(behaviour.how, answer.status)


async def _start(send: Send, status: int, headers: Mapping[str, str]) -> None:
    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": pairs})


async def _whole(answer: Answer, send: Send) -> None:
    length = {} if answer.status == 204 else {"content-length": str(len(answer.body))}
    await _start(send, answer.status, {**answer.headers, **length})
    await send({"type": "http.response.body", "body": answer.body})


async def _huge(status: int, send: Send) -> None:
    await _start(send, status, {"content-type": "application/json"})
    for _ in range(_HUGE_BYTES // len(_CHUNK)):
        await send({"type": "http.response.body", "body": _CHUNK, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def _drip(status: int, scope: Scope, send: Send, *, from_head: bool) -> None:
    if from_head:
        drip = scope["extensions"]["sinks.drip"]
        await drip(f"HTTP/1.1 {status} OK\r\n".encode() + b"x: x\r\n" * 40, _DRIP_SECONDS)
        return
    await _start(send, status, {"content-type": "application/json"})
    for _ in range(int(_HANG_SECONDS / _DRIP_SECONDS)):
        await send({"type": "http.response.body", "body": b" ", "more_body": True})
        await asyncio.sleep(_DRIP_SECONDS)
    await send({"type": "http.response.body", "body": b"{}"})


def _reset(scope: Scope) -> None:
    """Cut the connection before anything was answered."""
    cut = (scope.get("extensions") or {}).get("sinks.reset")
    if cut is not None:
        cut()
    else:
        host, port = scope["client"]
        _hang_up((host, int(port)))


def _hang_up(peer: tuple[str, int]) -> None:
    """Shut a connection that a server of this process holds and does not hand out."""
    for name in Path("/dev/fd").iterdir():
        try:
            held = socket.socket(fileno=os.dup(int(name.name)))
        except OSError:  # no socket, or closed meanwhile
            continue
        with held, contextlib.suppress(OSError):
            if held.getpeername() == peer:
                held.shutdown(socket.SHUT_RDWR)
