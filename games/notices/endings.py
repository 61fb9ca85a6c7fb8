"""The end of a match, and what becomes of its result."""

from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Seat
from games.notices.hearer import Hearer, hearer_of
from games.notices.tables import Table
from games.notices.telling import ON, WITH_DIGEST, kept, over_where, worded
from players.notifications.registry import Heard, Notice, NoticeSource, NotificationType, Over

__all__ = ["MATCH_OVER", "RESULT_AMENDED"]


def _finished(event: Heard) -> NoticeSource | None:
    if isinstance(event.aside, Hearer) and hearer_of(event) is None:
        return None
    data = kept(event.data, "version", "winner_side", "termination")
    return NoticeSource(f"over:{event.subject}", data)


def _amended(event: Heard) -> NoticeSource:
    data = kept(event.data, "version", "because")
    return NoticeSource(f"amended:{event.subject}:{data['version']}", data)


def _was_told(_notice: Notice, table: Table, _now: datetime) -> bool | Over:
    """A turn that ran out and lost the match at once is told with the result: see `TIMEOUT`."""
    told = table.match.termination == "timeout" and table.match.clock.on_timeout == "forfeit"
    return told and Over.TOLD_OTHERWISE


def _finished_told(notice: Notice, table: Table) -> tuple[str, str]:
    own = table.seat_of(notice.player_id)
    words = {"game": table.game, "names": table.against(notice.player_id)}
    told = _("%(game)s against %(names)s.") % words
    if table.scores:
        words["score"] = _score(table.scores, own)
        told = _("%(game)s against %(names)s, %(score)s.") % words
    return _result(table, own), _with_reason(told, table, own)


def _result(table: Table, own: Seat | None) -> str:
    winner = table.match.winner_side
    if winner is None:
        return _("The match is drawn")
    if own is None:
        return _("The match is over")
    return _("You won") if own.side == winner else _("You lost")


def _score(scores: tuple[int, ...], own: Seat | None) -> str:
    """Write the points of all sides, one's own first."""
    side = 0 if own is None else own.side
    return "–".join(map(str, [scores[side], *scores[:side], *scores[side + 1 :]]))


def _with_reason(told: str, table: Table, own: Seat | None) -> str:
    left = table.match.ended_by_seat
    if left is None:
        return told
    words = {"result": told, "name": table.name_at(left)}
    ran_out = table.match.termination == "timeout"
    if own is not None and own.index == left:
        return (
            _("%(result)s Your time ran out.") if ran_out else _("%(result)s You gave up.")
        ) % words
    if ran_out:
        return _("%(result)s %(name)s ran out of time.") % words
    return _("%(result)s %(name)s gave up.") % words


def _amended_told(notice: Notice, table: Table) -> tuple[str, str]:
    words = {"game": table.game, "names": table.against(notice.player_id)}
    because = _AMENDED.get(notice.data["because"], _AMENDED[""])
    return _("A result was amended"), str(because) % words


_AMENDED: Final = {
    "": gettext_lazy("%(game)s against %(names)s does not count for the rating after all."),
    "serial_timeout": gettext_lazy(
        "%(game)s against %(names)s does not count for the rating: it is one of several matches"
        " whose time ran out together."
    ),
}

MATCH_OVER: Final = NotificationType(
    slug="match_over",
    label=gettext_lazy("A match is over"),
    event="match.finished",
    read=_finished,
    words=worded(_finished_told, with_scores=True),
    over=over_where(_was_told),
    defaults=WITH_DIGEST,
    collapse="match",
    after_play=True,
)
RESULT_AMENDED: Final = NotificationType(
    slug="result_amended",
    label=gettext_lazy("A result is amended"),
    event="match.rating_annulled",
    read=_amended,
    words=worded(_amended_told),
    defaults=ON,
    collapse="match",
)
