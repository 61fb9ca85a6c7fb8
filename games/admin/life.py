"""Look at what happens beside the cards. Plans are with the hidden cards: see `hidden`."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.forms import PaginationInlineFormSet

from games.admin.cells import match_cell
from games.admin.life_inlines import data_cell
from games.admin.read_only import ReadOnlyInline
from games.admin.search import matches_of
from games.models import (
    Holiday,
    InvitationLink,
    LogLine,
    Outage,
    OutageCredit,
    PauseRequest,
    Remark,
    Timeout,
)
from scopa_site.admin.cells import moment_cell
from scopa_site.admin.columns import column
from scopa_site.admin.read_only import ReadOnlyAdmin

__all__ = [
    "HolidayAdmin",
    "InvitationLinkAdmin",
    "LogLineAdmin",
    "OutageAdmin",
    "PauseRequestAdmin",
    "RemarkAdmin",
    "TimeoutAdmin",
]


class _BesideTheCards(ReadOnlyAdmin):
    """Rows of a match: shown with it, found by it, and read without its state."""

    ordering = ("-id",)
    search_fields = ("match__public_id",)  # shows the search box; `get_search_results` answers
    search_help_text = _("The id of a match, its first eight digits, or a player's username.")
    readonly_fields: tuple[str, ...] = ("match_link",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Read the match along, without anything hidden."""
        rows: QuerySet[Any] = super().get_queryset(request).select_related("match")
        return rows.defer("match__snapshot", "match__rules")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Search by match and by username."""
        return queryset.filter(matches_of(search_term, at="match__")), False

    @column(_("match"))
    def match_link(self, row: Any) -> SafeString:
        """Link to the match."""
        return match_cell(row.match)


@admin.register(LogLine)
class LogLineAdmin(_BesideTheCards):
    """The logs of all tables."""

    list_display = ("kind", "match_link", "seat", "ply", "details", "when")
    list_filter = ("kind",)
    open_lookups = frozenset({"kind", "kind__exact", "match__id__exact"})
    fields = ("match_link", "kind", "seat", "ply", "details", "at")
    readonly_fields = ("match_link", "details")

    @column(_("data"))
    def details(self, line: LogLine) -> str:
        """Show what belongs to the kind."""
        return data_cell(line.data)

    @column(_("at"), ordering="at")
    def when(self, line: LogLine) -> str:
        """Show when."""
        return moment_cell(line.at)


@admin.register(Timeout)
class TimeoutAdmin(_BesideTheCards):
    """The turns that ran out."""

    list_display = ("player", "match_link", "ply", "due", "serial")
    list_filter = ("serial",)
    list_select_related = ("player",)
    open_lookups = frozenset({"serial__exact", "match__id__exact"})
    fields = ("match_link", "player", "seat", "ply", "deadline_at", "at", "serial")

    @column(_("deadline"), ordering="deadline_at")
    def due(self, timeout: Timeout) -> str:
        """Show the deadline."""
        return moment_cell(timeout.deadline_at)


@admin.register(PauseRequest)
class PauseRequestAdmin(_BesideTheCards):
    """The pauses asked for, and what was answered."""

    list_display = ("match_link", "seat", "seconds", "answer", "made")
    list_filter = ("answer",)
    open_lookups = frozenset({"answer", "answer__exact", "match__id__exact"})
    fields = ("match_link", "seat", "seconds", "agreed", "answer", "made_at", "closed_at")

    @column(_("made at"), ordering="made_at")
    def made(self, request: PauseRequest) -> str:
        """Show when."""
        return moment_cell(request.made_at)


@admin.register(InvitationLink)
class InvitationLinkAdmin(_BesideTheCards):
    """The invitation links. Of their codes there is only a digest, which is not shown."""

    list_display = ("match_link", "seat", "expires", "used")
    open_lookups = frozenset({"match__id__exact"})
    fields = ("match_link", "seat", "created_at", "expires_at", "used_at")

    @column(_("expires at"), ordering="expires_at")
    def expires(self, link: InvitationLink) -> str:
        """Show until when it can be used."""
        return moment_cell(link.expires_at)

    @column(_("used at"), ordering="used_at")
    def used(self, link: InvitationLink) -> str:
        """Show when it was used."""
        return moment_cell(link.used_at)


@admin.register(Remark)
class RemarkAdmin(_BesideTheCards):
    """What was said at the tables."""

    list_display = ("kind", "match_link", "seat", "text", "said")
    list_filter = ("kind",)
    open_lookups = frozenset({"kind__exact", "match__id__exact"})
    fields = ("match_link", "kind", "seat", "text", "heard_by", "at")

    @column(_("at"), ordering="at")
    def said(self, remark: Remark) -> str:
        """Show when."""
        return moment_cell(remark.at)


@admin.register(Holiday)
class HolidayAdmin(ReadOnlyAdmin):
    """The holidays of players."""

    list_display = ("player", "begins", "ends", "closed")
    list_filter = ("closed",)
    list_select_related = ("player",)
    open_lookups = frozenset({"closed__exact"})
    ordering = ("-id",)
    search_fields = ("player__username",)
    fields = ("player", "starts_at", "ends_at", "made_at", "closed")

    @column(_("from"), ordering="starts_at")
    def begins(self, holiday: Holiday) -> str:
        """Show from when."""
        return moment_cell(holiday.starts_at)

    @column(_("to"), ordering="ends_at")
    def ends(self, holiday: Holiday) -> str:
        """Show until when."""
        return moment_cell(holiday.ends_at)


class CreditInline(ReadOnlyInline):
    """The matches that an outage was given back to."""

    model = OutageCredit
    fields = ("match_link",)
    readonly_fields = ("match_link",)
    ordering = ("pk",)
    per_page = 40
    formset = PaginationInlineFormSet

    def get_queryset(self, request: HttpRequest) -> QuerySet[OutageCredit]:
        """Read the matches along, without anything hidden."""
        credits_: QuerySet[OutageCredit] = super().get_queryset(request).select_related("match")
        return credits_.defer("match__snapshot", "match__rules")

    @column(_("match"))
    def match_link(self, credit: OutageCredit) -> SafeString:
        """Link to the match."""
        return match_cell(credit.match)


@admin.register(Outage)
class OutageAdmin(ReadOnlyAdmin):
    """When the service could not be played on, and to whom that was given back."""

    list_display = ("source", "began", "ended", "credited")
    list_filter = ("source",)
    open_lookups = frozenset({"source", "source__exact"})
    ordering = ("-id",)
    fields = ("source", "began_at", "ended_at", "credited_at")
    inlines = (CreditInline,)

    @column(_("began at"), ordering="began_at")
    def began(self, outage: Outage) -> str:
        """Show when it began."""
        return moment_cell(outage.began_at)

    @column(_("ended at"), ordering="ended_at")
    def ended(self, outage: Outage) -> str:
        """Show when it ended."""
        return moment_cell(outage.ended_at)

    @column(_("credited at"), ordering="credited_at")
    def credited(self, outage: Outage) -> str:
        """Show when it had been given back to all."""
        return moment_cell(outage.credited_at)
