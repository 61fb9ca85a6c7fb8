"""Decide on what players report of one another."""

from collections.abc import Sequence
from typing import Any, Final

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from players.admin.audit import RecordAsHistory
from players.admin.deeds import Deed, deed_page
from players.models import Player, Report
from players.services import moderation
from players.services.staff import Mandate
from scopa_site import time
from scopa_site.admin.cells import moment_cell
from scopa_site.admin.columns import column, page_action
from scopa_site.admin.read_only import ReadOnlyAdmin
from scopa_site.errors import Text

__all__ = ["ReportAdmin"]

_MAY_DECIDE = "players.decide_report"


def _effects(report: Report | None) -> Sequence[Text]:
    return [
        _("The report is closed, and the same player may report again."),
        _("Nothing else happens by itself: act on the reported player's page."),
    ]


def _uphold(report: Report, by: Mandate, data: dict[str, Any]) -> None:
    moderation.decide_report(report_id=report.pk, upheld=True, by=by, now=time.now())


def _dismiss(report: Report, by: Mandate, data: dict[str, Any]) -> None:
    moderation.decide_report(report_id=report.pk, upheld=False, by=by, now=time.now())


_UPHOLD: Final = Deed(
    title=_("Uphold the report"),
    button=_("Uphold"),
    done=_("The report is upheld."),
    permission=_MAY_DECIDE,
    effects=_effects,
    do=_uphold,
    refuse=moderation.refuse_decision,
)
_DISMISS: Final = Deed(
    title=_("Dismiss the report"),
    button=_("Dismiss"),
    done=_("The report is dismissed."),
    permission=_MAY_DECIDE,
    effects=_effects,
    do=_dismiss,
    refuse=moderation.refuse_decision,
)


@admin.register(Report)
class ReportAdmin(RecordAsHistory, ReadOnlyAdmin):
    """The reports of players about players."""

    list_display = ("made", "reason", "reported", "reporter", "status")
    list_filter = ("status", "reason")
    list_select_related = ("reporter", "reported")
    open_lookups = frozenset({"status__exact", "reason__exact"})
    ordering = ("-id",)
    search_fields = ("=public_id", "reported__username", "reporter__username")
    search_help_text = _("A part of the username of either player, or the id of a report.")
    actions_detail = ("uphold", "dismiss")
    fields = (
        "public_id",
        "reported_page",
        "reporter_page",
        "reason",
        "text",
        "match",
        "status",
        "created_at",
        "decided_at",
    )
    readonly_fields = ("reported_page", "reporter_page")

    def has_decide_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Tell whether this user may decide."""
        return request.user.has_perm(_MAY_DECIDE)

    @page_action(_UPHOLD.title, permission="decide", path="uphold", icon="check")
    def uphold(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Find that the reporter is right."""
        return self._page(request, _UPHOLD, object_id)

    @page_action(_DISMISS.title, permission="decide", path="dismiss", icon="close")
    def dismiss(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Find that there is nothing in it."""
        return self._page(request, _DISMISS, object_id)

    def _page(self, request: HttpRequest, deed: Deed, object_id: str) -> HttpResponse:
        back = reverse("admin:players_report_change", args=[object_id])
        return deed_page(self, request, deed, self.get_object(request, object_id), back=back)

    @column(_("created at"), ordering="id")
    def made(self, report: Report) -> str:
        """Show when it was made."""
        return moment_cell(report.created_at)

    @column(_("reported"))
    def reported_page(self, report: Report) -> SafeString:
        """Link to who is reported."""
        return _linked(report.reported)

    @column(_("reported by"))
    def reporter_page(self, report: Report) -> SafeString:
        """Link to who reports."""
        return _linked(report.reporter)


def _linked(player: Player) -> SafeString:
    address = reverse("admin:players_player_change", args=[player.pk])
    return format_html('<a class="scopa-link" href="{}">{}</a>', address, player)
