"""What the people at a table hear of it: one event a person for each change, in its transaction."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from games.models import Move, MoveSource, Seat, SeatKind
from games.notices import Hearer
from games.records import MatchRecord
from players.services.feed import NewEvent, publish
from scopa_site import time

__all__ = ["ended", "moment", "moved", "people", "tell", "your_turn"]

_TOLD_AS_PERSON: Final = {MoveSource.PLAN: MoveSource.PERSON}  # a plan is known to its owner alone


def tell(
    record: MatchRecord,
    kind: str,
    data: Mapping[str, Any] | None = None,
    *,
    now: datetime,
    to: Iterable[Seat] | None = None,
    by: int | None = None,
) -> None:
    """Publish an event to each person at the table, or to those seats.

    `by`: the player who did it. It is in their feed too, but nobody writes to them of it.
    """
    seats = people(record) if to is None else to
    _publish(record, [_event(record, seat, kind, dict(data or {}), by) for seat in seats], now)


def moved(
    record: MatchRecord, plays: Sequence[Move], *, kind: str = "match.moved", now: datetime
) -> None:
    """Tell of cards played together, of whose turn it is then, and of the end of the match."""
    match, seats = record.match, people(record)
    data = {"version": match.version, "ply": match.ply, "plays": [_play(play) for play in plays]}
    events = [_event(record, seat, kind, data) for seat in seats]
    if match.turn_seat is not None:
        seat = record.seats[match.turn_seat]
        if seat.is_played_by_person:
            events.append(_event(record, seat, "match.your_turn", _turn(record)))
    elif match.termination:
        events += [_event(record, seat, "match.finished", _result(record)) for seat in seats]
    _publish(record, events, now)


def ended(record: MatchRecord, *, now: datetime, by: int | None = None) -> None:
    """Tell of the end of a match to which no card led, but the player `by`, if anyone."""
    tell(record, "match.finished", _result(record), now=now, by=by)


def your_turn(record: MatchRecord, *, now: datetime) -> None:
    """Tell whoever is on turn that the turn is theirs, where no card led to it."""
    turn = record.match.turn_seat
    if turn is not None and record.seats[turn].is_played_by_person:
        tell(record, "match.your_turn", _turn(record), now=now, to=[record.seats[turn]])


def people(record: MatchRecord) -> list[Seat]:
    """List the seats that people hold, also those who are away from them; not those erased."""
    return [
        seat
        for seat in record.seats
        if seat.kind == SeatKind.PERSON and seat.player_id is not None and not seat.is_erased
    ]


def _publish(record: MatchRecord, events: Sequence[NewEvent], now: datetime) -> None:
    """Publish to those who are there, having locked the feeds of all at the table.

    A transaction may tell more than once: whoever is told first must not decide which feed is
    locked first, or two tables of the same people could wait for each other.
    """
    everybody = [seat.player_id for seat in people(record) if seat.player_id is not None]
    heard = [event for event in events if event.player_id in everybody]
    publish(heard, now=now, locking=everybody)


def _event(
    record: MatchRecord, seat: Seat, kind: str, data: dict[str, Any], by: int | None = None
) -> NewEvent:
    if seat.player_id is None:
        raise ValueError(f"seat {seat.index} is nobody's: there is no one to tell")
    return NewEvent(
        player_id=seat.player_id,
        type=kind,
        subject=record.match.public_id,
        data=data,
        aside=Hearer(record, seat, is_own=seat.player_id == by),
    )


def _play(move: Move) -> dict[str, Any]:
    return {
        "ply": move.ply,
        "seat": move.seat,
        "card": move.card,
        "capture": move.capture.split(),
        "scopa": move.scopa,
        "source": str(_TOLD_AS_PERSON.get(MoveSource(move.source), move.source)),
    }


def _turn(record: MatchRecord) -> dict[str, Any]:
    match = record.match
    return {
        "version": match.version,
        "ply": match.ply,
        "deadline_at": moment(match.deadline_at),
    }


def _result(record: MatchRecord) -> dict[str, Any]:
    match = record.match
    return {
        "version": match.version,
        "winner_side": match.winner_side,
        "termination": match.termination,
    }


def moment(at: datetime | None) -> str | None:
    """Write an instant as the API does."""
    return None if at is None else time.written(at)
