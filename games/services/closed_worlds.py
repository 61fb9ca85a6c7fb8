"""Sweep away sandboxes that were closed: nobody can look at anything there any more."""

import logging
from datetime import datetime, timedelta
from typing import Final

from games.models import Match
from players.models import World
from scopa_site.transactions import one_transaction

__all__ = ["KEPT_FOR", "sweep_closed_worlds"]

logger = logging.getLogger(__name__)

KEPT_FOR: Final = timedelta(days=30)
_MOST_WORLDS: Final = 50
_MOST_MATCHES: Final = 50  # of one sandbox in one transaction


def sweep_closed_worlds(*, now: datetime) -> int:
    """Delete sandboxes that are closed and older than KEPT_FOR; return how many are gone.

    With them go their matches, some in each run, and their players. May run twice.
    """
    closed = World.objects.filter(owner=None, created_at__lt=now - KEPT_FOR)
    batch = list(closed.order_by("created_at").values_list("pk", flat=True)[:_MOST_WORLDS])
    return sum(_tried(world_id) for world_id in batch)


def _tried(world_id: int) -> bool:
    try:
        return _swept(world_id)
    except Exception:  # one that cannot be deleted must not keep all others
        logger.exception("a closed sandbox was left to the next sweep: %s", world_id)
        return False


def _swept(world_id: int) -> bool:
    with one_transaction():
        world = World.objects.select_for_update().filter(pk=world_id).first()
        if world is None:
            return False
        matches = Match.objects.filter(world=world)
        some = list(matches.order_by("pk").values_list("pk", flat=True)[:_MOST_MATCHES])
        Match.objects.filter(pk__in=some).delete()
        if matches.exists():
            return False
        world.delete()
        return True
