"""The only way a match advances."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from games import engine
from games.errors import (
    IllegalMove,
    MatchCancelled,
    MatchFinished,
    MatchNotFound,
    MatchNotStarted,
    NotSeated,
    NotYourTurn,
    SeatHandedOver,
    StalePosition,
    TurnExpired,
)
from games.models import AiTurn, MatchStatus, Move, MoveSource, Seat, SeatStatus
from games.records import MatchRecord
from games.services import outages
from games.services.dealing import Shuffle, secure_shuffle
from games.services.progress import lock_match, write_move
from scopa_site.integrity import translating
from scopa_site.transactions import one_transaction

__all__ = [
    "Actor",
    "AiActor",
    "PersonActor",
    "Played",
    "check_time",
    "check_turn",
    "open_state",
    "play_move",
    "seat_of_actor",
]


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
    nothing and answers with the match as it is, even when it is over. `now` is when the move
    arrived: after the deadline it is too late, whether or not the sweep has come by.

    Raises MatchNotFound, NotSeated, SeatHandedOver, MatchNotStarted, MatchCancelled, MatchFinished,
    StalePosition, NotYourTurn, TurnExpired, IllegalMove.
    """
    with translating(Move, {"one_move_per_ply": _raced(ply)}), one_transaction():
        record = lock_match(match_id)
        seat = seat_of_actor(record, actor)
        if _is_repeated(record, seat, ply, card, capture):
            return Played(record, created=False)
        state = open_state(record)
        check_turn(state, seat, ply)
        if isinstance(actor, PersonActor):
            if _is_late(record, now):
                outages.settle(record, now=now, by_web=True)
            check_time(record, now)
        step = _apply(state, seat, engine.Move(card, capture))
        if seat.status == SeatStatus.CLAIMABLE:
            seat.mark(SeatStatus.PLAYING)
        source = actor.source if isinstance(actor, AiActor) else MoveSource.PERSON
        write_move(record, step, source=source, shuffle=shuffle, now=now)
        if isinstance(actor, AiActor):
            AiTurn.objects.filter(match=record.match, ply=ply).update(done_at=now)
    return Played(record, created=True)


def _raced(ply: int) -> Callable[[], StalePosition]:
    return lambda: StalePosition(ply=ply, current_ply=ply + 1)


def seat_of_actor(record: MatchRecord, actor: Actor) -> Seat:
    """Find the seat that an actor moves for. Raises MatchNotFound, NotSeated, SeatHandedOver."""
    if isinstance(actor, AiActor):
        seat = record.seats[actor.seat]
        if not seat.playing_level:
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


def open_state(record: MatchRecord) -> engine.MatchState:
    """Give the state of a match in play. Raises MatchFinished, MatchCancelled, MatchNotStarted."""
    status = record.match.status
    if status == MatchStatus.FINISHED:
        raise MatchFinished
    if status in {MatchStatus.CANCELLED, MatchStatus.EXPIRED}:
        raise MatchCancelled
    if record.state is None:
        raise MatchNotStarted
    return record.state


def check_turn(state: engine.MatchState, seat: Seat, ply: int) -> None:
    """Refuse a move of another seat, or at another ply. Raises StalePosition, NotYourTurn."""
    if ply != state.ply:
        raise StalePosition(ply=ply, current_ply=state.ply)
    if seat.index != state.turn:
        raise NotYourTurn(turn=state.turn)


def check_time(record: MatchRecord, now: datetime) -> None:
    """Refuse a person's move while an opponent plays for the seat on turn, or after the deadline.

    Where timeouts are claimed, a late move is good until one is.

    Raises SeatHandedOver, TurnExpired.
    """
    if record.seats[record.match.turn_seat or 0].substitute:
        raise SeatHandedOver
    if _is_late(record, now):
        raise TurnExpired(deadline=_shown(record.match.deadline_at))


def check_present(record: MatchRecord, seat: Seat, now: datetime) -> None:
    """Refuse what only somebody who plays may do: not whoever left, and not whoever is late.

    Raises SeatHandedOver, TurnExpired.
    """
    if seat.substitute or seat.status == SeatStatus.RESIGNED:
        raise SeatHandedOver
    match = record.match
    late = match.deadline_at is not None and now > match.deadline_at
    if seat.status == SeatStatus.CLAIMABLE or (late and match.turn_seat == seat.index):
        raise TurnExpired(deadline=_shown(match.deadline_at))


def _shown(deadline: datetime | None) -> str:
    return "–" if deadline is None else f"{deadline:%Y-%m-%d %H:%M:%S} UTC"


def _is_late(record: MatchRecord, now: datetime) -> bool:
    match = record.match
    if match.deadline_at is None or match.clock.on_timeout == "claim":
        return False
    return now > match.deadline_at


def _apply(state: engine.MatchState, seat: Seat, move: engine.Move) -> engine.Step:
    try:
        return engine.apply(state, seat.index, move)
    except engine.RuleError as error:
        raise IllegalMove(error, engine.legal_moves(state)) from error
