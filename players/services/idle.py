"""Part with guests who have not been here for long: nobody can come back to ask for it."""

import logging
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import Exists, F, OuterRef, ProtectedError, QuerySet
from django.db.models.functions import Coalesce

from players.models import Player, Token
from players.registries import stakes
from players.services.erasure import erase
from scopa_site.transactions import one_transaction

__all__ = ["purge_idle_guests"]

logger = logging.getLogger(__name__)

_BATCH: Final = 100


def purge_idle_guests(*, now: datetime) -> int:
    """Part with some of the guests who were idle for GUEST_IDLE_DAYS; return how many.

    Who left nothing that concerns others is deleted, anybody else erased: the matches stay, under
    a name that says nothing. One whom that fails is passed over and tried again the next time. May
    run twice, and at once.
    """
    since = now - timedelta(days=settings.GUEST_IDLE_DAYS)
    batch = list(_idle(since).order_by("pk").values_list("pk", flat=True)[:_BATCH])
    return sum(_parted(player_id, since, now) for player_id in batch)


def _idle(since: datetime) -> QuerySet[Player]:
    """Select the guests of the real world who neither came nor were here since then."""
    at = Coalesce(F("last_used_at"), F("created_at"))
    tokens = Token.objects.alias(used_at=at).filter(player=OuterRef("pk"))
    guests = Player.objects.filter(is_guest=True, is_staff=False, world__isnull=True)
    before = guests.filter(erased_at__isnull=True, last_login__lt=since, date_joined__lt=since)
    return before.exclude(Exists(tokens.filter(used_at__gte=since)))


def _parted(player_id: int, since: datetime, now: datetime) -> bool:
    try:
        if _deleted(player_id, since):
            return True
        if not _idle(since).filter(pk=player_id).exists():
            return False
        return erase(player_id=player_id, now=now)
    except Exception:  # one guest who cannot be erased must not keep all others
        logger.exception("an idle guest could not be parted with: %s", player_id)
        return False


def _deleted(player_id: int, since: datetime) -> bool:
    """Delete a guest who is still idle and has nothing that others need; tell whether."""
    if any(has_stake(player_id) for has_stake in stakes.values()):
        return False
    try:
        with one_transaction():
            # Locked: a guest who comes back at this moment is met before, or not at all.
            player = _idle(since).select_for_update(of=("self",)).filter(pk=player_id).first()
            if player is None:
                return False
            player.delete()
    except ProtectedError:  # seated meanwhile
        return False
    return True
