"""Read the tokens of a player, and ask after some that were looked up a while ago."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q, QuerySet

from players.models import Token, TokenKind

__all__ = ["digest_of", "list_personal_tokens", "list_sessions", "still_valid"]


def digest_of(secret: str) -> str:
    """Return that of a token which may be kept in memory to ask after it."""
    return Token.digest_of(secret)


def still_valid(digests: Collection[str], *, now: datetime) -> set[str]:
    """Return those of the digests whose token still opens: not taken back, expired or shut out."""
    tokens = Token.objects.filter(digest__in=list(digests), player__is_active=True)
    return set(tokens.filter(_unexpired(now)).values_list("digest", flat=True))


def list_sessions(player_id: int) -> QuerySet[Token]:
    """List the sessions of a player."""
    return Token.objects.filter(player_id=player_id, kind=TokenKind.SESSION)


def list_personal_tokens(player_id: int, *, now: datetime) -> QuerySet[Token]:
    """List the personal tokens of a player that have not expired."""
    mine = Token.objects.filter(player_id=player_id, kind=TokenKind.PERSONAL)
    return mine.filter(_unexpired(now))


def _unexpired(now: datetime) -> Q:
    return Q(expires_at__isnull=True) | Q(expires_at__gt=now)
