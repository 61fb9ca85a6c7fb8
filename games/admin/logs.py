"""Look at deals and moves. The order of the pack is nowhere to be seen."""

from typing import Any

from django.contrib import admin
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.cells import (
    capture_cell,
    card_cell,
    match_cell,
    seat_cell,
    source_cell,
)
from games.admin.filters import SourceFilter
from games.admin.inlines import MovesOfDealInline
from games.admin.search import matches_of
from games.models import Deal, Move, Seat
from scopa_site.admin.cells import moment_cell
from scopa_site.admin.columns import column
from scopa_site.admin.read_only import ReadOnlyAdmin

__all__ = ["DealAdmin", "MoveAdmin"]

_SEATS = Prefetch("match__seats", Seat.objects.select_related("player").order_by("index"))
_UNREAD = ("match__snapshot", "match__rules")


class _OfMatchAdmin(ReadOnlyAdmin):
    """What belongs to a match: shown with it, found by it."""

    ordering = ("-id",)
    search_fields = ("match__public_id",)  # shows the search box; `get_search_results` answers
    search_help_text = _("The id of a match, its first eight digits, or a player's username.")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Search by match and by username."""
        return queryset.filter(matches_of(search_term, at="match__")), False

    @column(_("match"))
    def match_link(self, row: Deal | Move) -> SafeString:
        """Link to the match."""
        return match_cell(row.match)


@admin.register(Deal)
class DealAdmin(_OfMatchAdmin):
    """Deals: who dealt, and what became of them."""

    list_display = ("number", "match_link", "attempt", "dealer", "status", "first_ply", "dealt")
    list_display_links = ("number",)
    list_filter = ("status",)
    open_lookups = frozenset({"status__exact", "match__id__exact"})
    fields = ("match_link", "number", "attempt", "dealer", "status", "first_ply", "dealt_at")
    readonly_fields = ("match_link", "dealer")
    inlines = (MovesOfDealInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deal]:
        """Leave the pack and the state where they are."""
        deals: QuerySet[Deal] = super().get_queryset(request).select_related("match")
        return deals.defer("deck", *_UNREAD).prefetch_related(_SEATS)

    @column(_("dealer"), ordering="dealer_seat")
    def dealer(self, deal: Deal) -> str:
        """Name the dealer."""
        return seat_cell(deal.match.seats.all(), deal.dealer_seat)

    @column(_("dealt at"), ordering="dealt_at")
    def dealt(self, deal: Deal) -> str:
        """Show when."""
        return moment_cell(deal.dealt_at)


@admin.register(Move)
class MoveAdmin(_OfMatchAdmin):
    """Moves: what was played and taken, and who chose it."""

    list_display = (
        "ply",
        "match_link",
        "deal_number",
        "player",
        "card_name",
        "taken",
        "swept",
        "chosen_by",
        "played",
    )
    list_display_links = ("ply",)
    list_filter = (SourceFilter, "scopa")
    open_lookups = frozenset({"source", "scopa__exact", "match__id__exact", "deal__id__exact"})
    fields = (
        "match_link",
        "deal_number",
        "ply",
        "player",
        "card_name",
        "taken",
        "scopa",
        "sole",
        "chosen_by",
        "played_at",
    )
    readonly_fields = ("match_link", "deal_number", "player", "card_name", "taken", "chosen_by")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Move]:
        """Read match, deal and seats with the moves, without anything hidden."""
        moves: QuerySet[Move] = super().get_queryset(request).select_related("match", "deal")
        return moves.defer("deal__deck", *_UNREAD).prefetch_related(_SEATS)

    @column(_("deal"))
    def deal_number(self, move: Move) -> int:
        """Give the number of the deal."""
        return move.deal.number

    @column(_("player"), ordering="seat")
    def player(self, move: Move) -> str:
        """Name who played."""
        return seat_cell(move.match.seats.all(), move.seat)

    @column(_("card"))
    def card_name(self, move: Move) -> str:
        """Name the card played."""
        return card_cell(move.card)

    @column(_("capture"))
    def taken(self, move: Move) -> str:
        """Name the cards taken."""
        return capture_cell(move.captured)

    @column(_("scopa"), ordering="scopa")
    def swept(self, move: Move) -> str:
        """Mark a scopa."""
        return gettext("Scopa!") if move.scopa else ""

    @column(_("chosen by"))
    def chosen_by(self, move: Move) -> str:
        """Tell who chose the card."""
        return source_cell(move.source)

    @column(_("played at"), ordering="played_at")
    def played(self, move: Move) -> str:
        """Show when."""
        return moment_cell(move.played_at)
