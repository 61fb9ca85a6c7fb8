"""Ways out of a match, and back into it."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet

from games import engine
from games.errors import (
    AlreadyPlayed,
    NothingToClaim,
    NotSubstituted,
    SeatHandedOver,
    TurnBeingPlayed,
)
from games.models import (
    CLOCK_FIELDS,
    AiTurn,
    Deal,
    DealStatus,
    LogLine,
    MatchStatus,
    PauseRequest,
    Seat,
    SeatStatus,
    Timeout,
)
from games.records import MatchRecord
from games.services import news, turns
from games.services.play import PersonActor, check_present, open_state, seat_of_actor
from games.services.progress import lock_match, owe_ai_turn_again, write_end
from games.services.series import note_series
from scopa_site.transactions import one_transaction

__all__ = [
    "abort_match",
    "call_off",
    "claim_timeout",
    "forfeit",
    "hand_over",
    "note",
    "resign_match",
    "return_to_seat",
    "side_plays_on",
]

Claim = Literal["win", "ai"]


def resign_match(*, match_id: UUID, player_id: int, now: datetime) -> MatchRecord:
    """Give the match up: it ends and the other side wins.

    Where a partner plays on, an opponent takes the seat instead, for good.

    Raises MatchNotFound, NotSeated, MatchNotStarted, MatchCancelled, MatchFinished, SeatHandedOver.
    """
    with one_transaction():
        record = lock_match(match_id)
        seat = seat_of_actor(record, PersonActor(player_id))
        open_state(record)
        if seat.status == SeatStatus.RESIGNED:
            raise SeatHandedOver
        note(record, "resigned", seat, now=now)
        if side_plays_on(record, seat):
            hand_over(record, seat, SeatStatus.RESIGNED, now=now)
        else:
            seat.hand_over(SeatStatus.RESIGNED, level="")
            forfeit(record, seat, "resigned", now=now, by=player_id)
    return record


def abort_match(*, match_id: UUID, player_id: int, now: datetime) -> MatchRecord:
    """Call a match off before one's own first card: nobody wins and nobody loses.

    Raises MatchNotFound, NotSeated, AlreadyPlayed, SeatHandedOver, TurnExpired, MatchNotStarted,
    MatchCancelled, MatchFinished.
    """
    with one_transaction():
        record = lock_match(match_id)
        seat = seat_of_actor(record, PersonActor(player_id))
        check_abort(record, seat, now)
        note(record, "aborted", seat, now=now)
        call_off(record, "aborted", now=now, by=player_id)
    return record


def claim_timeout(*, match_id: UUID, player_id: int, outcome: Claim, now: datetime) -> MatchRecord:
    """Take the win from a seat that is out of time, or let an opponent play on for it.

    Raises MatchNotFound, NotSeated, SeatHandedOver, NothingToClaim, MatchNotStarted,
    MatchCancelled, MatchFinished.
    """
    with one_transaction():
        record = lock_match(match_id)
        late = check_claim(record, seat_of_actor(record, PersonActor(player_id)), now)
        if outcome == "ai" or side_plays_on(record, late):
            hand_over(record, late, SeatStatus.AI_SUBSTITUTE, now=now)
        else:
            late.mark(SeatStatus.TIMED_OUT)
            forfeit(record, late, "timeout", now=now, by=player_id)
    return record


def return_to_seat(*, match_id: UUID, player_id: int, now: datetime) -> MatchRecord:
    """Take the seat back from the opponent that plays in one's place.

    The first time the bank is filled; later not, or running out of time would win time.

    Raises MatchNotFound, NotSeated, NotSubstituted, TurnBeingPlayed, MatchNotStarted,
    MatchCancelled, MatchFinished.
    """
    with one_transaction():
        record = lock_match(match_id)
        seat = seat_of_actor(record, PersonActor(player_id))
        check_return(record, seat)
        seat.hand_over(SeatStatus.PLAYING, level="")
        note(record, "seat_changed", seat, now=now, status=seat.status)
        if _timeouts(record, seat).count() <= 1:
            _refill(record, seat)
        if record.match.turn_seat == seat.index:
            AiTurn.objects.filter(match=record.match, done_at=None).update(done_at=now)
            turns.give_turn(record, now=now)
        record.match.touch(*CLOCK_FIELDS, now=now)
        _tell_seat(record, seat, now)
    return record


def check_return(record: MatchRecord, seat: Seat) -> None:
    """Refuse whoever has no seat to come back to, or comes in the turn that just ran out."""
    open_state(record)
    if seat.status != SeatStatus.AI_SUBSTITUTE:
        raise NotSubstituted
    on_turn = record.match.turn_seat == seat.index
    if on_turn and _timeouts(record, seat).filter(ply=record.match.ply).exists():
        raise TurnBeingPlayed


def _timeouts(record: MatchRecord, seat: Seat) -> "QuerySet[Timeout]":
    return Timeout.objects.filter(match=record.match, seat=seat.index)


def check_abort(record: MatchRecord, seat: Seat, now: datetime) -> None:
    """Refuse to call a match off for whoever has played, has left, or is out of time."""
    open_state(record)
    if has_played(record, seat):
        raise AlreadyPlayed
    check_present(record, seat, now)


def check_claim(record: MatchRecord, claimant: Seat, now: datetime) -> Seat:
    """Give the opponent's seat that is out of time; whoever has left claims nothing."""
    open_state(record)
    late = claimable_seat(record)
    if late is None or late.side == claimant.side:
        raise NothingToClaim
    check_present(record, claimant, now)
    return late


def has_played(record: MatchRecord, seat: Seat) -> bool:
    """Tell whether a seat has played a card: seats play one after another from the first deal."""
    first = ((record.match.first_dealer or 0) + 1) % len(record.seats)
    return record.match.ply > (seat.index - first) % len(record.seats)


def claimable_seat(record: MatchRecord) -> Seat | None:
    """Give the seat whose turn ran out and that nobody has claimed yet."""
    return next((seat for seat in record.seats if seat.status == SeatStatus.CLAIMABLE), None)


def side_plays_on(record: MatchRecord, leaver: Seat) -> bool:
    """Tell whether somebody else still plays for the side: their absence must not end it."""
    return any(
        seat.side == leaver.side and seat.index != leaver.index and seat.is_played_by_person
        for seat in record.seats
    )


def forfeit(
    record: MatchRecord, seat: Seat, termination: str, *, now: datetime, by: int | None = None
) -> None:
    """End the match against a seat, by what the player `by` does, or by the clock.

    The caller holds the row lock and has marked the seat.
    """
    step = engine.resign(open_state(record), seat.index)
    record.match.ended_by_seat = seat.index
    if termination == "timeout":
        note_series(record, seat, now=now)
    _forget_what_was_open(record, now)
    write_end(record, step.state, now=now, termination=termination, by=by)


def hand_over(record: MatchRecord, seat: Seat, status: SeatStatus, *, now: datetime) -> None:
    """Let an opponent play on for a seat, at once if it is on turn. The caller holds the lock."""
    takes_turn = not seat.substitute and record.match.turn_seat == seat.index
    if takes_turn:
        turns.end_turn(record, now=now, refill=False)  # what was used is used, played or not
    seat.hand_over(status, level=settings.SCOPA_SUBSTITUTE_LEVEL)
    note(record, "seat_changed", seat, now=now, status=status)
    _close_request(record, now)
    if takes_turn:
        turns.give_turn(record, now=now)
        owe_ai_turn_again(record, now=now)
    record.match.touch(*CLOCK_FIELDS, now=now)
    _tell_seat(record, seat, now)


def _forget_what_was_open(record: MatchRecord, now: datetime) -> None:
    """Close what a match that is over owes to nobody any more."""
    AiTurn.objects.filter(match=record.match, done_at=None).update(done_at=now)
    _close_request(record, now)


def _close_request(record: MatchRecord, now: datetime) -> None:
    """Let a request for a pause lapse: who was asked is no longer who sits there."""
    asked = PauseRequest.objects.filter(match=record.match, closed_at=None)
    asked.update(closed_at=now, answer="lapsed")


def note(
    record: MatchRecord, kind: str, seat: Seat | None, *, now: datetime, **data: object
) -> None:
    """Write a line in the log of the match."""
    LogLine.objects.create(
        match=record.match,
        at=now,
        ply=record.match.ply,
        kind=kind,
        seat=None if seat is None else seat.index,
        data=data,
    )


def _refill(record: MatchRecord, seat: Seat) -> None:
    """Give whoever comes back at least the time of a first turn."""
    match = record.match
    least = min(match.clock.cap_s, match.clock.first_turn_s) * 1000
    match.banks = [
        max(bank, least) if index == seat.index else bank for index, bank in enumerate(match.banks)
    ]


def call_off(record: MatchRecord, because: str, *, now: datetime, by: int | None = None) -> None:
    """End a match in play without a result. The caller holds the row lock.

    `by`: the player who does it, if anyone.
    """
    match = record.match
    Deal.objects.filter(pk=match.open_deal_pk).update(status=DealStatus.BROKEN_OFF)
    match.open_deal = None
    match.save(update_fields=["open_deal"])
    match.close(MatchStatus.CANCELLED, because=because, now=now)
    _forget_what_was_open(record, now)
    data = {"version": match.version, "because": because}
    news.tell(record, "match.cancelled", data, now=now, by=by)


def _tell_seat(record: MatchRecord, seat: Seat, now: datetime) -> None:
    data = {"version": record.match.version, "seat": seat.index, "status": str(seat.status)}
    news.tell(record, "match.seat_changed", data, now=now)
    if record.match.turn_seat == seat.index and seat.is_played_by_person:
        news.your_turn(record, now=now)
