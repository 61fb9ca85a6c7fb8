"""Matches that nobody goes on with, and no clock ends."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from games.models import Match, MatchStatus, Seat, SeatStatus
from games.records import MatchRecord
from games.services.leaving import call_off, claimable_seat, forfeit, note
from games.services.progress import lock_match
from games.services.sweeping import each_alone
from scopa_site.transactions import one_transaction

__all__ = ["ABANDONED_AFTER", "abandon_match", "sweep_abandoned"]

ABANDONED_AFTER: Final = timedelta(days=30)
_SWEEP_LIMIT: Final = 500


def sweep_abandoned(*, now: datetime) -> int:
    """End the matches that no clock ends, and in which nothing happened for so long."""
    unclaimed = Seat.objects.filter(match=OuterRef("pk"), status=SeatStatus.CLAIMABLE)
    idle = Match.objects.filter(
        Q(clock_spec__kind="unlimited") | Q(clock_spec={}) | Exists(unclaimed),
        status=MatchStatus.ACTIVE,
        world__isnull=True,
        deadline_at=None,
        updated_at__lt=now - ABANDONED_AFTER,
    )
    oldest = idle.order_by("updated_at").values_list("public_id", flat=True)
    return each_alone(abandon_match, oldest[:_SWEEP_LIMIT], now=now)


def abandon_match(*, match_id: UUID, now: datetime) -> bool:
    """End one match; False when it is not abandoned: looked at again under the row lock.

    Without a limit nobody wins: such a match is unrated, and nobody was told to hurry. A seat that
    ran out of time and that nobody claimed has lost.
    """
    with one_transaction():
        record = lock_match(match_id)
        match = record.match
        if match.status != MatchStatus.ACTIVE or match.updated_at >= now - ABANDONED_AFTER:
            return False
        late = claimable_seat(record)
        if late is not None:
            late.mark(SeatStatus.TIMED_OUT)
            forfeit(record, late, "timeout", now=now)
            return True
        return _is_called_off(record, now)


def _is_called_off(record: MatchRecord, now: datetime) -> bool:
    match = record.match
    if match.clock.kind != "unlimited" or match.turn_seat is None:
        return False
    seat = record.seats[match.turn_seat]
    if not seat.is_played_by_person:
        return False
    note(record, "abandoned", seat, now=now)
    call_off(record, "abandoned", now=now)
    return True
