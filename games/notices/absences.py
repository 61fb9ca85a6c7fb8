"""Somebody is not there: a turn ran out, the computer took a seat, a pause is asked for."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import PauseRequest, Seat, SeatStatus
from games.notices.hearer import hearer_of
from games.notices.phrases import lasting
from games.notices.tables import Table
from games.notices.telling import ON, kept, over_where, worded
from players.notifications.registry import Heard, Notice, NoticeSource, NotificationType, Over

__all__ = ["AI_TOOK_SEAT", "PAUSE_ASKED", "TIMEOUT"]


# What is made of the events


def _timed_out(event: Heard) -> NoticeSource:
    data = kept(event.data, "version", "seat", "policy")
    return NoticeSource(f"timeout:{event.subject}:{data['version']}", data)


def _taken(event: Heard) -> NoticeSource | None:
    """To whose seat it is alone. Who gave up knows."""
    hearer = hearer_of(event)
    data = kept(event.data, "version", "seat", "status")
    if hearer is None or hearer.seat.index != data["seat"]:
        return None
    if data["status"] != SeatStatus.AI_SUBSTITUTE:
        return None
    return NoticeSource(f"ai:{event.subject}:{data['version']}", data)


def _pause_asked(event: Heard) -> NoticeSource | None:
    """To those who must answer."""
    hearer = hearer_of(event)
    if hearer is None or not hearer.seat.is_played_by_person:
        return None
    data = kept(event.data, "version", "seat", "seconds")
    return NoticeSource(f"pause:{event.subject}:{data['version']}", data)


# Whether there is still anything to do


def _is_settled(notice: Notice, table: Table, _now: datetime) -> bool | Over:
    """Tell whether a turn that ran out is told by something else, or was played after all.

    Whose seat the computer took hears that; a match that was lost by it at once is told so here.
    """
    late: Seat = table.seats[notice.data["seat"]]
    if table.is_finished:
        told = table.match.termination != "timeout" or notice.data["policy"] == "claim"
        return told and Over.TOLD_OTHERWISE
    if not table.is_active:
        return True
    if late.substitute:
        return late.player_id == notice.player_id and Over.TOLD_OTHERWISE
    return late.status != SeatStatus.CLAIMABLE


def _is_back(notice: Notice, table: Table, _now: datetime) -> bool:
    seat = table.seat_of(notice.player_id)
    return seat is None or not table.is_active or not seat.substitute


def _answered(notices: Sequence[Notice], _now: datetime) -> set[UUID]:
    """A request is over once it is closed, or once one has agreed. Two queries."""
    ids = {notice.subject for notice in notices if notice.subject is not None}
    rows = PauseRequest.objects.filter(match__public_id__in=ids, closed_at=None)
    asked = {row.match.public_id: row for row in rows.select_related("match").only(*_ASKED)}
    seats = Seat.objects.filter(match__in=[row.match_id for row in asked.values()])
    places: dict[tuple[int, int | None], int] = {
        (match_id, player_id): index
        for match_id, player_id, index in seats.values_list("match_id", "player_id", "index")
    }
    return {notice.id for notice in notices if not _must_answer(notice, asked, places)}


_ASKED: Final = ("match__public_id", "seat", "agreed", "made_at")


def _must_answer(
    notice: Notice,
    asked: Mapping[UUID, PauseRequest],
    places: Mapping[tuple[int, int | None], int],
) -> bool:
    request = None if notice.subject is None else asked.get(notice.subject)
    if request is None or request.seat != notice.data["seat"]:
        return False
    place = places.get((request.match_id, notice.player_id))
    return request.made_at <= notice.created_at and place not in request.agreed


# Words


def _timed_out_told(notice: Notice, table: Table) -> tuple[str, str]:
    late: Seat = table.seats[notice.data["seat"]]
    words = {
        "game": table.game,
        "names": table.against(notice.player_id),
        "name": table.name_at(late.index),
    }
    if late.player_id == notice.player_id:
        return _("Your time has run out"), str(_own_case(table, late)) % words
    case = _case(table, late, table.seat_of(notice.player_id))
    return _("%(name)s ran out of time") % words, str(case) % words


def _own_case(table: Table, late: Seat) -> object:
    if table.is_finished:
        return _LOST
    if late.substitute:
        return _SUBSTITUTED
    return _CLAIMABLE if late.status == SeatStatus.CLAIMABLE else _PLAYS_ON


def _case(table: Table, late: Seat, own: Seat | None) -> object:
    if table.is_finished:
        won = own is not None and own.side == table.match.winner_side
        return _WON if won else _LOST
    if late.substitute:
        return _COMPUTER_PLAYS
    opposes = own is not None and own.side != late.side
    return _CLAIM if opposes and late.status == SeatStatus.CLAIMABLE else _PLAYS_ON


_LOST: Final = gettext_lazy("%(game)s against %(names)s is lost.")
_WON: Final = gettext_lazy("%(game)s against %(names)s is won.")
_PLAYS_ON: Final = gettext_lazy("%(game)s against %(names)s goes on.")
_SUBSTITUTED: Final = gettext_lazy(
    "The computer plays for you: %(game)s against %(names)s. You can take your seat back."
)
_CLAIMABLE: Final = gettext_lazy(
    "%(game)s against %(names)s: play before the others claim the match."
)
_COMPUTER_PLAYS: Final = gettext_lazy(
    "%(game)s against %(names)s: the computer plays for %(name)s."
)
_CLAIM: Final = gettext_lazy(
    "%(game)s against %(names)s: claim the win, or let the computer play for %(name)s."
)


def _taken_told(notice: Notice, table: Table) -> tuple[str, str]:
    words = {"game": table.game, "names": table.against(notice.player_id)}
    told = _("%(game)s against %(names)s: your time ran out. You can take your seat back.") % words
    return _("The computer plays for you"), told


def _pause_asked_told(notice: Notice, table: Table) -> tuple[str, str]:
    words = {
        "game": table.game,
        "name": table.name_at(notice.data["seat"]),
        "length": lasting(timedelta(seconds=notice.data["seconds"])),
    }
    told = _("%(game)s: a pause of %(length)s. Agree to it, or refuse it.") % words
    return _("%(name)s asks for a pause") % words, told


TIMEOUT: Final = NotificationType(
    slug="timeout",
    label=gettext_lazy("A turn runs out"),
    event="match.timed_out",
    read=_timed_out,
    words=worded(_timed_out_told),
    over=over_where(_is_settled),
    defaults=ON,
    collapse="match",
)
AI_TOOK_SEAT: Final = NotificationType(
    slug="ai_took_seat",
    label=gettext_lazy("The computer takes your seat"),
    event="match.seat_changed",
    read=_taken,
    words=worded(_taken_told),
    over=over_where(_is_back),
    defaults=ON,
    collapse="match",
    replaces=True,
)
PAUSE_ASKED: Final = NotificationType(
    slug="pause_asked",
    label=gettext_lazy("Somebody asks for a pause"),
    event="match.pause_requested",
    read=_pause_asked,
    words=worded(_pause_asked_told),
    over=_answered,
    defaults=ON,
    collapse="match",
    replaces=True,
)
