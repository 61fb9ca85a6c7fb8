"""Matches that are offered or being played: what may be counted however long somebody has played.

Finished matches pile up for years. Every question that is asked often goes through here.
"""

from django.db.models import QuerySet

from games.models import Match, MatchStatus, Seat, SeatStatus

__all__ = ["LIVE", "count_open_matches", "live_seats_of"]

LIVE = (MatchStatus.OFFERED, MatchStatus.ACTIVE)
_NOT_TAKEN = (SeatStatus.INVITED, SeatStatus.DECLINED, SeatStatus.RESIGNED, SeatStatus.REMOVED)


def live_seats_of(player_id: int) -> QuerySet[Seat]:
    """Select the seats of a player in matches that are not over, invitations among them."""
    return Seat.objects.filter(player_id=player_id, match__status__in=LIVE)


def count_open_matches(player_id: int, *, besides: int | None = None) -> int:
    """Count the matches that a player has a seat in or offers, but for the one named. One query.

    An invitation that was not accepted does not count: nobody can fill up another's matches.
    """
    seated = live_seats_of(player_id).exclude(status__in=_NOT_TAKEN).values("match_id")
    offered = Match.objects.filter(creator_id=player_id, status=MatchStatus.OFFERED).values("pk")
    if besides is not None:
        seated, offered = seated.exclude(match_id=besides), offered.exclude(pk=besides)
    return seated.union(offered).count()
