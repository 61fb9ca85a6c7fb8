"""A match with its seats and its state, as services and queries hand it on, and its log."""

from collections.abc import Iterable
from dataclasses import dataclass

from games import engine
from games.models import Deal, Match, MatchStatus, Move, Seat, SeatKind

__all__ = ["MatchRecord", "log_in_order", "log_of"]


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

    @property
    def is_played_by_ais(self) -> bool:
        """Tell whether the match goes on without any person, so that nobody could resign it."""
        active = self.match.status == MatchStatus.ACTIVE
        return active and all(seat.kind == SeatKind.AI for seat in self.seats)

    def is_visible_to(self, player_id: int | None) -> bool:
        """Tell whether the player may know that this match exists.

        Its seats and its creator may; anyone may while a seat is on offer, but not where it is kept
        for whoever holds a link.
        """
        if self.seat_of(player_id) is not None:
            return True
        if player_id is not None and self.match.creator_id == player_id:
            return True
        return self.match.status == MatchStatus.OFFERED and any(
            seat.kind == SeatKind.OPEN and not seat.by_link for seat in self.seats
        )


def log_of(match: Match, *, until: int | None = None) -> list[engine.LogEntry]:
    """Read the log of a match: its packs, its moves, and who ended it by leaving.

    With `until`: as it stood after so many moves, whatever was played since.
    """
    moves = Move.objects.filter(match=match).order_by("ply")
    deals = Deal.objects.filter(match=match).order_by("number", "attempt")
    if until is not None:
        moves, deals = moves.filter(ply__lt=until), deals.filter(first_ply__lte=until)
    return log_in_order(match, deals, moves)


def log_in_order(
    match: Match, deals: Iterable[Deal], moves: Iterable[Move]
) -> list[engine.LogEntry]:
    """Put the rows of a match in the order in which they came about.

    Each pack stands before the first move that was played from it; deals come by number and
    attempt, so that packs thrown in keep their order.
    """
    entries: list[tuple[int, int, engine.LogEntry]] = []
    entries += [(deal.first_ply, 0, engine.DeckEntry(deal.cards)) for deal in deals]
    entries += [(move.ply, 1, engine.PlayEntry(move.seat, move.as_engine_move)) for move in moves]
    ordered = [entry for _ply, _kind, entry in sorted(entries, key=lambda each: each[:2])]
    left = match.ended_by_seat
    return ordered if left is None else [*ordered, engine.ResignEntry(left)]
