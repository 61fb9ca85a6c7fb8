"""Who plays, and the tokens by which they are known."""

from players.models.player import (
    DISPLAY_NAME_LENGTH,
    LANGUAGES,
    USERNAME_LENGTH,
    Player,
    validate_display_name,
    validate_time_zone,
)
from players.models.token import DEVICE_NAME_LENGTH, Token

__all__ = [
    "DEVICE_NAME_LENGTH",
    "DISPLAY_NAME_LENGTH",
    "LANGUAGES",
    "USERNAME_LENGTH",
    "Player",
    "Token",
    "validate_display_name",
    "validate_time_zone",
]
