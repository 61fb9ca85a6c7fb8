"""A match with its seats and its state, as services and queries hand it on, and its log."""

from collections.abc import Iterator
from dataclasses import dataclass

from games import engine
from games.models import Deal, Match, MatchStatus, Move, Seat, SeatKind, SeatStatus

__all__ = ["MatchRecord", "log_of"]


@dataclass(slots=True)
class MatchRecord:
    """One match in hand. `state` is None until the first deal."""

    match: Match
    seats: tuple[Seat, ...]
    state: engine.MatchState | None

    def seat_of(self, player_id: int | None) -> Seat | None:
        """Return the seat that the player holds, if any."""
        if player_id is None:
            return None
        return next((seat for seat in self.seats if seat.player_id == player_id), None)

    def is_visible_to(self, player_id: int | None) -> bool:
        """Tell whether the player may know that this match exists.

        Its seats and its creator may; anyone may while a seat is on offer.
        """
        if self.seat_of(player_id) is not None:
            return True
        if player_id is not None and self.match.creator_id == player_id:
            return True
        return self.match.status == MatchStatus.OFFERED and any(
            seat.kind == SeatKind.OPEN for seat in self.seats
        )


def log_of(match: Match, *, until: int | None = None) -> Iterator[engine.LogEntry]:
    """Read the log of a match: its packs, its moves, and who gave up.

    With `until`: as it stood after so many moves, whatever was played since.
    """
    rows = Move.objects.filter(match=match).order_by("ply")
    packs = Deal.objects.filter(match=match).order_by("number", "attempt")
    if until is not None:
        rows, packs = rows.filter(ply__lt=until), packs.filter(first_ply__lte=until)
    deals = iter(packs)
    deal = next(deals, None)
    for move in list(rows):
        while deal is not None and deal.first_ply <= move.ply:
            yield engine.DeckEntry(deal.cards)
            deal = next(deals, None)
        yield engine.PlayEntry(move.seat, move.as_engine_move)
    while deal is not None:
        yield engine.DeckEntry(deal.cards)
        deal = next(deals, None)
    resigned = Seat.objects.filter(match=match, status=SeatStatus.RESIGNED).first()
    if resigned is not None:
        yield engine.ResignEntry(resigned.index)
