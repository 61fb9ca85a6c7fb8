"""What arrived, in the order in which it did."""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

__all__ = ["Book", "Entry"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One message.

    `kind`: fcm, apns, webpush, webhook, mail, or oauth for a request for a token. `to`: the token,
    the address, or what the URL ends with. `at`: when its last byte had come, in seconds since
    1970. `status`: what was answered, 0 for nothing that could be understood; mail has the codes
    of SMTP. `body`: what was in it, read; of Web Push the deciphered text.
    """

    number: int
    at: float
    kind: str
    to: str
    how: str
    status: int
    http_version: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = None

    @property
    def is_taken(self) -> bool:
        """Whether the sender was told that it arrived."""
        return 200 <= self.status < 300

    def plain(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return asdict(self)


class Book:
    """All entries. For one event loop."""

    def __init__(self, heard: Callable[[Entry], None] = lambda _entry: None) -> None:
        """Begin an empty book; `heard` is called with each entry."""
        self._entries: list[Entry] = []
        self._last = 0
        self._heard = heard
        self._changed = asyncio.Condition()

    async def write(self, kind: str, to: str, how: str, status: int, **more: Any) -> Entry:
        """Write down one message."""
        self._last += 1
        entry = Entry(self._last, time.time(), kind, to, how, status, **more)
        self._entries.append(entry)
        self._heard(entry)
        async with self._changed:
            self._changed.notify_all()
        return entry

    def since(self, number: int) -> list[Entry]:
        """Return what came after the entry of that number."""
        return [entry for entry in self._entries if entry.number > number]

    async def wait_since(self, number: int, seconds: float) -> list[Entry]:
        """Return what came after that entry, once there is something or the time is up."""
        try:
            async with asyncio.timeout(seconds), self._changed:
                await self._changed.wait_for(lambda: self._last > number)
        except TimeoutError:
            return []
        return self.since(number)

    def count(self) -> dict[str, int]:
        """Return how many messages of each kind were taken."""
        counts: dict[str, int] = {}
        for entry in self._entries:
            if entry.is_taken:
                counts[entry.kind] = counts.get(entry.kind, 0) + 1
        return counts

    def clear(self) -> None:
        """Forget the entries; numbers go on."""
        self._entries.clear()
