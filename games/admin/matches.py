"""Look at matches: the list, and a page with the table as a picture."""

import json
from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import F, Model, Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games import engine
from games.admin.cells import seat_cell, short_id
from games.admin.filters import TERMINATIONS, PresetFilter, TerminationFilter
from games.admin.hidden import hidden_page, may_see_hidden
from games.admin.inlines import DealInline, MoveInline, SeatInline
from games.admin.life_inlines import LogLineInline, TimeoutInline
from games.admin.match_page import match_page
from games.admin.search import matches_of
from games.models import Match, MatchStatus, Seat
from games.plain_rules import summary
from games.seat_names import seat_names
from games.wording import in_language, preset_name
from scopa_site.admin.cells import moment_cell
from scopa_site.admin.columns import column, page_action
from scopa_site.admin.read_only import ReadOnlyAdmin

__all__ = ["MatchAdmin"]

_SEATS = Prefetch("seats", Seat.objects.select_related("player").order_by("index"))
_STATUS_COLOURS: dict[str, str] = {
    MatchStatus.OFFERED: "info",
    MatchStatus.ACTIVE: "success",
    MatchStatus.FINISHED: "default",
    MatchStatus.CANCELLED: "warning",
    MatchStatus.EXPIRED: "warning",
}


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    """Matches. What is hidden at the table is hidden here too."""

    list_display = (
        "short_id",
        "preset_name",
        "status_label",
        "players",
        "score",
        "ply",
        "turn",
        "created",
        "updated",
    )
    list_filter = ("status", PresetFilter, TerminationFilter)
    open_lookups = frozenset({"status__exact", "preset", "termination"})
    ordering = ("-id",)
    search_fields = ("public_id",)  # shows the search box; `get_search_results` answers
    search_help_text = _("An id, its first eight digits, or the username of a player.")
    inlines = (SeatInline, DealInline, MoveInline, LogLineInline, TimeoutInline)
    actions_detail = ("hidden",)
    change_form_outer_before_template = "games/admin/match_page.html"
    fieldsets = (
        (
            _("Match"),
            {
                "fields": (
                    "public_id",
                    "preset_name",
                    "status",
                    "creator",
                    "ply",
                    "turn",
                    "first_dealer_name",
                    "ended",
                )
            },
        ),
        (
            _("Clock"),
            {
                "fields": (
                    "clock_slug",
                    "turn_started_at",
                    "deadline_at",
                    "remind_at",
                    "paused_until",
                    "rated",
                    "rating_note",
                    "rating_min",
                    "rating_max",
                    "closed_because",
                    "talk",
                    "auto_play_forced",
                )
            },
        ),
        (_("Dates"), {"fields": ("created_at", "started_at", "finished_at", "updated_at")}),
        (_("Rules"), {"fields": ("rules_told", "engine_version")}),
    )

    class Media:
        css = {"all": ("scopa_site/staff.css", "games/admin.css")}

    def has_hidden_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Tell whether the button to the hidden cards is for this user."""
        return may_see_hidden(self, request)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """Read the seats with the matches, and of the state no more than the score."""
        matches: QuerySet[Match] = super().get_queryset(request)
        matches = matches.defer("snapshot", "rules")
        return matches.annotate(points=F("snapshot__scores")).prefetch_related(_SEATS)

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> Match | None:
        """Read one match whole."""
        matches = Match.objects.select_related("creator").prefetch_related(_SEATS)
        try:
            return matches.filter(pk=object_id).first()
        except (ValueError, ValidationError):
            return None

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Match], search_term: str
    ) -> tuple[QuerySet[Match], bool]:
        """Search by id and by username."""
        return queryset.filter(matches_of(search_term)), False

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Add the picture and the scored deals to the page."""
        match: Model | None = kwargs.get("obj")
        if isinstance(match, Match):
            context.update(match_page(match))
        page: HttpResponse = super().render_change_form(request, context, *args, **kwargs)
        return page

    @page_action(_("Hidden cards"), permission="hidden", path="hidden", icon="visibility")
    def hidden(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show all cards of the match to whoever may, against a reason."""
        return hidden_page(self, request, self.get_object(request, object_id))

    # Cells

    @column(_("id"), ordering="id")
    def short_id(self, match: Match) -> str:
        """Show the first eight digits, as a person would quote them."""
        return short_id(match)

    @column(_("preset"), ordering="preset")
    def preset_name(self, match: Match) -> str:
        """Show the preset's name."""
        return preset_name(match.preset)

    @column(_("status"), ordering="status", colours=_STATUS_COLOURS)
    def status_label(self, match: Match) -> tuple[str, str]:
        """Show the status in its colour."""
        return match.status, match.get_status_display()

    @column(_("players"))
    def players(self, match: Match) -> str:
        """Name the seats, side by side."""
        return " – ".join(_sides(match))

    @column(_("score"))
    def score(self, match: Match) -> str:
        """Show the points by side."""
        return " – ".join(map(str, getattr(match, "points", None) or ()))

    @column(_("turn"), ordering="turn_seat")
    def turn(self, match: Match) -> str:
        """Name the seat on turn."""
        return seat_cell(match.seats.all(), match.turn_seat)

    @column(pgettext_lazy("match", "created at"), ordering="created_at")
    def created(self, match: Match) -> str:
        """Show when the match was created."""
        return moment_cell(match.created_at)

    @column(_("updated at"), ordering="updated_at")
    def updated(self, match: Match) -> str:
        """Show when the match last changed."""
        return moment_cell(match.updated_at)

    @column(_("first dealer"))
    def first_dealer_name(self, match: Match) -> str:
        """Name who dealt first."""
        return seat_cell(match.seats.all(), match.first_dealer)

    @column(_("termination"))
    def ended(self, match: Match) -> str:
        """Say how the match ended."""
        return str(TERMINATIONS.get(match.termination, match.termination)) or "–"

    @column(_("rules"))
    def rules_told(self, match: Match) -> SafeString:
        """Tell the rules that the match is played by, and list them group by group."""
        groups = [(name, _told(value)) for name, value in match.rules.items()]
        return format_html(
            '<p>{}</p><dl class="scopa-rules">{}</dl>',
            in_language(summary(engine.decode_rules(match.rules))),
            format_html_join("", "<div><dt>{}</dt><dd>{}</dd></div>", groups),
        )


def _sides(match: Match) -> tuple[str, ...]:
    """Name the sides by the stored side of each seat: the rules are not read for a list."""
    seats = list(match.seats.all())
    members: dict[int, list[str]] = {}
    for seat, name in zip(seats, seat_names(seats), strict=True):
        members.setdefault(seat.side, []).append(name)
    return tuple(", ".join(members[side]) for side in sorted(members))


def _told(value: object) -> str:
    if not isinstance(value, dict):
        return json.dumps(value)
    return ", ".join(
        f"{name} ({_told(inner)})" if isinstance(inner, dict) else f"{name} {_told(inner)}"
        for name, inner in value.items()
    )
