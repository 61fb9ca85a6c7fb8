"""Turns that ran out. Deadlines are columns; a sweep may come late, or twice."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from games.models import CLOCK_FIELDS, Match, MatchStatus, Seat, SeatStatus, Timeout
from games.queries import DEADLINE_SWEEP
from games.records import MatchRecord
from games.services import news, outages
from games.services.leaving import forfeit, hand_over, note, side_plays_on
from games.services.progress import lock_match
from games.services.sweeping import each_alone
from scopa_site.outbox.claims import beat
from scopa_site.transactions import one_transaction

__all__ = ["PATIENCE", "expire_turn", "sweep_deadlines"]

# A move that arrived in time may still wait for the row lock: longer than its statement may take.
PATIENCE: Final = timedelta(seconds=5)
_SWEEP_LIMIT: Final = 500


def sweep_deadlines(*, now: datetime) -> int:
    """Let every turn run out that is past its deadline; return how many.

    While the service itself cannot be played on, nobody's time runs out.
    """
    outages.note_outages(now=now)
    expired = 0
    if not outages.deadlines_are_frozen(now=now):
        outages.credit(now=now)
        due = Match.objects.filter(
            status=MatchStatus.ACTIVE, world__isnull=True, deadline_at__lt=now - PATIENCE
        )
        oldest = due.order_by("deadline_at").values_list("public_id", flat=True)
        expired = each_alone(expire_turn, oldest[:_SWEEP_LIMIT], now=now)
    beat(DEADLINE_SWEEP, now=now)
    return expired


def expire_turn(*, match_id: UUID, now: datetime) -> bool:
    """Let the running turn of a match run out, by the policy of its clock.

    False when it is not past its deadline after all: looked at again under the row lock.
    """
    with one_transaction():
        record = lock_match(match_id)
        match = record.match
        if match.status != MatchStatus.ACTIVE or match.turn_seat is None:
            return False
        outages.settle(record, now=now)
        if match.deadline_at is None or now - PATIENCE <= match.deadline_at:
            return False
        seat = record.seats[match.turn_seat]
        _write_timeout(record, seat, now)
        _act(record, seat, now)
    return True


def _act(record: MatchRecord, seat: Seat, now: datetime) -> None:
    policy = record.match.clock.on_timeout
    # Told before what follows from it, with the version that each of the three leads to.
    data = {"version": record.match.version + 1, "seat": seat.index, "policy": policy}
    news.tell(record, "match.timed_out", data, now=now)
    if policy == "ai" or (policy == "forfeit" and side_plays_on(record, seat)):
        hand_over(record, seat, SeatStatus.AI_SUBSTITUTE, now=now)
    elif policy == "forfeit":
        seat.mark(SeatStatus.TIMED_OUT)
        forfeit(record, seat, "timeout", now=now)
    else:
        seat.mark(SeatStatus.CLAIMABLE)
        record.match.deadline_at = record.match.remind_at = None
        record.match.touch(*CLOCK_FIELDS, now=now)


def _write_timeout(record: MatchRecord, seat: Seat, now: datetime) -> None:
    match = record.match
    assert seat.player_id is not None, "only a person has a deadline"  # noqa: S101 - for the types
    assert match.deadline_at is not None, "only a deadline runs out"  # noqa: S101
    Timeout.objects.create(
        match=match,
        ply=match.ply,
        seat=seat.index,
        player_id=seat.player_id,
        deadline_at=match.deadline_at,
        at=now,
    )
    note(record, "timed_out", seat, now=now, deadline_at=news.moment(match.deadline_at))
