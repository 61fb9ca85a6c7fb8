"""Complain about another player to whoever runs the service."""

from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from players.errors import NotYourself, PlayerNotFound
from players.leaving_errors import AlreadyReported, InvalidReport
from players.models import REPORT_TEXT_LENGTH, Report
from players.queries.friends import other_player
from scopa_site.errors import FieldProblem
from scopa_site.integrity import translating
from scopa_site.transactions import one_transaction

__all__ = ["report_player"]


def report_player(
    *,
    player_id: int,
    other_id: UUID,
    reason: str,
    match: UUID | None = None,
    text: str = "",
    now: datetime,
) -> Report:
    """Report a player for one of ReportReason; they never learn of it.

    One open report of a pair at a time. Raises PlayerNotFound, NotYourself, InvalidReport,
    AlreadyReported.
    """
    if len(text) > REPORT_TEXT_LENGTH:
        detail = _("A report has at most 1000 characters.")
        raise InvalidReport(errors=[FieldProblem("/text", "text_too_long", detail)])
    with translating(Report, {"one_open_report_per_pair": AlreadyReported}), one_transaction():
        other = other_player(player_id, public_id=other_id)
        if other is None:
            raise PlayerNotFound
        if other.pk == player_id:
            raise NotYourself
        return Report.objects.create(
            reporter_id=player_id,
            reported=other,
            reason=reason,
            match=match,
            text=text,
            created_at=now,
        )
