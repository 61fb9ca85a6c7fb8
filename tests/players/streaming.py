"""Call the streams process as a server would, and read what it sends."""

import asyncio
import json
from contextlib import asynccontextmanager

from players.streams.asgi import Events

PATIENCE = 20.0


class Exchange:
    """One request, and what was sent for it."""

    def __init__(self, app, path, *, method="GET", token=None, query="", headers=None):
        lines = dict(headers or {})
        if token is not None:
            lines["authorization"] = f"Bearer {token}"
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in lines.items()],
        }
        self.sent = asyncio.Queue()
        self._gone = asyncio.Event()
        self._body_given = False
        self.task = asyncio.create_task(app(scope, self._receive, self.sent.put))

    async def _receive(self):
        if not self._body_given:
            self._body_given = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    def hang_up(self):
        self._gone.set()

    async def next(self):
        return await asyncio.wait_for(self.sent.get(), PATIENCE)

    async def start(self):
        """Return status and headers."""
        message = await self.next()
        assert message["type"] == "http.response.start"
        return message["status"], {
            name.decode(): value.decode() for name, value in message["headers"]
        }

    async def text(self):
        """Return the next piece of the body."""
        message = await self.next()
        assert message["type"] == "http.response.body"
        return message["body"]

    async def rest(self):
        """Wait for the end; return all that was still sent."""
        await asyncio.wait_for(self.task, PATIENCE)
        return b"".join(self.sent.get_nowait()["body"] for _ in range(self.sent.qsize()))

    async def answer(self):
        """Wait for the whole answer; return status, headers and the JSON in it."""
        status, headers = await self.start()
        return status, headers, json.loads(await self.rest())


@asynccontextmanager
async def process():
    """Run the application as one process would."""
    app = Events()
    try:
        yield app
    finally:
        await app.close()
