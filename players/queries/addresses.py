"""Read which address a player has, and which waits to be verified."""

from collections.abc import Iterable
from dataclasses import dataclass

from allauth.account.models import EmailAddress

__all__ = ["Addresses", "addresses_of"]


@dataclass(frozen=True, slots=True)
class Addresses:
    """The address of a player, and another that takes its place once it is verified."""

    email: str = ""
    is_verified: bool = False
    pending: str | None = None


def addresses_of(player_id: int) -> Addresses:
    """Return the addresses of a player. One query."""
    rows: Iterable[EmailAddress] = EmailAddress.objects.filter(user_id=player_id)
    email, is_verified, pending = "", False, None
    for row in rows:
        if row.primary:
            email, is_verified = row.email, row.verified
        else:
            pending = row.email
    return Addresses(email, is_verified, pending)
