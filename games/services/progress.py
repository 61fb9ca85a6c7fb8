"""Write a step of the engine down: move, deals, match, and the turn that follows.

Every function here assumes that the caller has opened the transaction and locked the match row.
"""

from datetime import datetime
from uuid import UUID

from games import engine, jobs
from games.errors import MatchNotFound
from games.models import (
    AiTurn,
    Deal,
    DealStatus,
    Move,
    MoveSource,
    Seat,
    SeatKind,
    SeatStatus,
)
from games.models.statements import locked_match_row
from games.queries import record_of
from games.records import MatchRecord
from games.services.dealing import Shuffle, deal_next
from scopa_site.statements import insert_row

__all__ = ["lock_match", "write_end", "write_move", "write_start", "write_stop"]


def lock_match(match_id: UUID) -> MatchRecord:
    """Take the row lock of a match and read it whole. Raises MatchNotFound.

    The seats are read after the lock, in a statement of their own: joined into the locking one,
    they could be older than the row that the lock waited for.
    """
    match = locked_match_row(match_id)
    if match is None:
        raise MatchNotFound
    return record_of(match)


def write_start(
    record: MatchRecord, state: engine.MatchState, *, shuffle: Shuffle, now: datetime
) -> None:
    """Deal the first deal of a match and give the first turn."""
    record.match.start(first_dealer=state.first_dealer, now=now)
    for seat in record.seats:
        seat.status = SeatStatus.PLAYING
    Seat.objects.bulk_update(record.seats, ["status"])
    _settle(record, deal_next(record, state, shuffle=shuffle, now=now), now)


def write_move(
    record: MatchRecord,
    step: engine.Step,
    *,
    source: MoveSource,
    shuffle: Shuffle,
    now: datetime,
) -> None:
    """Append the move of `step`, deal on where a deal ended, and give the next turn."""
    played = next(event.move for event in step.events if isinstance(event, engine.CardPlayed))
    Move(
        match=record.match,
        ply=played.ply,
        deal_id=record.match.open_deal_pk,
        seat=played.seat,
        card=str(played.card),
        capture=" ".join(map(str, played.capture)),
        scopa=played.scopa,
        sole=played.sole,
        source=source,
        played_at=now,
    ).append()
    state = step.state
    if state.needs_deck or state.outcome is not None:
        _close_deal(record, DealStatus.SCORED)
    if state.needs_deck:
        state = deal_next(record, state, shuffle=shuffle, now=now)
    _settle(record, state, now)


def write_end(record: MatchRecord, state: engine.MatchState, *, now: datetime) -> None:
    """Write down a match that ended in the middle of a deal."""
    _close_deal(record, DealStatus.BROKEN_OFF)
    _settle(record, state, now)


def write_stop(record: MatchRecord, *, now: datetime) -> None:
    """Call off a match that is being played; no AI owes a move in it any more."""
    _close_deal(record, DealStatus.BROKEN_OFF)
    AiTurn.objects.filter(match=record.match, done_at=None).update(done_at=now)
    record.match.cancel(now=now)


def _close_deal(record: MatchRecord, status: DealStatus) -> None:
    Deal.objects.filter(pk=record.match.open_deal_pk).update(status=status)
    record.match.open_deal = None


def _settle(record: MatchRecord, state: engine.MatchState, now: datetime) -> None:
    record.state = state
    record.match.record(state, now=now)
    if state.turn is not None and record.seats[state.turn].kind == SeatKind.AI:
        _owe_ai_turn(record, now)


def _owe_ai_turn(record: MatchRecord, now: datetime) -> None:
    match = record.match
    waits = any(seat.kind == SeatKind.PERSON for seat in record.seats)
    insert_row(AiTurn(match=match, ply=match.ply, created_at=now, person_waits=waits))
    jobs.ring_ai_turn_on_commit(match_pk=match.pk, ply=match.ply, person_waits=waits)
