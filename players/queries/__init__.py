"""Reads of who plays. They change nothing."""

from players.queries.accounts import (
    Caller,
    caller_for_token,
    player_by_username,
    player_for_token,
)

__all__ = ["Caller", "caller_for_token", "player_by_username", "player_for_token"]
