"""Offers: somebody invites, takes a seat or refuses it, and nothing comes of it after all."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import MatchStatus, Seat, SeatStatus
from games.notices.hearer import hearer_of
from games.notices.phrases import instant
from games.notices.tables import Table
from games.notices.telling import ON, WITH_DIGEST, kept, over_where, worded
from games.set_phrases import DECLINE_REASONS
from games.wording import in_language
from players.models import Player
from players.notifications.models import Delivery
from players.notifications.registry import (
    Heard,
    Notice,
    NoticeSource,
    NotificationType,
    Over,
    Words,
)

__all__ = [
    "ACCEPTED",
    "CALLED_OFF",
    "DECLINED",
    "INVITATION",
    "INVITATIONS",
    "REMATCH",
    "invitations_told",
]

INVITATIONS: Final = "invitations"


# What is made of the events


def _invited(event: Heard) -> NoticeSource | None:
    hearer = hearer_of(event)
    if hearer is not None and hearer.match.rematch_of_id is not None:
        return None  # told as a rematch
    data = kept(event.data, "version", "seat")
    return NoticeSource(f"invitation:{event.subject}:{data['seat']}", data)


def _rematch(event: Heard) -> NoticeSource | None:
    if hearer_of(event) is None:
        return None
    data = kept(event.data, "rematch")
    return NoticeSource(f"rematch:{data['rematch']}", data)


def _joined(event: Heard) -> NoticeSource | None:
    hearer = hearer_of(event)
    if hearer is None or hearer.is_only_invited:
        return None
    data = kept(event.data, "version", "seat")
    return NoticeSource(f"accepted:{event.subject}:{data['version']}", data)


def _declined(event: Heard) -> NoticeSource | None:
    """To whoever made the offer: who refused, also once the seat is somebody else's."""
    hearer = hearer_of(event)
    if hearer is None or not hearer.is_creator:
        return None
    data: dict[str, Any] = kept(event.data, "version", "seat", "reason")
    refused = hearer.record.seats[data["seat"]].player
    data["player"] = None if refused is None else str(refused.public_id)
    return NoticeSource(f"declined:{event.subject}:{data['version']}", data)


def _called_off(event: Heard) -> NoticeSource | None:
    """To all at the table; who made an offer that is refused is told of the refusal."""
    hearer = hearer_of(event)
    if hearer is None or (hearer.is_only_invited and hearer.match.rematch_of_id is not None):
        return None
    refused = event.type == "match.declined"
    if refused and (hearer.is_creator or hearer.match.status != MatchStatus.CANCELLED):
        return None
    because = "declined" if refused else event.data["because"]
    data = {**kept(event.data, "version"), "because": because}
    if hearer.is_only_invited:
        data["invited"] = True
    return NoticeSource(f"called_off:{event.subject}", data)


# Whether there is still anything to do


def _is_answered(notice: Notice, table: Table, now: datetime) -> bool:
    seat = table.seat_of(notice.player_id)
    until = table.match.offer_expires_at
    stands = table.is_offered and (until is None or until > now)
    return not stands or seat is None or seat.status != SeatStatus.INVITED


def _knew_nothing(notices: Sequence[Notice], _now: datetime) -> set[UUID]:
    """Who was only invited hears that it is off where the invitation had gone out. One query."""
    asked = [notice for notice in notices if notice.data.get("invited")]
    if not asked:
        return set()
    sent = Delivery.objects.filter(
        player__in={notice.player_id for notice in asked},
        notification__type=INVITATION.slug,
        notification__subject__in={notice.subject for notice in asked},
        sending_since__isnull=False,
    )
    told = set(sent.values_list("player_id", "notification__subject"))
    return {notice.id for notice in asked if (notice.player_id, notice.subject) not in told}


def _in_its_place(notice: Notice) -> str:
    """Take the place of the invitation on the screen of who was only invited."""
    return INVITATION.collapse if notice.data.get("invited") else "match"


def _is_news_no_more(notice: Notice, table: Table, _now: datetime) -> bool | Over:
    """Nobody needs to be told of a seat taken once it is their turn, or nothing is to come."""
    seat = table.seat_of(notice.player_id)
    if seat is None or not (table.is_offered or table.is_active):
        return True
    if table.match.turn_seat == seat.index:
        return Over.TOLD_OTHERWISE
    return _holder(notice, table) is None


# Words


def _invited_told(notice: Notice, table: Table) -> tuple[str, str]:
    words = {"game": table.game, "names": table.others(notice.player_id)}
    told = _("%(game)s with %(names)s.") % words
    return _("%(name)s invites you") % {"name": _creator(table)}, _with_limit(told, table)


def invitations_told(count: int) -> Words:
    """Say how many invitations wait, in place of one message for each."""
    title = ngettext(
        "%(count)s invitation waits for you", "%(count)s invitations wait for you", count
    )
    return Words(title % {"count": count}, _("Accept them, or refuse them."), "matches")


def _rematch_told(_notice: Notice, table: Table) -> tuple[str, str]:
    told = _("%(game)s.") % {"game": table.game}
    return _("%(name)s asks for a rematch") % {"name": _creator(table)}, _with_limit(told, table)


def _joined_told(notice: Notice, table: Table) -> tuple[str, str] | None:
    seat = _holder(notice, table)
    if seat is None:
        return None
    words = {
        "name": table.name_at(seat.index),
        "game": table.game,
        "names": table.against(notice.player_id),
    }
    if table.is_offered:
        told = _("%(game)s. The match begins once all seats are taken.") % words
        return _("%(name)s has taken a seat") % words, told
    if words["name"] == words["names"]:
        return _("The match begins"), _("%(game)s against %(names)s.") % words
    told = _("%(game)s against %(names)s: %(name)s has taken the last seat.") % words
    return _("The match begins"), told


def _declined_words(notices: Sequence[Notice]) -> Mapping[UUID, Words]:
    """Name also those who do not sit there any more: a third query."""
    ids = [notice.data["player"] for notice in notices if notice.data["player"] is not None]
    rows = Player.objects.filter(public_id__in=ids).values_list("public_id", "display_name")
    names = {str(public_id): name for public_id, name in rows}
    return worded(lambda notice, table: _declined_told(notice, table, names))(notices)


def _declined_told(notice: Notice, table: Table, names: Mapping[str, str]) -> tuple[str, str]:
    name = names.get(notice.data["player"] or "")
    reason = DECLINE_REASONS.get(notice.data.get("reason") or "")
    words = {"name": name or _("Somebody"), "game": table.game}
    title = _("%(name)s declined") % words
    if reason is None:
        return title, _("%(game)s.") % words
    words["reason"] = in_language(reason.label)
    return title, _("%(game)s. The reason given: “%(reason)s”") % words


def _called_off_told(notice: Notice, table: Table) -> tuple[str, str]:
    because = _BECAUSE.get(notice.data["because"], _ANYHOW)
    words = {"game": table.game, "names": table.against(notice.player_id), "name": _creator(table)}
    return _("The match is off"), str(because) % words


_ANYHOW: Final = gettext_lazy("%(game)s: it will not be played.")
_BECAUSE: Final = {
    "cancelled": gettext_lazy("%(game)s: %(name)s took the offer back."),
    "declined": gettext_lazy("%(game)s: somebody refused the invitation."),
    "expired": gettext_lazy("%(game)s: not all seats were taken in time."),
    "aborted": gettext_lazy(
        "%(game)s against %(names)s was called off before it got going: nobody wins or loses."
    ),
    "abandoned": gettext_lazy(
        "%(game)s against %(names)s: nobody has played for a long time. Nobody wins or loses."
    ),
}


def _limit(_notice: Notice, table: Table) -> datetime | None:
    return table.match.offer_expires_at


def _with_limit(told: str, table: Table) -> str:
    until = table.match.offer_expires_at
    if until is None:
        return told
    return _("%(what)s Answer by %(deadline)s.") % {"what": told, "deadline": instant(until)}


def _creator(table: Table) -> str:
    creator = table.match.creator
    return _("Somebody") if creator is None else creator.display_name


def _holder(notice: Notice, table: Table) -> Seat | None:
    """Return the seat that was taken, unless it was given back."""
    seat = table.seats[notice.data["seat"]]
    return None if seat.player_id is None else seat


INVITATION: Final = NotificationType(
    slug="invitation",
    label=gettext_lazy("Invitations"),
    event="match.invited",
    read=_invited,
    words=worded(_invited_told, until=_limit),
    over=over_where(_is_answered),
    defaults=ON,
    collapse="invitation",
    gathers=INVITATIONS,
    replaces=True,
)
REMATCH: Final = NotificationType(
    slug="rematch",
    label=gettext_lazy("Rematches"),
    event="match.rematch",
    read=_rematch,
    words=worded(_rematch_told, match="rematch", until=_limit),
    over=over_where(_is_answered, match="rematch"),
    defaults=ON,
    collapse="match",
    after_play=True,
)
ACCEPTED: Final = NotificationType(
    slug="accepted",
    label=gettext_lazy("Somebody takes a seat at your table"),
    event="match.joined",
    read=_joined,
    words=worded(_joined_told),
    over=over_where(_is_news_no_more),
    defaults=WITH_DIGEST,
    collapse="match",
    after_play=True,
)
DECLINED: Final = NotificationType(
    slug="declined",
    label=gettext_lazy("Somebody refuses your invitation"),
    event="match.declined",
    read=_declined,
    words=_declined_words,
    defaults=WITH_DIGEST,
    collapse="match",
)
CALLED_OFF: Final = NotificationType(
    slug="called_off",
    label=gettext_lazy("A match is called off"),
    event="match.cancelled",
    further_events=("match.expired", "match.declined"),
    read=_called_off,
    words=worded(_called_off_told),
    over=_knew_nothing,
    defaults=WITH_DIGEST,
    collapse="match",
    collapse_by=_in_its_place,
)
