"""What belongs to a match or a deal: seats, deals, moves."""

from typing import ClassVar

from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.cells import capture_cell, card_cell, seat_cell, source_cell
from games.admin.read_only import ReadOnlyInline, RowsOfMatch
from games.models import Deal, Move, Seat
from games.wording import level_name
from scopa_site.admin.cells import moment_cell
from scopa_site.admin.columns import column

__all__ = ["DealInline", "MoveInline", "MovesOfDealInline", "SeatInline"]


class SeatsAtHand(RowsOfMatch):
    """The seats that were read with the match, not read again."""

    def get_queryset(self) -> QuerySet[Seat]:
        """Return them in order."""
        seats: QuerySet[Seat] = self.instance.seats.all()
        return seats


class SeatInline(ReadOnlyInline):
    """Who sits where."""

    model = Seat
    formset = SeatsAtHand
    fields = ("index", "side", "kind", "player", "level_name", "status", "substitute_name")
    readonly_fields = ("level_name", "substitute_name")
    ordering = ("index",)
    hide_title = True

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Show the seats to whoever may look at the match."""
        return request.user.has_perm("games.view_match")

    @column(_("level"))
    def level_name(self, seat: Seat) -> str:
        """Name the AI's level."""
        return level_name(seat.level) if seat.level else "–"

    @column(_("substitute"))
    def substitute_name(self, seat: Seat) -> str:
        """Name the level of the opponent that plays in the person's place."""
        return level_name(seat.substitute) if seat.substitute else "–"


class DealInline(ReadOnlyInline):
    """The deals of a match. The pack is not read."""

    model = Deal
    fields = ("number", "attempt", "dealer", "status", "first_ply", "dealt")
    readonly_fields = ("dealer", "dealt")
    ordering = ("-number", "-attempt")
    tab = True
    show_change_link = True
    hide_title = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deal]:
        """Leave the pack where it is."""
        deals: QuerySet[Deal] = super().get_queryset(request)
        return deals.defer("deck")

    @column(_("dealer"))
    def dealer(self, deal: Deal) -> str:
        """Name the dealer."""
        return seat_cell(deal.match.seats.all(), deal.dealer_seat)

    @column(_("dealt at"))
    def dealt(self, deal: Deal) -> str:
        """Show when."""
        return moment_cell(deal.dealt_at)


class MoveInline(ReadOnlyInline):
    """The moves of a match, last first."""

    model = Move
    fields: ClassVar[tuple[str, ...]] = (
        "ply",
        "deal_number",
        "player",
        "card_name",
        "taken",
        "swept",
        "chosen_by",
        "played",
    )
    readonly_fields = (
        "deal_number",
        "player",
        "card_name",
        "taken",
        "swept",
        "chosen_by",
        "played",
    )
    ordering = ("-ply",)
    tab = True
    per_page = 40
    hide_title = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Move]:
        """Read the deal of each move, without its pack."""
        moves: QuerySet[Move] = super().get_queryset(request)
        return moves.select_related("deal").defer("deal__deck")

    @column(_("deal"))
    def deal_number(self, move: Move) -> int:
        """Give the number of the deal."""
        return move.deal.number

    @column(_("player"))
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

    @column(_("scopa"))
    def swept(self, move: Move) -> str:
        """Mark a scopa."""
        return gettext("Scopa!") if move.scopa else ""

    @column(_("chosen by"))
    def chosen_by(self, move: Move) -> str:
        """Tell who chose the card."""
        return source_cell(move.source)

    @column(_("played at"))
    def played(self, move: Move) -> str:
        """Show when."""
        return moment_cell(move.played_at)


class MovesOfDealInline(MoveInline):
    """The moves of one deal, first first."""

    fields: ClassVar[tuple[str, ...]] = (
        "ply",
        "player",
        "card_name",
        "taken",
        "swept",
        "chosen_by",
        "played",
    )
    ordering = ("ply",)
    tab = False
