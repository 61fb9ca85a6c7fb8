"""The tables that notices are about, as they are now: a fixed number of queries for all of them.

No card is read. What the sides have scored is read on demand, and is for matches that are over.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import F

from games.models import Match, MatchStatus, Seat, SeatKind
from games.seat_names import seat_names
from games.wording import listed, preset_name

__all__ = ["Table", "tables_of"]

_MATCH = (
    *("public_id", "preset", "status", "ply", "turn_seat", "deadline_at", "offer_expires_at"),
    *("winner_side", "termination", "ended_by_seat", "closed_because", "clock_spec"),
    *("creator__display_name",),
)
_SEAT = (
    *("match_id", "index", "side", "kind", "status", "level", "substitute"),
    *("player__display_name",),
)


@dataclass(frozen=True, slots=True)
class Table:
    """A match and its seats in order, each with its player."""

    match: Match
    seats: tuple[Seat, ...]
    scores: tuple[int, ...] = ()

    @property
    def game(self) -> str:
        """The name of the game."""
        return preset_name(self.match.preset)

    @property
    def is_offered(self) -> bool:
        """Whether it has not begun, and still may."""
        return self.match.status == MatchStatus.OFFERED

    @property
    def is_active(self) -> bool:
        """Whether it is being played."""
        return self.match.status == MatchStatus.ACTIVE

    @property
    def is_finished(self) -> bool:
        """Whether it came to an end with a result."""
        return self.match.status == MatchStatus.FINISHED

    def seat_of(self, player_id: int) -> Seat | None:
        """Return the seat that a player holds, if any."""
        return next((seat for seat in self.seats if seat.player_id == player_id), None)

    def name_at(self, index: int) -> str:
        """Name who holds a seat."""
        return seat_names(self.seats)[index]

    def against(self, player_id: int) -> str:
        """Name those on the other sides; everybody, for whoever does not sit there."""
        own = self.seat_of(player_id)
        return self._named(seat for seat in self.seats if own is None or seat.side != own.side)

    def others(self, player_id: int) -> str:
        """Name those at the table beside a player; "" where nobody sits there yet."""
        return self._named(seat for seat in self.seats if seat.player_id != player_id)

    def _named(self, seats: Iterable[Seat]) -> str:
        names = seat_names(self.seats)
        held = [names[seat.index] for seat in seats if seat.kind != SeatKind.OPEN]
        return listed(held) if held else ""


def tables_of(ids: Collection[UUID], *, with_scores: bool = False) -> dict[UUID, Table]:
    """Read the tables of these matches, those that there are. Two queries."""
    matches: Any = Match.objects.filter(public_id__in=ids).select_related("creator").only(*_MATCH)
    if with_scores:
        matches = matches.annotate(scored=F("snapshot__outcome__score"))
    found = {match.pk: match for match in matches}
    seats = _seats(found)
    return {
        match.public_id: Table(match, tuple(seats[pk]), tuple(getattr(match, "scored", None) or ()))
        for pk, match in found.items()
    }


def _seats(matches: Mapping[int, Match]) -> dict[int, list[Seat]]:
    seats: dict[int, list[Seat]] = {pk: [] for pk in matches}
    rows = Seat.objects.filter(match__in=list(matches)).select_related("player").only(*_SEAT)
    for seat in rows.order_by("match_id", "index"):
        seats[seat.match_id].append(seat)
    return seats
