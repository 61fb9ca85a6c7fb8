"""Who hears of what happens at a table."""

from dataclasses import dataclass

from games.models import Match, Seat, SeatStatus
from games.records import MatchRecord
from players.notifications.registry import Heard

__all__ = ["Hearer", "hearer_of"]


@dataclass(frozen=True, slots=True)
class Hearer:
    """A seat whose holder hears of something, and the table as it stands then.

    `is_own`: whether they did it themselves.
    """

    record: MatchRecord
    seat: Seat
    is_own: bool = False

    @property
    def match(self) -> Match:
        """The match that it is about."""
        return self.record.match

    @property
    def is_creator(self) -> bool:
        """Whether they offered the match."""
        return self.match.creator_id == self.seat.player_id

    @property
    def is_only_invited(self) -> bool:
        """Whether they have not said yes to anything yet."""
        return self.seat.status == SeatStatus.INVITED


def hearer_of(event: Heard) -> Hearer | None:
    """Return who hears of an event of a match, but for those who did it themselves."""
    hearer = event.aside
    return hearer if isinstance(hearer, Hearer) and not hearer.is_own else None
