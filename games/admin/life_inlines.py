"""What belongs to a match beside the cards: its log and its timeouts."""

import json

from django.utils.translation import gettext_lazy as _

from games.admin.cells import seat_cell
from games.admin.read_only import ReadOnlyInline
from games.models import LogLine, Timeout
from scopa_site.admin.cells import moment_cell
from scopa_site.admin.columns import column

__all__ = ["LogLineInline", "TimeoutInline", "data_cell"]


def data_cell(data: dict[str, object]) -> str:
    """Write the numbers and codes of a line in one row."""
    return ", ".join(f"{name} {json.dumps(value)}" for name, value in data.items()) or "–"


class LogLineInline(ReadOnlyInline):
    """What happened at the table and was no card, last first."""

    model = LogLine
    fields = ("when", "ply", "kind", "who", "details")
    readonly_fields = ("when", "who", "details")
    ordering = ("-pk",)
    tab = True
    per_page = 40
    hide_title = True

    @column(_("at"))
    def when(self, line: LogLine) -> str:
        """Show when."""
        return moment_cell(line.at)

    @column(_("seat"))
    def who(self, line: LogLine) -> str:
        """Name the seat."""
        return seat_cell(line.match.seats.all(), line.seat)

    @column(_("data"))
    def details(self, line: LogLine) -> str:
        """Show what belongs to the kind."""
        return data_cell(line.data)


class TimeoutInline(ReadOnlyInline):
    """The turns that ran out."""

    model = Timeout
    fields = ("ply", "who", "due", "when", "serial")
    readonly_fields = ("who", "due", "when")
    ordering = ("ply",)
    tab = True
    hide_title = True

    @column(_("player"))
    def who(self, timeout: Timeout) -> str:
        """Name who was late."""
        return seat_cell(timeout.match.seats.all(), timeout.seat)

    @column(_("deadline"))
    def due(self, timeout: Timeout) -> str:
        """Show the deadline."""
        return moment_cell(timeout.deadline_at)

    @column(_("at"))
    def when(self, timeout: Timeout) -> str:
        """Show when it was noted."""
        return moment_cell(timeout.at)
