"""A match with its seats and its state, as services and queries hand it on."""

from dataclasses import dataclass

from games import engine
from games.models import Match, MatchStatus, Seat, SeatKind

__all__ = ["MatchRecord"]


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
