"""Reminders of turns that run. The next is a column; a sweep may come late, or twice."""

from datetime import datetime
from typing import Final
from uuid import UUID

from games import clock
from games.models import Match
from games.queries import REMINDER_SWEEP
from games.records import MatchRecord
from games.services import news, outages, turns
from games.services.progress import lock_match
from games.services.sweeping import each_alone
from scopa_site.outbox.claims import beat
from scopa_site.statements import update_row
from scopa_site.transactions import one_transaction

__all__ = ["remind", "sweep_reminders"]

_SWEEP_LIMIT: Final = 500


def sweep_reminders(*, now: datetime) -> int:
    """Remind of every turn whose next reminder is due; return how many were.

    While the service itself cannot be played on, nobody is reminded.
    """
    reminded = 0
    if not outages.deadlines_are_frozen(now=now):
        due = Match.objects.filter(world__isnull=True, remind_at__lte=now)
        oldest = due.order_by("remind_at").values_list("public_id", flat=True)
        reminded = each_alone(remind, oldest[:_SWEEP_LIMIT], now=now)
    beat(REMINDER_SWEEP, now=now)
    return reminded


def remind(*, match_id: UUID, now: datetime) -> bool:
    """Remind whoever is on turn in a match, with the latest rung that is due.

    False when nothing is due after all: looked at again under the row lock. The match does not
    become another by it: its version stays.
    """
    with one_transaction():
        record = lock_match(match_id)
        match = record.match
        if match.remind_at is None or match.remind_at > now:
            return False
        outages.settle(record, now=now)  # the deadline may be a later one
        rung = _due(record, now)
        if rung is not None:
            _tell(record, rung, now)
            match.reminded = rung.name
        match.remind_at = _next(record, now)
        update_row(match, "remind_at", "reminded")
    return rung is not None


def _due(record: MatchRecord, now: datetime) -> clock.Rung | None:
    """Give the latest rung that is due: none once the time is over, or while it stands still."""
    deadline = record.match.deadline_at
    if deadline is None or now >= deadline or _resumes(record, now) > now:
        return None
    due = [rung for rung in turns.rungs_of(record) if rung.at <= now]
    return due[-1] if due else None


def _next(record: MatchRecord, now: datetime) -> datetime | None:
    """Tell when to look at the match again; with a deadline that moves this is reckoned anew."""
    deadline = record.match.deadline_at
    if deadline is None or now >= deadline:
        return None
    rungs = turns.rungs_of(record)
    return max(rungs[0].at, _resumes(record, now)) if rungs else None


def _resumes(record: MatchRecord, now: datetime) -> datetime:
    """Give the end of the pause, the holiday or the outage that runs; else the instant itself."""
    turn = record.match.turn_seat
    stops = () if turn is None else turns.stops_of(record, record.seats[turn])
    return clock.after_stops(now, stops)


def _tell(record: MatchRecord, rung: clock.Rung, now: datetime) -> None:
    match = record.match
    assert match.turn_seat is not None, "only a turn has rungs"  # noqa: S101 - for the types
    data = {
        "version": match.version,
        "ply": match.ply,
        "rung": rung.name,
        "deadline_at": news.moment(match.deadline_at),
        "last": rung.is_last,
    }
    news.tell(record, "match.reminder", data, now=now, to=[record.seats[match.turn_seat]])
