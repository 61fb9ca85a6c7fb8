"""The only way a match advances."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from games import engine
from games.errors import (
    IllegalMove,
    MatchCancelled,
    MatchFinished,
    MatchNotFound,
    MatchNotStarted,
    NotSeated,
    NotYourTurn,
    StalePosition,
)
from games.models import AiTurn, MatchStatus, Move, MoveSource, Seat, SeatKind, SeatStatus
from games.records import MatchRecord
from games.services.dealing import Shuffle, secure_shuffle
from games.services.progress import lock_match, write_end, write_move
from scopa_site.integrity import translating

__all__ = ["AiActor", "PersonActor", "Played", "play_move", "resign_match"]


@dataclass(frozen=True, slots=True)
class PersonActor:
    """A player who moves for the seat that they hold."""

    player_id: int


@dataclass(frozen=True, slots=True)
class AiActor:
    """The server moving for an AI seat; `source` says who chose the card."""

    seat: int
    source: MoveSource = MoveSource.AI


Actor = PersonActor | AiActor


@dataclass(frozen=True, slots=True)
class Played:
    """The match after a move. `created` is False when the very same move was there already."""

    record: MatchRecord
    created: bool


def play_move(
    *,
    match_id: UUID,
    actor: Actor,
    ply: int,
    card: engine.Card,
    capture: tuple[engine.Card, ...] | None,
    now: datetime,
    shuffle: Shuffle = secure_shuffle,
) -> Played:
    """Play a card at `ply`: lock, check, apply, append, owe what follows, in one transaction.

    `capture` None leaves it to the rules; () lays the card down. The same move sent again changes
    nothing and answers with the match as it is, even when it is over.

    Raises MatchNotFound, NotSeated, MatchNotStarted, MatchCancelled, MatchFinished, StalePosition,
    NotYourTurn, IllegalMove.
    """
    with translating(Move, {"one_move_per_ply": _raced(ply)}), transaction.atomic(durable=True):
        record = lock_match(match_id)
        seat = _seat_of(record, actor)
        if _is_repeated(record, seat, ply, card, capture):
            return Played(record, created=False)
        state = _open_state(record)
        _check_turn(state, seat, ply)
        step = _apply(state, seat, engine.Move(card, capture))
        source = actor.source if isinstance(actor, AiActor) else MoveSource.PERSON
        write_move(record, step, source=source, shuffle=shuffle, now=now)
        if isinstance(actor, AiActor):
            AiTurn.objects.filter(match=record.match, ply=ply).update(done_at=now)
    return Played(record, created=True)


def resign_match(*, match_id: UUID, player_id: int, now: datetime) -> MatchRecord:
    """Give the match up: it ends at once and the other side wins.

    Raises MatchNotFound, NotSeated, MatchNotStarted, MatchCancelled, MatchFinished.
    """
    with transaction.atomic(durable=True):
        record = lock_match(match_id)
        seat = _seat_of(record, PersonActor(player_id))
        step = engine.resign(_open_state(record), seat.index)
        seat.mark(SeatStatus.RESIGNED)
        write_end(record, step.state, now=now)
    return record


def _raced(ply: int) -> Callable[[], StalePosition]:
    return lambda: StalePosition(ply=ply, current_ply=ply + 1)


def _seat_of(record: MatchRecord, actor: Actor) -> Seat:
    if isinstance(actor, AiActor):
        seat = record.seats[actor.seat]
        if seat.kind != SeatKind.AI:
            raise NotSeated
        return seat
    if not record.is_visible_to(actor.player_id):
        raise MatchNotFound
    held = record.seat_of(actor.player_id)
    if held is None:
        raise NotSeated
    return held


def _is_repeated(
    record: MatchRecord,
    seat: Seat,
    ply: int,
    card: engine.Card,
    capture: tuple[engine.Card, ...] | None,
) -> bool:
    """Tell whether this very move is in the log: a reply that got lost, sent again."""
    if ply >= record.match.ply:
        return False
    stored = Move.objects.filter(match=record.match, ply=ply, seat=seat.index).first()
    if stored is None or stored.card != str(card):
        return False
    if capture is None:
        return stored.sole
    return sorted(map(str, capture)) == sorted(stored.capture.split())


def _open_state(record: MatchRecord) -> engine.MatchState:
    status = record.match.status
    if status == MatchStatus.FINISHED:
        raise MatchFinished
    if status == MatchStatus.CANCELLED:
        raise MatchCancelled
    if record.state is None:
        raise MatchNotStarted
    return record.state


def _check_turn(state: engine.MatchState, seat: Seat, ply: int) -> None:
    if ply != state.ply:
        raise StalePosition(ply=ply, current_ply=state.ply)
    if seat.index != state.turn:
        raise NotYourTurn(turn=state.turn)


def _apply(state: engine.MatchState, seat: Seat, move: engine.Move) -> engine.Step:
    try:
        return engine.apply(state, seat.index, move)
    except engine.RuleError as error:
        raise IllegalMove(error, engine.legal_moves(state)) from error
