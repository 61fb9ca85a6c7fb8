"""Matches that are offered or being played: what may be counted however long somebody has played.

Finished matches pile up for years. Every question that is asked often goes through here, and in two
steps: the seats that are `live`, by their own index, then those few matches by their keys. Joined,
the planner guesses from how much somebody has played, and reads all matches there are.
"""

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Match, MatchStatus, Seat, SeatKind, SeatStatus

__all__ = ["LIVE", "count_open_matches", "live_match_keys", "live_seats_of"]

LIVE = (MatchStatus.OFFERED, MatchStatus.ACTIVE)
_NOT_TAKEN = (SeatStatus.INVITED, SeatStatus.DECLINED, SeatStatus.RESIGNED, SeatStatus.REMOVED)


def live_seats_of(player_id: int) -> QuerySet[Seat]:
    """Select the seats of a player in matches that are not over, invitations among them."""
    return Seat.objects.filter(player_id=player_id, live=True)


def live_match_keys(player_id: int, *, created: bool = False) -> list[int]:
    """List the keys of the matches of `live_seats_of`; with `created`, also of those they offered.

    As values, not as a part of another query. One query.
    """
    keys = live_seats_of(player_id).values_list("match_id", flat=True)
    if created:
        own = Match.objects.filter(creator_id=player_id, status__in=LIVE)
        keys = keys.union(own.values_list("pk", flat=True))
    return list(keys)


def count_open_matches(player_id: int, *, besides: int | None = None) -> int:
    """Count the matches that a player has a seat in or offers, but for the one named. One query.

    So do those that they let computers play among themselves.

    An invitation that was not accepted does not count: nobody can fill up another's matches.
    """
    seated = live_seats_of(player_id).exclude(status__in=_NOT_TAKEN).values("match_id")
    people = Seat.objects.filter(match=OuterRef("pk"), kind=SeatKind.PERSON)
    own = Match.objects.filter(creator_id=player_id, status__in=LIVE)
    offered = own.filter(Q(status=MatchStatus.OFFERED) | ~Exists(people)).values("pk")
    if besides is not None:
        seated, offered = seated.exclude(match_id=besides), offered.exclude(pk=besides)
    return seated.union(offered).count()
