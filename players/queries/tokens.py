"""Ask after tokens that were looked up a while ago."""

from collections.abc import Collection

from players.models import Token

__all__ = ["digest_of", "still_valid"]


def digest_of(secret: str) -> str:
    """Return that of a token which may be kept in memory to ask after it."""
    return Token.digest_of(secret)


def still_valid(digests: Collection[str]) -> set[str]:
    """Return those of the digests whose token was not taken back, nor its player shut out."""
    tokens = Token.objects.filter(digest__in=list(digests), player__is_active=True)
    return set(tokens.values_list("digest", flat=True))
