"""Reads of who plays. They change nothing."""

from players.queries.accounts import player_by_username, player_for_token

__all__ = ["player_by_username", "player_for_token"]
