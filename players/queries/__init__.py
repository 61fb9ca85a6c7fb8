"""Reads of who plays, and of what they were told. They change nothing."""

from players.queries.accounts import (
    Caller,
    caller_for_token,
    player_by_username,
    player_for_token,
)
from players.queries.feed import (
    Page,
    Position,
    events_after,
    feed_position,
    latest_cursor,
    read_cursor,
)

__all__ = [
    "Caller",
    "Page",
    "Position",
    "caller_for_token",
    "events_after",
    "feed_position",
    "latest_cursor",
    "player_by_username",
    "player_for_token",
    "read_cursor",
]
