"""A small HTTP/1.1 server for ASGI applications, that can also cut a connection or let it drip."""

import asyncio
import contextlib
import socket
import ssl
import struct
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias

import h11

from sinks.asgi import Message, Receive, Scope, Send

__all__ = ["serve_http"]

Application: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

_ENDS: Final = (
    ConnectionError,
    h11.RemoteProtocolError,
    ssl.SSLError,
    asyncio.CancelledError,
)
_READ_BYTES: Final = 65_536


async def serve_http(
    app: Application, port: int, *, tls: ssl.SSLContext | None = None, control: bool = False
) -> asyncio.Server:
    """Serve on the loopback; port 0: one that is free. `control`: the calls that direct, too."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # Cancelled: the sinks end, and somebody hangs still.
        with contextlib.suppress(*_ENDS):
            while await _Exchange(reader, writer, control=control).serve(app):
                pass
        writer.close()

    return await asyncio.start_server(serve, "127.0.0.1", port, ssl=tls)


class _Exchange:
    """One request and its answer."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, control: bool
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._control = control
        self._http = h11.Connection(h11.SERVER)
        self._is_cut = False

    async def serve(self, app: Application) -> bool:
        """Serve it; whether there may be another."""
        event = await self._next()
        if not isinstance(event, h11.Request):
            return False
        body = b""
        while not isinstance(part := await self._next(), h11.EndOfMessage):
            if not isinstance(part, h11.Data):
                return False
            body += bytes(part.data)
        await app(self._scope(event), _handing(body), self._send)
        return not self._is_cut and self._http.our_state is h11.DONE

    def _scope(self, request: h11.Request) -> Scope:
        path, _, query = request.target.partition(b"?")
        return {
            "type": "http",
            "method": request.method.decode(),
            "path": path.decode(),
            "query_string": query,
            "headers": list(request.headers),
            "http_version": request.http_version.decode(),
            "client": self._writer.get_extra_info("peername"),
            "sinks.control": self._control,
            "extensions": {"sinks.reset": self._cut, "sinks.drip": self._drip},
        }

    async def _next(self) -> Any:
        while (event := self._http.next_event()) is h11.NEED_DATA:
            self._http.receive_data(await self._reader.read(_READ_BYTES))
        return event

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = message["headers"]
            said = h11.Response(status_code=message["status"], headers=headers)
            self._writer.write(self._http.send(said) or b"")
            return
        if message.get("body"):
            self._writer.write(self._http.send(h11.Data(data=message["body"])) or b"")
        if not message.get("more_body"):
            self._writer.write(self._http.send(h11.EndOfMessage()) or b"")
        await self._writer.drain()

    def _cut(self) -> None:
        """Send RST, not FIN."""
        self._is_cut = True
        linger = struct.pack("ii", 1, 0)
        plain = self._writer.get_extra_info("socket")
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self._writer.transport.abort()

    async def _drip(self, text: bytes, seconds: float) -> None:
        self._is_cut = True
        for byte in text:
            self._writer.write(bytes([byte]))
            await self._writer.drain()
            await asyncio.sleep(seconds)


def _handing(body: bytes) -> Receive:
    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive
