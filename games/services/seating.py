"""Turn the seats asked for into rows, or say what is wrong with them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games import engine
from games.ai import LEVELS
from games.errors import InvalidSeats
from games.models import Seat, SeatKind, SeatStatus
from players.queries import player_by_username
from players.queries.ties import is_blocked_between
from scopa_site.errors import FieldProblem

__all__ = ["SEAT_TYPES", "SeatRequest", "planned_seats"]

SEAT_TYPES = ("me", "ai", "open", "player", "link")


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """One seat as asked for: `me`, `ai` with a level, `open`, `link`, or `player` by username."""

    type: str
    level: str | None = None
    username: str | None = None


class _Refused(Exception):
    def __init__(self, field: str, code: str, detail: str) -> None:
        self.field, self.code, self.detail = field, code, detail


def planned_seats(
    requests: Sequence[SeatRequest], *, rules: engine.RuleSet, creator_id: int
) -> list[Seat]:
    """Make the unsaved seat rows of a new match.

    Raises InvalidSeats with one error for each seat that is wrong.
    """
    wanted = rules.table.players
    if len(requests) != wanted:
        detail = _("This game has %(wanted)s seats, not %(given)s.") % {
            "wanted": wanted,
            "given": len(requests),
        }
        raise InvalidSeats(errors=[FieldProblem("/seats", "wrong_seat_count", detail)])
    seats: list[Seat] = []
    problems: list[FieldProblem] = []
    for index, request in enumerate(requests):
        try:
            seat = _planned(request, creator_id, {each.player_id for each in seats})
        except _Refused as refused:
            pointer = f"/seats/{index}/{refused.field}"
            problems.append(FieldProblem(pointer, refused.code, refused.detail))
            continue
        seat.index, seat.side = index, engine.side_of(rules, index)
        seats.append(seat)
    if problems:
        raise InvalidSeats(errors=problems)
    return seats


def _planned(request: SeatRequest, creator_id: int, seated: set[int | None]) -> Seat:
    if request.type == "open":
        _refuse_extras(request, "level", "username")
        return Seat(kind=SeatKind.OPEN, status=SeatStatus.OPEN, was_open=True)
    if request.type == "link":
        _refuse_extras(request, "level", "username")
        return Seat(kind=SeatKind.OPEN, status=SeatStatus.OPEN, by_link=True)
    if request.type == "ai":
        _refuse_extras(request, "username")
        return _ai_seat(request.level)
    if request.type == "me":
        _refuse_extras(request, "level", "username")
        return _person_seat(creator_id, SeatStatus.JOINED, seated, "type")
    if request.type == "player":
        _refuse_extras(request, "level")
        return _invited_seat(request.username, creator_id, seated)
    known = ", ".join(SEAT_TYPES)
    raise _Refused("type", "unknown_seat_type", _("Known types: %(known)s.") % {"known": known})


def _ai_seat(level: str | None) -> Seat:
    if level is None or level not in LEVELS:
        known = ", ".join(LEVELS)
        raise _Refused("level", "unknown_level", _("Known levels: %(known)s.") % {"known": known})
    return Seat(kind=SeatKind.AI, status=SeatStatus.JOINED, level=level)


def _invited_seat(username: str | None, creator_id: int, seated: set[int | None]) -> Seat:
    if not username:
        raise _Refused("username", "required", _("Say whom to invite."))
    player = player_by_username(username, beside=creator_id)
    if player is None:
        raise _Refused("username", "unknown_player", _("There is no such player."))
    if player.pk == creator_id:
        raise _Refused("username", "invited_self", _("Take a seat yourself with the type “me”."))
    if is_blocked_between(creator_id, player.pk):
        # It does not say who blocked whom: the other may be the one, and is never given away.
        raise _Refused("username", "cannot_be_invited", _("This player cannot be invited."))
    return _person_seat(player.pk, SeatStatus.INVITED, seated, "username")


def _person_seat(player_id: int, status: SeatStatus, seated: set[int | None], field: str) -> Seat:
    if player_id in seated:
        raise _Refused(field, "player_seated_twice", _("Nobody can hold two seats of a match."))
    return Seat(kind=SeatKind.PERSON, status=status, player_id=player_id)


def _refuse_extras(request: SeatRequest, *fields: str) -> None:
    for field in fields:
        if getattr(request, field) is not None:
            raise _Refused(
                field,
                "not_for_this_type",
                _("A seat of the type “%(type)s” has no such field.") % {"type": request.type},
            )
