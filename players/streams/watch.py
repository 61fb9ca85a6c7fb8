"""Know, for all who wait, for whom there is something new: one query, however many they are."""

import asyncio
import contextlib
import logging
from collections.abc import Iterator

from django.db import Error as DatabaseFailure

from players.queries import feeds_ahead, still_valid
from players.streams.database import Database
from scopa_site import time

__all__ = ["Waiter", "Watch"]

logger = logging.getLogger(__name__)

LOOK_SECONDS = 0.5
TOKEN_SECONDS = 30.0
# A phone that lost its connection opens another, and another: the oldest gives way.
PER_PLAYER = 8
_ASKED_AT_ONCE = 1000


class Waiter:
    """One who waits for the events of a player after a cursor."""

    __slots__ = ("_call", "cursor", "digest", "is_welcome", "player_id")

    def __init__(self, player_id: int, digest: str, cursor: int) -> None:
        self.player_id, self.digest, self.cursor = player_id, digest, cursor
        self.is_welcome = True  # until the token is taken back, or the process stops
        self._call: asyncio.Future[None] | None = None

    def stays(self, gone: "asyncio.Future[None]") -> bool:
        """Tell whether there is still somebody, and somebody welcome."""
        return self.is_welcome and not gone.done()

    async def wait(self, gone: "asyncio.Future[None]", seconds: float) -> bool:
        """Wait until there is something to do; False when the time is up.

        There is when this waiter was called, or the client has `gone`.
        """
        self._call = asyncio.get_running_loop().create_future()
        if self.is_welcome:
            await asyncio.wait(
                {self._call, gone}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED
            )
        called, self._call = self._call.done(), None
        return called or not self.stays(gone)

    def call(self) -> None:
        """End the wait, if there is one. Who is not waiting looks before the next."""
        if self._call is not None and not self._call.done():
            self._call.set_result(None)

    def dismiss(self) -> None:
        """Make this waiter leave."""
        self.is_welcome = False
        self.call()


class Watch:
    """All who wait, and the one who looks for them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # In the order of their coming. Usually one a player.
        self._waiting: dict[int, list[Waiter]] = {}
        self._is_open = True

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    @contextlib.contextmanager
    def waiting(self, player_id: int, digest: str, cursor: int) -> Iterator[Waiter]:
        """Watch for a player as long as the block runs."""
        waiter = Waiter(player_id, digest, cursor)
        waiter.is_welcome = self._is_open
        those = self._waiting.setdefault(player_id, [])
        those.append(waiter)
        welcome = [each for each in those if each.is_welcome]
        if len(welcome) > PER_PLAYER:
            welcome[0].dismiss()
        try:
            yield waiter
        finally:
            those.remove(waiter)
            if not those:
                self._waiting.pop(player_id, None)

    def close(self) -> None:
        """Make everybody leave, and those who come from now on."""
        self._is_open = False
        for waiter in self._everybody():
            waiter.dismiss()

    async def look_for_ever(self) -> None:
        """Look again and again, and after the tokens now and then; a failure ends nothing."""
        tokens_at = asyncio.get_running_loop().time()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self._look()
                now = asyncio.get_running_loop().time()
                if now - tokens_at >= TOKEN_SECONDS:
                    tokens_at = now
                    await self._look_after_tokens()
            except DatabaseFailure:
                logger.warning("the database did not say what is new", exc_info=True)

    async def _look(self) -> None:
        cursors = {
            player_id: min(waiter.cursor for waiter in those)
            for player_id, those in self._waiting.items()
        }
        if not cursors:
            return
        ahead = await self._database.ask(feeds_ahead, cursors)
        for player_id, last in ahead.items():
            for waiter in self._waiting.get(player_id, ()):
                if waiter.cursor < last:
                    waiter.call()

    async def _look_after_tokens(self) -> None:
        everybody = self._everybody()
        for start in range(0, len(everybody), _ASKED_AT_ONCE):
            some = everybody[start : start + _ASKED_AT_ONCE]
            digests = {waiter.digest for waiter in some}
            valid = await self._database.ask(
                lambda those: still_valid(those, now=time.now()), digests
            )
            for waiter in some:
                if waiter.digest not in valid:
                    waiter.dismiss()

    def _everybody(self) -> list[Waiter]:
        return [waiter for those in self._waiting.values() for waiter in those]
