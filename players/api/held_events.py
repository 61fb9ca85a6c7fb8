"""Wait for events in a thread of the web process, where it may: `make run` has no other."""

import time
from collections.abc import Callable, Iterator

from django.db import close_old_connections

from players.api.event_wire import HEARTBEAT, HEARTBEAT_SECONDS, OPENING, stream_text
from players.errors import CursorExpired, StreamsFull, WrongProcess
from players.queries import Page, events_after, player_for_token
from scopa_site.held import held

__all__ = ["HeldStream", "wait_for_events"]

_LOOK_SECONDS = 0.5
_TOKEN_SECONDS = 30.0
_PAGE = 100


def wait_for_events(page: Page, *, player_id: int, limit: int, seconds: float) -> Page:
    """Return the next page as soon as there is an event, or the empty one when the time is up.

    It is returned at once where this process may not hold another request.
    """
    with held.place() as free:
        until = time.monotonic() + (seconds if free else 0)
        while not page.events and time.monotonic() < until and not held.is_stopping():
            time.sleep(_LOOK_SECONDS)
            page = events_after(player_id, page.cursor, limit)
    return page


class HeldStream:
    """The body of a stream. It ends when the token is taken back or the process stops.

    Raises WrongProcess and StreamsFull when made. Closed, it frees its place, whether or not
    anything was read of it.
    """

    def __init__(self, *, player_id: int, secret: str, cursor: int) -> None:
        if not held.places:
            raise WrongProcess
        if not held.take():
            raise StreamsFull
        self._release: Callable[[], None] | None = held.give_back
        self._player_id, self._secret, self._cursor = player_id, secret, cursor

    def __iter__(self) -> Iterator[bytes]:
        yield OPENING
        token_at = spoke_at = time.monotonic()
        while not held.is_stopping():
            # A thread that waits for minutes keeps no connection that has broken meanwhile.
            close_old_connections()
            now = time.monotonic()
            if now - token_at >= _TOKEN_SECONDS:
                if player_for_token(self._secret) is None:
                    return
                token_at = now
            if text := self._news():
                yield text
                spoke_at = now
                continue
            if now - spoke_at >= HEARTBEAT_SECONDS:
                yield HEARTBEAT
                spoke_at = now
            time.sleep(_LOOK_SECONDS)

    def _news(self) -> bytes:
        try:
            page = events_after(self._player_id, self._cursor, _PAGE)
        except CursorExpired:  # said properly to the client that comes back
            return b""
        self._cursor = page.cursor
        return b"".join(map(stream_text, page.events))

    def close(self) -> None:
        """Free the place of this stream."""
        if self._release is not None:
            release, self._release = self._release, None
            release()
