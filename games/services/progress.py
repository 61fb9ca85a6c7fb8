"""Write a step of the engine down: moves, deals, match, clock, and the turn that follows.

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
    SeatStatus,
)
from games.models.statements import locked_match_row
from games.queries import record_of
from games.records import MatchRecord
from games.services import news, rated, turns
from games.services.automatic import next_play
from games.services.dealing import Shuffle, deal_next
from games.services.tallies import count_match
from players.queries import time_zones
from scopa_site.statements import insert_row

__all__ = ["lock_match", "owe_ai_turn_again", "write_end", "write_move", "write_start"]

_DECISIONS = frozenset({MoveSource.PERSON, MoveSource.PLAN})


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
    match = record.match
    match.start(first_dealer=state.first_dealer, now=now)
    match.banks = [match.clock.initial_s * 1000] * len(record.seats)
    for seat in record.seats:
        seat.status = SeatStatus.PLAYING
        seat.pauses_left = match.clock.pauses_per_seat
    rated.note_guests(record)
    _note_zones(record)
    Seat.objects.bulk_update(record.seats, ["status", "pauses_left", "zone"])
    record.state = deal_next(record, state, shuffle=shuffle, now=now)
    plays = _carry_on(record, shuffle=shuffle, now=now)
    _settle(record, now)
    news.moved(record, plays, kind="match.started", now=now)


def write_move(
    record: MatchRecord,
    step: engine.Step,
    *,
    source: MoveSource,
    shuffle: Shuffle,
    now: datetime,
) -> None:
    """Append the move of `step`, deal on where a deal ended, and give the next turn.

    Forced cards and plans that follow are played with it.
    """
    turns.end_turn(record, now=now, refill=source in _DECISIONS)
    plays = [_append(record, step, source=source, shuffle=shuffle, now=now)]
    plays += _carry_on(record, shuffle=shuffle, now=now)
    _settle(record, now)
    news.moved(record, plays, now=now)
    count_match(record)
    rated.let_count(record, now=now)


def write_end(
    record: MatchRecord,
    state: engine.MatchState,
    *,
    termination: str,
    now: datetime,
    by: int | None = None,
) -> None:
    """Write down a match that ended in the middle of a deal, by what the player `by` did."""
    _close_deal(record, DealStatus.BROKEN_OFF)
    record.state = state
    _settle(record, now, termination)
    news.ended(record, now=now, by=by)
    count_match(record)
    rated.let_count(record, now=now)


def owe_ai_turn_again(record: MatchRecord, *, now: datetime) -> None:
    """Owe the move at this ply anew: it may have been owed before the person came back."""
    AiTurn.objects.filter(match=record.match, ply=record.match.ply).delete()
    _owe_ai_turn(record, now)


def _owe_ai_turn(record: MatchRecord, now: datetime) -> None:
    """Owe the move at this ply to the opponent that plays for the seat on turn."""
    match = record.match
    waits = any(seat.is_played_by_person for seat in record.seats)
    # By the clock of the service, as the sweep is, whatever that of a sandbox shows.
    owed_at = now - match.world_offset
    insert_row(AiTurn(match=match, ply=match.ply, created_at=owed_at, person_waits=waits))
    if match.world_id is not None and waits:
        jobs.run_ai_turn_on_commit(match_pk=match.pk, ply=match.ply)
    else:
        jobs.ring_ai_turn_on_commit(match_pk=match.pk, ply=match.ply, person_waits=waits)


def _note_zones(record: MatchRecord) -> None:
    """Write down where people sleep, for a clock that asks."""
    if record.match.clock.calendar == "none":
        return
    zones = time_zones([seat.player_id for seat in record.seats if seat.player_id is not None])
    for seat in record.seats:
        seat.zone = zones.get(seat.player_id or 0, seat.zone)


def _append(
    record: MatchRecord,
    step: engine.Step,
    *,
    source: MoveSource,
    shuffle: Shuffle,
    now: datetime,
) -> Move:
    played = next(event.move for event in step.events if isinstance(event, engine.CardPlayed))
    move = Move(
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
    )
    move.append()
    record.state = step.state
    if step.state.needs_deck or step.state.outcome is not None:
        _close_deal(record, DealStatus.SCORED)
    if step.state.needs_deck:
        record.state = deal_next(record, step.state, shuffle=shuffle, now=now)
    return move


def _carry_on(record: MatchRecord, *, shuffle: Shuffle, now: datetime) -> list[Move]:
    """Play what needs no asking, card after card, and start the clock of whoever must be asked."""
    plays: list[Move] = []
    while (choice := next_play(record, now=now)) is not None:
        move, source = choice
        state = record.state
        assert state is not None, "whoever plays has a state"  # noqa: S101 - for the types
        assert state.turn is not None, "and is on turn"  # noqa: S101 - for the types
        if source in _DECISIONS:
            _count_decision(record, state, now)
        step = engine.apply(state, state.turn, move)
        plays.append(_append(record, step, source=source, shuffle=shuffle, now=now))
    return plays


def _count_decision(record: MatchRecord, state: engine.MatchState, now: datetime) -> None:
    """Refill the bank for a plan as for a move made in no time."""
    match = record.match
    match.ply, match.turn_seat = state.ply, state.turn
    turns.give_turn(record, now=now)
    turns.end_turn(record, now=now, refill=True)


def _close_deal(record: MatchRecord, status: DealStatus) -> None:
    Deal.objects.filter(pk=record.match.open_deal_pk).update(status=status)
    record.match.open_deal = None


def _settle(record: MatchRecord, now: datetime, termination: str = "") -> None:
    """Write the match as it stands, and let whoever is on turn begin."""
    state, match = record.state, record.match
    assert state is not None, "only a match in play is settled"  # noqa: S101 - for the types
    match.ply, match.turn_seat = state.ply, state.turn
    turns.give_turn(record, now=now)
    match.record(state, now=now, termination=termination)
    if state.turn is not None and record.seats[state.turn].playing_level:
        _owe_ai_turn(record, now)
