"""How many matches wait for whom, and who has just played: for many players at once.

As in `queries.live`, what is asked goes by indexes and never through all that somebody has played.
"""

from collections import Counter
from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.db.models import F, Max

from games.models import Match, MatchStatus, Move, MoveSource, Seat, SeatKind
from players.models import FeedEvent

__all__ = ["last_plays_of", "matches_awaiting"]

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


def last_plays_of(player_ids: Collection[int], since: datetime) -> dict[int, datetime]:
    """Tell when those of these players who played a card themselves since then did so last.

    Whoever plays hears of it in their own feed: the newest events say at which tables to look, also
    those where the match is over. Two queries.
    """
    told = FeedEvent.objects.filter(
        player__in=player_ids,
        seq__gt=F("player__feed__last_seq") - _LOOKED_AT,
        created_at__gte=since,
        type="match.moved",
    )
    subjects = told.values_list("subject", flat=True).distinct()
    matches = {subject for subject in subjects if subject is not None}
    if not matches:
        return {}
    moves = Move.objects.filter(
        match__public_id__in=matches,
        played_at__gte=since,
        source=MoveSource.PERSON,
        match__seats__index=F("seat"),
        match__seats__player__in=player_ids,
    )
    rows = moves.values_list("match__seats__player_id").annotate(Max("played_at"))
    return dict(rows)
