"""What a badge or a widget shows: a few numbers, however much somebody plays."""

from dataclasses import dataclass
from datetime import datetime

from games.models import Match, MatchStatus, Seat, SeatStatus
from games.queries.live import live_seats_of
from players.queries import feed_position

__all__ = ["Summary", "summary_of"]

_MOST_UNREAD = 100
_READ = ("status", "turn_seat", "deadline_at", "offer_expires_at")


@dataclass(frozen=True, slots=True)
class Summary:
    """How many matches wait for a player and until when, and what there is to look at.

    `unread` says 100 for as many or more.
    """

    awaiting: int
    next_deadline_at: datetime | None
    invitations: int
    unread: int


def summary_of(player_id: int, *, now: datetime) -> Summary:
    """Sum up what waits for a player. Three queries."""
    seats = {seat.match_id: seat for seat in live_seats_of(player_id)}
    matches = Match.objects.filter(pk__in=list(seats)).only(*_READ)
    awaiting = [match for match in matches if _waits_for(seats[match.pk], match)]
    deadlines = [match.deadline_at for match in awaiting if match.deadline_at is not None]
    return Summary(
        awaiting=len(awaiting),
        next_deadline_at=min(deadlines, default=None),
        invitations=sum(_is_invited(seats[match.pk], match, now) for match in matches),
        unread=min(feed_position(player_id).unread, _MOST_UNREAD),
    )


def _waits_for(seat: Seat, match: Match) -> bool:
    on_turn = match.status == MatchStatus.ACTIVE and match.turn_seat == seat.index
    return on_turn and seat.is_played_by_person


def _is_invited(seat: Seat, match: Match, now: datetime) -> bool:
    until = match.offer_expires_at
    stands = match.status == MatchStatus.OFFERED and (until is None or until > now)
    return stands and seat.status == SeatStatus.INVITED
