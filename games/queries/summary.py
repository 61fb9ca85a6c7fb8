"""What a badge or a widget shows: a few numbers, however much somebody plays."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Min, Q

from games.models import MatchStatus, SeatStatus
from games.queries.live import live_seats_of
from players.queries import feed_position

__all__ = ["Summary", "summary_of"]

_MOST_UNREAD = 100


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
    """Sum up what waits for a player. Two queries."""
    mine = Q(match__status=MatchStatus.ACTIVE, match__turn_seat=F("index"), substitute="")
    invited = Q(match__status=MatchStatus.OFFERED, status=SeatStatus.INVITED) & ~Q(
        match__offer_expires_at__lte=now
    )
    counted = live_seats_of(player_id).aggregate(
        awaiting=Count("pk", filter=mine),
        deadline=Min("match__deadline_at", filter=mine),
        invitations=Count("pk", filter=invited),
    )
    return Summary(
        awaiting=counted["awaiting"],
        next_deadline_at=counted["deadline"],
        invitations=counted["invitations"],
        unread=min(feed_position(player_id).unread, _MOST_UNREAD),
    )
