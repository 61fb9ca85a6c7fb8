"""Read what players were told."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from players.errors import CursorExpired, CursorUnknown
from players.models import Feed, FeedEvent

__all__ = ["Page", "Position", "events_after", "feed_position", "latest_cursor", "read_cursor"]

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


def _refuse_out_of_range(player_id: int, cursor: int) -> None:
    last, oldest = Feed.objects.values_list("last_seq", "oldest_seq").get(pk=player_id)
    if cursor > last:
        raise CursorUnknown
    if cursor < oldest - 1:
        raise CursorExpired
