"""Look at the work that is owed, and at whether somebody still sweeps it."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.cells import match_cell
from games.admin.filters import OwedFilter
from games.admin.search import matches_of
from games.models import AiTurn
from scopa_site.admin.cells import moment_cell
from scopa_site.admin.columns import column
from scopa_site.admin.read_only import ReadOnlyAdmin
from scopa_site.models import Heartbeat

__all__ = ["AiTurnAdmin", "HeartbeatAdmin"]


@admin.register(AiTurn)
class AiTurnAdmin(ReadOnlyAdmin):
    """The moves that AIs owe or owed."""

    list_display = ("ply", "match_link", "attempts", "error_type", "created", "taken", "done")
    list_display_links = ("ply",)
    list_filter = (OwedFilter,)
    open_lookups = frozenset({"owed", "match__id__exact"})
    ordering = ("-id",)
    search_fields = ("match__public_id",)  # shows the search box; `get_search_results` answers
    search_help_text = _("The id of a match, its first eight digits, or a player's username.")
    fields = (
        "match_link",
        "ply",
        "attempts",
        "error_type",
        "created_at",
        "lease_until",
        "done_at",
    )
    readonly_fields = ("match_link", "error_type")

    def get_queryset(self, request: HttpRequest) -> QuerySet[AiTurn]:
        """Read the match with the turn, without its state."""
        turns: QuerySet[AiTurn] = super().get_queryset(request).select_related("match")
        return turns.defer("match__snapshot", "match__rules")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[AiTurn], search_term: str
    ) -> tuple[QuerySet[AiTurn], bool]:
        """Search by match and by username."""
        return queryset.filter(matches_of(search_term, at="match__")), False

    @column(_("match"))
    def match_link(self, turn: AiTurn) -> SafeString:
        """Link to the match."""
        return match_cell(turn.match)

    @column(_("last error"))
    def error_type(self, turn: AiTurn) -> str:
        """Name the sort of error. Its text could name cards of the AI's hand; the log has it."""
        return turn.last_error.partition(":")[0] or "–"

    @column(_("created at"), ordering="created_at")
    def created(self, turn: AiTurn) -> str:
        """Show when the turn came."""
        return moment_cell(turn.created_at)

    @column(_("taken until"), ordering="lease_until")
    def taken(self, turn: AiTurn) -> str:
        """Show until when somebody is at it."""
        return moment_cell(turn.lease_until)

    @column(_("done at"), ordering="done_at")
    def done(self, turn: AiTurn) -> str:
        """Show when it was done."""
        return moment_cell(turn.done_at)


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnlyAdmin):
    """When each sweep last ran."""

    list_display = ("name", "beat_at")
    fields = ("name", "beat_at")
