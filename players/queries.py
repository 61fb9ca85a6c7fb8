"""Find players. Reads only."""

import re

from players.models import Player, Token

__all__ = ["player_by_username", "player_for_token"]

_PLAUSIBLE = re.compile(r"scopa_[A-Za-z0-9_-]{43}\Z")


def player_for_token(secret: str) -> Player | None:
    """Return the active player to whom a token was given; None for any other text. One query."""
    if not _PLAUSIBLE.match(secret):
        return None
    return Player.objects.filter(tokens__digest=Token.digest_of(secret), is_active=True).first()


def player_by_username(username: str) -> Player | None:
    """Return the active player of that username, in whatever case; None if there is none."""
    return Player.objects.named(username).filter(is_active=True).first()
