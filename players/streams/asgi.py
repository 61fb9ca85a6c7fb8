"""The ASGI application of the process that waits: GET /events and GET /events/stream."""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, MutableMapping
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scopa_site.settings")
django.setup()

from django.db import Error as DatabaseFailure  # noqa: E402  # after the set-up, as all that needs it
from django.http import HttpResponse  # noqa: E402
from rest_framework.exceptions import MethodNotAllowed, NotFound  # noqa: E402

from players import queries  # noqa: E402
from players.api.event_wire import (  # noqa: E402
    HEARTBEAT,
    HEARTBEAT_SECONDS,
    OPENING,
    STREAM_HEADERS,
    stream_text,
)
from players.errors import CursorExpired, StreamsFull  # noqa: E402
from players.streams.browsers import Browser  # noqa: E402
from players.streams.database import Database  # noqa: E402
from players.streams.requests import (  # noqa: E402
    Admitted,
    Asked,
    admit,
    page_answer,
    refuse,
)
from players.streams.watch import Waiter, Watch  # noqa: E402

__all__ = ["Events", "application"]

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

MAX_WAITING = 4000
_SEND_SECONDS = 30.0
_PAGE = 100
_PATHS = {"/api/v1/events": False, "/api/v1/events/stream": True}


class Events:
    """The application. One a process, since it holds all who wait."""

    def __init__(self) -> None:
        self._database = Database()
        self.watch = Watch(self._database)
        self._looking: asyncio.Task[None] | None = None

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve one request, or the beginning and the end of the process."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._serve(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.shutdown":
                await self.close()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return

    async def close(self) -> None:
        """End every wait, and let go of the database."""
        self.watch.close()
        if self._looking is not None:
            self._looking.cancel()
        await asyncio.to_thread(self._database.close)

    async def _serve(self, scope: Message, receive: Receive, send: Send) -> None:
        self._look()
        asked, browser = Asked.of(scope["query_string"], scope["headers"]), Browser(scope)
        if scope["path"] == "/healthz":
            await _answer(send, HttpResponse(b"OK", content_type="text/plain"))
            return
        if (preflight := browser.preflight()) is not None:
            await _answer(send, browser.allow(preflight))
            return
        try:
            is_stream = self._route(scope)
            admitted = await self._database.ask(admit, asked, is_stream=is_stream)
            async with _watched_client(receive) as gone:
                if is_stream:
                    await self._stream(admitted, gone, send, browser.stream_headers())
                    return
                page = await self._page(admitted, gone)
            response = await self._database.ask(page_answer, page)
        except Exception as exc:  # noqa: BLE001  # the one mapping decides, as for the views
            response = refuse(asked, exc)
        await _answer(send, browser.allow(response))

    def _look(self) -> None:
        """Begin to look with the first request: a server need not announce its start."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self.watch.look_for_ever())

    def _route(self, scope: Message) -> bool:
        is_stream = _PATHS.get(scope["path"])
        if is_stream is None:
            raise NotFound
        if scope["method"] != "GET":
            raise MethodNotAllowed(scope["method"])
        if len(self.watch) >= MAX_WAITING:
            raise StreamsFull
        return is_stream

    async def _page(self, admitted: Admitted, gone: "asyncio.Future[None]") -> queries.Page:
        page = admitted.page
        if page.events or not admitted.wait:
            return page
        with self.watch.waiting(admitted.player_id, admitted.digest, page.cursor) as waiter:
            await waiter.wait(gone, admitted.wait)
        return await self._after(waiter, admitted.limit)

    async def _stream(
        self,
        admitted: Admitted,
        gone: "asyncio.Future[None]",
        send: Send,
        headers: Mapping[str, str],
    ) -> None:
        # Whatever goes wrong from here: the client comes back with its cursor, and is told.
        with (
            contextlib.suppress(CursorExpired, DatabaseFailure, TimeoutError, OSError),
            self.watch.waiting(admitted.player_id, admitted.digest, admitted.page.cursor) as waiter,
        ):
            await _send(send, _start(200, {**STREAM_HEADERS, **headers}))
            await _write(send, OPENING)
            await self._go_on(waiter, admitted.page, gone, send)
            await _write(send, b"", more=False)

    async def _go_on(
        self, waiter: Waiter, page: queries.Page, gone: "asyncio.Future[None]", send: Send
    ) -> None:
        while waiter.stays(gone):
            if page.events:
                await _write(send, b"".join(map(stream_text, page.events)))
                waiter.cursor = page.cursor
            elif not await waiter.wait(gone, HEARTBEAT_SECONDS):
                await _write(send, HEARTBEAT)
                continue
            if waiter.stays(gone):
                page = await self._after(waiter, _PAGE)

    async def _after(self, waiter: Waiter, limit: int) -> queries.Page:
        return await self._database.ask(
            queries.events_after, waiter.player_id, waiter.cursor, limit
        )


@contextlib.asynccontextmanager
async def _watched_client(receive: Receive) -> AsyncIterator["asyncio.Future[None]"]:
    """Tell by a future whether the client has gone."""
    gone = asyncio.ensure_future(_until_gone(receive))
    try:
        yield gone
    finally:
        gone.cancel()


async def _until_gone(receive: Receive) -> None:
    with contextlib.suppress(OSError):
        while (await receive())["type"] != "http.disconnect":
            pass


async def _answer(send: Send, response: HttpResponse) -> None:
    headers = {**response.headers, "Content-Length": str(len(response.content))}
    await _send(send, _start(response.status_code, headers))
    await _write(send, response.content, more=False)


def _start(status: int, headers: Mapping[str, str]) -> Message:
    lines = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()]
    return {"type": "http.response.start", "status": status, "headers": lines}


async def _write(send: Send, body: bytes, *, more: bool = True) -> None:
    await _send(send, {"type": "http.response.body", "body": body, "more_body": more})


async def _send(send: Send, message: Message) -> None:
    """Send, to a client that takes it within reasonable time. Raises TimeoutError."""
    async with asyncio.timeout(_SEND_SECONDS):
        await send(message)


application = Events()
