"""What a viewer may do with a match now, and why not: the code with which the call would refuse.

Each action is tried as far as it can be without changing or reading anything: the checks of the
services themselves, in their order. What depends on more than the match (how many matches somebody
has open, who blocked whom) is for the call to find out.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from games.errors import (
    AlreadySeated,
    MatchCancelled,
    MatchFinished,
    MatchNotFinished,
    MatchNotStarted,
    NotCreator,
    NotInvited,
    NotSeated,
    SeatHandedOver,
    SeatTaken,
    TableIsSilent,
)
from games.models import MatchStatus, Seat, SeatKind, SeatStatus, Talk
from games.records import MatchRecord
from games.services import pause_checks
from games.services.leaving import check_abort, check_claim, check_return
from games.services.offers import check_offered
from games.services.plans import check_plan
from games.services.play import PersonActor, check_time, check_turn, open_state, seat_of_actor
from games.services.talk import check_write
from scopa_site.errors import DomainError

__all__ = ["ACTIONS", "allowed_actions"]

Check = Callable[[MatchRecord, int, datetime], object]

_NOBODY: Final = 0  # no player has this key


def allowed_actions(
    record: MatchRecord, viewer_id: int | None, now: datetime
) -> list[dict[str, Any]]:
    """List every action: whether the viewer may do it now, else the code of the refusal."""
    viewer = _NOBODY if viewer_id is None else viewer_id
    return [_tried(name, check, record, viewer, now) for name, check in _CHECKS.items()]


def _tried(
    name: str, check: Check, record: MatchRecord, viewer_id: int, now: datetime
) -> dict[str, Any]:
    try:
        check(record, viewer_id, now)
    except DomainError as error:
        return {"action": name, "allowed": False, "reason": error.code}
    return {"action": name, "allowed": True, "reason": None}


# While it is played


def _move(record: MatchRecord, viewer_id: int, now: datetime) -> None:
    seat = _seat(record, viewer_id)
    state = open_state(record)
    check_turn(state, seat, state.ply)
    check_time(record, now)


def _resign(record: MatchRecord, viewer_id: int, now: datetime) -> None:
    seat = _in_play(record, viewer_id)
    if seat.status == SeatStatus.RESIGNED:
        raise SeatHandedOver


def _abort(record: MatchRecord, viewer_id: int, now: datetime) -> None:
    check_abort(record, _in_play(record, viewer_id), now)


def _claim(record: MatchRecord, viewer_id: int, now: datetime) -> None:
    check_claim(record, _in_play(record, viewer_id), now)


def _return(record: MatchRecord, viewer_id: int, now: datetime) -> None:
    check_return(record, _in_play(record, viewer_id))


# Before the first deal


def _join(record: MatchRecord, viewer_id: int, now: datetime) -> None:
    held = record.seat_of(viewer_id)
    if held is not None and held.status != SeatStatus.INVITED:
        raise AlreadySeated(seat=held.index)
    if record.match.status in {MatchStatus.OFFERED, MatchStatus.CANCELLED, MatchStatus.EXPIRED}:
        check_offered(record, now=now)
    is_free = any(seat.kind == SeatKind.OPEN and not seat.by_link for seat in record.seats)
    if held is None and not is_free:
        raise SeatTaken


def _decline(record: MatchRecord, viewer_id: int, now: datetime) -> None:
    check_offered(record, now=now)
    seat = record.seat_of(viewer_id)
    is_creator = record.match.creator_id == viewer_id
    if seat is None or (is_creator and not (seat.was_open or seat.by_link)):
        raise NotInvited


def _cancel(record: MatchRecord, viewer_id: int, now: datetime) -> None:
    if record.match.creator_id != viewer_id:
        raise NotCreator
    if record.match.status == MatchStatus.FINISHED:
        raise MatchFinished
    if not record.is_played_by_ais:
        check_offered(record, now=now)


# What is said, and what comes after


def _rematch(record: MatchRecord, viewer_id: int, now: datetime) -> None:
    _own(record, viewer_id)
    if record.match.status != MatchStatus.FINISHED:
        raise MatchNotFinished


def _react(record: MatchRecord, viewer_id: int, now: datetime) -> None:
    _may_speak(record, viewer_id)
    if record.match.status == MatchStatus.ACTIVE and record.match.talk == Talk.SILENT:
        raise TableIsSilent


def _write(record: MatchRecord, viewer_id: int, now: datetime) -> None:
    _may_speak(record, viewer_id)
    check_write(record, viewer_id)


def _may_speak(record: MatchRecord, viewer_id: int) -> None:
    _own(record, viewer_id)
    if record.match.status in {MatchStatus.CANCELLED, MatchStatus.EXPIRED}:
        raise MatchCancelled
    if record.match.status == MatchStatus.OFFERED:
        raise MatchNotStarted


def _own(record: MatchRecord, viewer_id: int) -> Seat:
    seat = record.seat_of(viewer_id)
    if seat is None:
        raise NotSeated
    return seat


def _seat(record: MatchRecord, viewer_id: int) -> Seat:
    return seat_of_actor(record, PersonActor(viewer_id))


def _in_play(record: MatchRecord, viewer_id: int) -> Seat:
    seat = _seat(record, viewer_id)
    open_state(record)
    return seat


_CHECKS: Final[Mapping[str, Check]] = {
    "move": _move,
    "plan": lambda record, viewer_id, now: check_plan(record, viewer_id),
    "resign": _resign,
    "abort": _abort,
    "claim_timeout": _claim,
    "return": _return,
    "ask_pause": pause_checks.check_ask,
    "accept_pause": lambda record, viewer_id, now: pause_checks.check_accept(record, viewer_id),
    "refuse_pause": lambda record, viewer_id, now: pause_checks.check_refuse(record, viewer_id),
    "resume": pause_checks.check_resume,
    "join": _join,
    "decline": _decline,
    "cancel": _cancel,
    "rematch": _rematch,
    "react": _react,
    "message": _write,
}
ACTIONS: Final = tuple(_CHECKS)
