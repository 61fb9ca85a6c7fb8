"""A turn: that it has come, and that its time runs out."""

from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.notices.phrases import instant, left
from games.notices.tables import Table
from games.notices.telling import ON, WITH_DIGEST, kept, over_where, worded
from players.notifications.registry import Heard, Notice, NoticeSource, NotificationType

__all__ = ["REMINDER", "YOUR_TURN"]


def _turn(event: Heard) -> NoticeSource:
    data = kept(event.data, "version", "ply", "deadline_at")
    return NoticeSource(f"turn:{event.subject}:{data['ply']}", data)


def _rung(event: Heard) -> NoticeSource:
    data = kept(event.data, "version", "ply", "rung", "deadline_at", "last")
    return NoticeSource(f"reminder:{event.subject}:{data['ply']}:{data['rung']}", data)


def _is_over(notice: Notice, table: Table, _now: datetime) -> bool:
    """A turn is over once it was played, or once it is somebody else's."""
    seat = table.seat_of(notice.player_id)
    if seat is None or not table.is_active or table.match.ply != notice.data["ply"]:
        return True
    return table.match.turn_seat != seat.index or not seat.is_played_by_person


def _turn_told(notice: Notice, table: Table) -> tuple[str, str]:
    told = _game_and_deadline(notice, table)
    if notice.data["ply"] == 0:
        told = _("The match begins: %(match)s") % {"match": told}
    return _("Your turn"), told


def _rung_told(notice: Notice, table: Table) -> tuple[str, str]:
    deadline = _deadline(notice, table)
    told = _game_and_deadline(notice, table)
    if deadline is None:
        return _("Reminder"), told
    title = left(deadline - (notice.told_at or notice.created_at))
    if notice.data.get("last"):
        told = _("Last reminder: %(match)s") % {"match": told}
    return title, told


def _game_and_deadline(notice: Notice, table: Table) -> str:
    words = {"game": table.game, "names": table.against(notice.player_id)}
    deadline = _deadline(notice, table)
    if deadline is None:
        return _("%(game)s against %(names)s.") % words
    words["deadline"] = instant(deadline)
    return _("%(game)s against %(names)s, by %(deadline)s.") % words


def _deadline(notice: Notice, table: Table) -> datetime | None:
    """Return until when the turn can be played; None once it was: the clock is another's."""
    return table.match.deadline_at if table.match.ply == notice.data["ply"] else None


def _until(notice: Notice, table: Table) -> datetime | None:
    """Return when a message about the turn is of no use; None where its time is over already."""
    deadline = _deadline(notice, table)
    is_to_come = deadline is not None and deadline > (notice.told_at or notice.created_at)
    return deadline if is_to_come else None


def _is_last(notice: Notice) -> bool:
    return bool(notice.data.get("last"))


YOUR_TURN: Final = NotificationType(
    slug="your_turn",
    label=gettext_lazy("Your turn"),
    event="match.your_turn",
    read=_turn,
    words=worded(_turn_told, until=_until),
    over=over_where(_is_over),
    defaults=WITH_DIGEST,
    collapse="match",
    replaces=True,
    is_turn=True,
    after_play=True,
)
REMINDER: Final = NotificationType(
    slug="reminder",
    label=gettext_lazy("Reminders before a turn runs out"),
    event="match.reminder",
    read=_rung,
    words=worded(_rung_told, until=_until),
    over=over_where(_is_over),
    pierces=_is_last,
    defaults=ON,
    collapse="reminder",
    replaces=True,
)
