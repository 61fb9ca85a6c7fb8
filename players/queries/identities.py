"""Read which identities of other providers open an account."""

from dataclasses import dataclass
from datetime import datetime

from allauth.socialaccount.models import SocialAccount

__all__ = ["LinkedIdentity", "identities_of"]


@dataclass(frozen=True, slots=True)
class LinkedIdentity:
    """A provider, and since when its identity opens the account."""

    provider: str
    since: datetime


def identities_of(player_id: int) -> list[LinkedIdentity]:
    """Return the identities that are linked to a player, in order of providers. One query."""
    rows = SocialAccount.objects.filter(user_id=player_id).order_by("provider")
    return [LinkedIdentity(*row) for row in rows.values_list("provider", "date_joined")]
