"""Matches that nobody goes on with, and no clock ends."""

import logging
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from games.models import Match, MatchStatus
from games.services.leaving import call_off, note
from games.services.progress import lock_match
from scopa_site.transactions import one_transaction

__all__ = ["ABANDONED_AFTER", "abandon_match", "sweep_abandoned"]

logger = logging.getLogger(__name__)

ABANDONED_AFTER: Final = timedelta(days=30)
_SWEEP_LIMIT: Final = 500


def sweep_abandoned(*, now: datetime) -> int:
    """Call off the matches without a limit in which nothing happened for so long."""
    idle = Match.objects.filter(
        status=MatchStatus.ACTIVE, deadline_at=None, updated_at__lt=now - ABANDONED_AFTER
    )
    oldest = idle.order_by("updated_at").values_list("public_id", flat=True)
    return sum(_tried(match_id, now) for match_id in oldest[:_SWEEP_LIMIT])


def abandon_match(*, match_id: UUID, now: datetime) -> bool:
    """Call one match off; False when it is not abandoned: looked at again under the row lock.

    Nobody wins: an unlimited match is unrated, and nobody was told to hurry.
    """
    with one_transaction():
        record = lock_match(match_id)
        match = record.match
        if match.status != MatchStatus.ACTIVE or match.clock.kind != "unlimited":
            return False
        if match.turn_seat is None or not record.seats[match.turn_seat].is_played_by_person:
            return False
        if match.updated_at >= now - ABANDONED_AFTER:
            return False
        note(record, "abandoned", record.seats[match.turn_seat], now=now)
        call_off(record, "abandoned", now=now)
    return True


def _tried(match_id: UUID, now: datetime) -> int:
    """Do one; whatever is wrong with a match must not keep the sweep from those behind it."""
    try:
        return int(abandon_match(match_id=match_id, now=now))
    except Exception:
        logger.exception("the sweep left match %s to the next one", match_id)
        return 0
