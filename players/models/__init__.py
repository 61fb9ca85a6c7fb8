"""Who plays, the tokens by which they are known, and what they are told."""

from players.models.feed import EVENT_TYPE_LENGTH, Feed, FeedEvent
from players.models.player import (
    DISPLAY_NAME_LENGTH,
    LANGUAGES,
    USERNAME_LENGTH,
    Player,
    validate_display_name,
    validate_time_zone,
)
from players.models.tie import Tie, TieKind
from players.models.token import DEVICE_NAME_LENGTH, Token

__all__ = [
    "DEVICE_NAME_LENGTH",
    "DISPLAY_NAME_LENGTH",
    "EVENT_TYPE_LENGTH",
    "LANGUAGES",
    "USERNAME_LENGTH",
    "Feed",
    "FeedEvent",
    "Player",
    "Tie",
    "TieKind",
    "Token",
    "validate_display_name",
    "validate_time_zone",
]
