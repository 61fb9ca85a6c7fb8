"""How many matches wait for whom, and who has just played: for many players at once.

As in `queries.live`, what is asked goes by indexes and never through all that somebody has played.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Final
from uuid import UUID

from django.db.models import Max, Q

from games.models import Match, MatchStatus, Move, MoveSource, Seat, SeatKind, SeatStatus
from players.models import Feed, FeedEvent

__all__ = ["invitations_awaiting", "last_plays_of", "matches_awaiting"]

# Of each player, so many of the newest events are looked at: whoever hears more in a minute is told
# of a turn although they have just played.
_LOOKED_AT: Final = 40


def matches_awaiting(player_ids: Collection[int]) -> dict[int, int]:
    """Count for each of these players the matches whose next card is theirs. Two queries."""
    seats = Seat.objects.filter(
        player__in=player_ids, live=True, kind=SeatKind.PERSON, substitute=""
    )
    held = list(seats.values_list("match_id", "index", "player_id"))
    keys = {match_id for match_id, _index, _player_id in held}
    active = Match.objects.filter(pk__in=keys, status=MatchStatus.ACTIVE)
    turns = dict(active.values_list("pk", "turn_seat"))
    return dict(
        Counter(player_id for match_id, index, player_id in held if turns.get(match_id) == index)
    )


def invitations_awaiting(player_ids: Collection[int]) -> dict[int, int]:
    """Count for each of these players the offers that they have not answered yet. One query."""
    invited = Seat.objects.filter(
        player__in=player_ids,
        live=True,
        status=SeatStatus.INVITED,
        match__status=MatchStatus.OFFERED,
    )
    return dict(Counter(invited.values_list("player_id", flat=True)))


def last_plays_of(player_ids: Collection[int], since: datetime) -> dict[int, datetime]:
    """Tell when those of these players who played a card themselves since then did so last.

    Whoever plays hears of it in their own feed: the newest events say at which tables to look, also
    those where the match is over. Four queries; two where nobody has played.
    """
    matches = _played_at(player_ids, since)
    if not matches:
        return {}
    moves = Move.objects.filter(
        match__public_id__in=matches, played_at__gte=since, source=MoveSource.PERSON
    )
    rows = moves.values_list("match_id", "seat").annotate(at=Max("played_at"))
    return _by_holder({(match_id, seat): at for match_id, seat, at in rows}, player_ids)


def _played_at(player_ids: Collection[int], since: datetime) -> set[UUID]:
    """Return the ids of matches in which a card was played, as the newest events tell.

    Where each feed ends is read first: joined, the planner would go through all that is kept.
    """
    feeds = Feed.objects.filter(pk__in=player_ids).values_list("pk", "last_seq")
    newest = [Q(player=key, seq__gt=last - _LOOKED_AT) for key, last in feeds]
    if not newest:
        return set()
    told = FeedEvent.objects.filter(reduce(or_, newest), created_at__gte=since, type="match.moved")
    return {subject for subject in told.values_list("subject", flat=True) if subject is not None}


def _by_holder(
    latest: Mapping[tuple[int, int], datetime], player_ids: Collection[int]
) -> dict[int, datetime]:
    """Say whose seats these are. Not joined: the planner would go through all seats of each."""
    seats = Seat.objects.filter(match__in={match_id for match_id, _seat in latest})
    found: dict[int, datetime] = {}
    for match_id, index, player_id in seats.values_list("match_id", "index", "player_id"):
        at = latest.get((match_id, index))
        if at is not None and player_id in player_ids:
            found[player_id] = max(at, found.get(player_id, at))
    return found
