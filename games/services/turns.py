"""Whose clock runs, and until when. The caller holds the row lock of the match.

The deadline of a turn is reckoned from when it began, the bank, and what does not count; whatever
changes on the way (a pause, a holiday, an outage) is added, and it is reckoned anew. So the order
of changes never matters.
"""

from datetime import datetime

from games import clock
from games.models import CLOCK_FIELDS, Seat, SeatStatus
from games.records import MatchRecord

__all__ = [
    "CLOCK_FIELDS",
    "add_stop",
    "cut_stop",
    "end_turn",
    "give_turn",
    "reckon",
    "rungs_of",
    "stops_of",
]


def give_turn(record: MatchRecord, *, now: datetime) -> None:
    """Start the clock of the seat on turn; none runs for an AI, or without a limit.

    A pause that still runs holds the new turn too.
    """
    match = record.match
    until = match.paused_until
    match.stop_clock()
    if match.turn_seat is None:
        return
    match.turn_started_at = now
    if until is not None and until > now:
        match.paused_until = until
        match.turn_stops = [_written(now, until)]
    reckon(record)


def reckon(record: MatchRecord) -> None:
    """Reckon the deadline of the running turn, and when its holder is reminded of it next.

    From what is known of it; nothing is written.
    """
    match, seat = record.match, _seat_on_turn(record)
    match.deadline_at = match.remind_at = None
    if seat is None or match.turn_started_at is None or not seat.is_played_by_person:
        return
    if seat.status == SeatStatus.CLAIMABLE:
        return  # it has run out already
    match.deadline_at = clock.deadline(
        match.clock,
        match.bank_of(seat.index),
        zone=seat.zone,
        stops=stops_of(record, seat),
        start=match.turn_started_at,
        first=is_first(record),
    )
    rungs = rungs_of(record)
    match.remind_at = rungs[0].at if rungs else None


def rungs_of(record: MatchRecord) -> tuple[clock.Rung, ...]:
    """Give the reminders that the running turn has still to come, or is owed."""
    match, seat = record.match, _seat_on_turn(record)
    if seat is None or match.turn_started_at is None or match.deadline_at is None:
        return ()
    return clock.ladder(
        match.clock,
        zone=seat.zone,
        stops=stops_of(record, seat),
        start=match.turn_started_at,
        deadline=match.deadline_at,
        told=match.reminded,
    )


def end_turn(record: MatchRecord, *, now: datetime, refill: bool) -> None:
    """Take the time of the turn from the bank of the seat on turn, and refill it for a decision."""
    match, seat = record.match, _seat_on_turn(record)
    if seat is None or match.turn_started_at is None or not seat.is_played_by_person:
        return
    bank = clock.bank_after(
        match.clock,
        match.bank_of(seat.index),
        zone=seat.zone,
        stops=stops_of(record, seat),
        start=match.turn_started_at,
        end=max(now, match.turn_started_at),
        first=is_first(record),
        refill=refill,
    )
    match.banks = list(match.banks) or [0] * len(record.seats)  # none before there were clocks
    match.banks[seat.index] = int(bank.total_seconds() * 1000)


def add_stop(record: MatchRecord, *, since: datetime, until: datetime) -> None:
    """Let an interval not count in the running turn; the caller writes CLOCK_FIELDS."""
    match = record.match
    if match.turn_started_at is None:
        return
    match.turn_stops = [*match.turn_stops, _written(max(since, match.turn_started_at), until)]
    reckon(record)


def cut_stop(record: MatchRecord, *, until: datetime, now: datetime) -> None:
    """End now what was to stop the running turn until `until`; the caller writes CLOCK_FIELDS."""
    match = record.match
    match.turn_stops = [
        _written(since, max(since, min(now, until)) if ends == until else ends)
        for since, ends in match.stops
    ]
    reckon(record)


def is_first(record: MatchRecord) -> bool:
    """Tell whether the turn that runs is the first of its seat: seats play one after another."""
    return record.match.ply < len(record.seats)


def stops_of(record: MatchRecord, seat: Seat) -> tuple[clock.Stop, ...]:
    """Give what does not count for a seat: the stops of the turn, and the holder's holiday."""
    stops = record.match.stops
    return stops if seat.away is None or not record.match.clock.holidays else (*stops, seat.away)


def _seat_on_turn(record: MatchRecord) -> Seat | None:
    turn = record.match.turn_seat
    return None if turn is None else record.seats[turn]


def _written(since: datetime, until: datetime) -> list[str]:
    return [since.isoformat(), until.isoformat()]
