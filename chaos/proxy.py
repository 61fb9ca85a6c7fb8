"""A TCP proxy that cuts the answer off, after the request has been taken."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

__all__ = ["Proxy", "proxying"]

_CHUNK = 64 * 1024


@dataclass
class Proxy:
    """Hands everything on, but for the answers that it cuts.

    `cut`: the share of connections whose answer is thrown away as it comes. `count`: how many
    connections were cut, in this way or by `sever`.
    """

    port: int
    upstream: int
    cut: float = 0.0
    count: int = 0

    def __post_init__(self) -> None:
        self._open: set[asyncio.StreamWriter] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._dice = Random(self.upstream)

    async def serve(self, ready: threading.Event, stop: asyncio.Event) -> None:
        """Listen until told to stop; then drop whatever is under way."""
        self._loop = asyncio.get_running_loop()
        server = await asyncio.start_server(self._accept, "127.0.0.1", self.port)
        ready.set()
        async with server:
            await stop.wait()
        under_way = asyncio.all_tasks() - {asyncio.current_task()}
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)

    def sever(self) -> None:
        """Cut all connections at once, whatever is on its way."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._sever)

    def _sever(self) -> None:
        self.count += len(self._open)
        for writer in self._open:
            writer.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            back, forth = await asyncio.open_connection("127.0.0.1", self.upstream)
        except OSError:
            writer.close()
            return
        cut = self._dice.random() < self.cut
        ways = {
            asyncio.create_task(_pass(reader, forth)),
            asyncio.create_task(self._swallow(back) if cut else _pass(back, writer)),
        }
        self._open.add(writer)
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._open.discard(writer)
            for way in ways:
                way.cancel()
            for each in (writer, forth):
                each.close()

    async def _swallow(self, back: asyncio.StreamReader) -> None:
        """Wait for the answer, so that all has been done, and never tell."""
        with contextlib.suppress(OSError):
            if await back.read(_CHUNK):
                self.count += 1


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(_CHUNK):
            writer.write(data)
            await writer.drain()


@contextmanager
def proxying(port: int, upstream: int) -> Iterator[Proxy]:
    """Run a proxy in a thread for the length of a block."""
    proxy = Proxy(port, upstream)
    loop, stop, ready = asyncio.new_event_loop(), asyncio.Event(), threading.Event()

    def serve() -> None:
        loop.run_until_complete(proxy.serve(ready, stop))
        loop.close()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    ready.wait(10)
    try:
        yield proxy
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(5)
