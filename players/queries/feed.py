"""Read what players were told."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import connection

from players.errors import CursorExpired, CursorUnknown
from players.models import Feed, FeedEvent

__all__ = [
    "Page",
    "Position",
    "events_after",
    "feed_position",
    "feeds_ahead",
    "latest_cursor",
    "read_cursor",
    "starting_cursor",
]

# Asked twice a second for as long as anybody waits.
_AHEAD = """
    SELECT feed.player_id, feed.last_seq
    FROM unnest(%s::bigint[], %s::bigint[]) AS waiting (player_id, cursor)
    JOIN players_feed AS feed ON feed.player_id = waiting.player_id
    WHERE feed.last_seq > waiting.cursor
"""
_AHEAD_BY_JSON = """
    SELECT feed.player_id, feed.last_seq
    FROM json_each(%s) AS waiting
    JOIN players_feed AS feed ON feed.player_id = CAST(waiting.key AS integer)
    WHERE feed.last_seq > waiting.value
"""
_CURSOR = re.compile(r"(?:0|[1-9][0-9]{0,17})\Z")


@dataclass(frozen=True, slots=True)
class Page:
    """Events in their order, and the cursor after the last of them."""

    events: Sequence[FeedEvent]
    cursor: int


@dataclass(frozen=True, slots=True)
class Position:
    """How far a feed goes, and how far its player has read."""

    cursor: int
    seen: int

    @property
    def unread(self) -> int:
        """How many events the player has not seen."""
        return self.cursor - self.seen


def read_cursor(text: str) -> int:
    """Read a cursor as a client gives it back. Raises CursorUnknown."""
    if not _CURSOR.match(text):
        raise CursorUnknown
    return int(text)


def starting_cursor(player_id: int, given: str | None) -> int:
    """Return the cursor from which to go on: the given one, or without one that of now.

    Raises CursorUnknown and CursorExpired.
    """
    if given is None:
        return latest_cursor(player_id)
    cursor = read_cursor(given)
    _refuse_out_of_range(player_id, cursor)
    return cursor


def latest_cursor(player_id: int) -> int:
    """Return the cursor after which a player has been told nothing yet."""
    return Feed.objects.values_list("last_seq", flat=True).get(pk=player_id)


def feed_position(player_id: int) -> Position:
    """Return how far a player's feed goes and how far it was read."""
    last, seen = Feed.objects.values_list("last_seq", "seen_seq").get(pk=player_id)
    return Position(cursor=last, seen=seen)


def events_after(player_id: int, cursor: int, limit: int) -> Page:
    """Return the next events of a player, up to `limit`, none left out. One query, or two.

    Raises CursorExpired when some of them were deleted, CursorUnknown for a cursor of the future.
    """
    events = list(
        FeedEvent.objects.filter(player_id=player_id, seq__gt=cursor).order_by("seq")[:limit]
    )
    if not events:
        _refuse_out_of_range(player_id, cursor)
        return Page(events, cursor)
    # Not the feed's word but the events': a trim between two statements cannot hide a gap.
    if events[0].seq != cursor + 1:
        raise CursorExpired
    return Page(events, events[-1].seq)


def feeds_ahead(cursors: Mapping[int, int]) -> dict[int, int]:
    """Return the newest number of each player's feed that is ahead of the cursor beside it.

    One query for all who wait, however many, in which only what is new comes back.
    """
    if not cursors:
        return {}
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_AHEAD, [list(cursors), list(cursors.values())])
        else:
            cursor.execute(_AHEAD_BY_JSON, [json.dumps(cursors)])
        return dict(cursor.fetchall())


def _refuse_out_of_range(player_id: int, cursor: int) -> None:
    last, oldest = Feed.objects.values_list("last_seq", "oldest_seq").get(pk=player_id)
    if cursor > last:
        raise CursorUnknown
    if cursor < oldest - 1:
        raise CursorExpired
