"""What a player has complained about, for that player alone, and what one can complain about."""

from collections.abc import Iterator

from django.db.models import QuerySet

from players.models import REPORT_TEXT_LENGTH, Report, ReportReason
from scopa_site.errors import Text

__all__ = ["REPORT_REASONS", "REPORT_TEXT_LENGTH", "list_reports", "report_reasons"]

REPORT_REASONS = ReportReason.values


def list_reports(player_id: int) -> QuerySet[Report]:
    """Select the reports that a player made, newest first, with whom they are about."""
    return Report.objects.filter(reporter_id=player_id).select_related("reported").order_by("-pk")


def report_reasons() -> Iterator[tuple[str, Text]]:
    """Yield each reason with its label."""
    for reason in ReportReason:
        yield str(reason.value), reason.label
