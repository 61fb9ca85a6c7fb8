"""How strong players are, and what changed it. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet

from players import rating
from players.models import RatedResult, Rating, RatingChange

__all__ = [
    "History",
    "StandingNow",
    "history_of",
    "is_counted",
    "rating_in",
    "ratings_of",
    "standing_now",
]

_PERIOD: Final = timedelta(days=rating.PERIOD_DAYS)


@dataclass(frozen=True, slots=True)
class StandingNow:
    """How strong a player is in a family, and how sure that is at the moment asked for."""

    family: str
    rating: float
    deviation: float
    provisional: bool
    results: int
    rated_at: datetime | None


def is_counted(match_id: UUID) -> bool:
    """Tell whether a match has been recorded for ratings, and was not annulled. One query."""
    return RatedResult.objects.filter(match=match_id, annulled_at=None).exists()


def ratings_of(player_id: int, *, now: datetime) -> list[StandingNow]:
    """Return the ratings of a player, by family, in order of their names. One query."""
    rows = Rating.objects.filter(player_id=player_id, results__gt=0).order_by("family")
    return [standing_now(row, now=now) for row in rows]


def rating_in(player_id: int, family: str, *, now: datetime) -> StandingNow | None:
    """Return a player's rating in a family; None before the first result. One query."""
    rows = Rating.objects.filter(player_id=player_id, family=family, results__gt=0)
    return next((standing_now(row, now=now) for row in rows), None)


def standing_now(row: Rating, *, now: datetime) -> StandingNow:
    """Reckon how sure a stored rating is by now."""
    numbers = rating.Rating(row.rating, row.deviation, row.volatility)
    gone = 0.0 if row.rated_at is None else max((now - row.rated_at) / _PERIOD, 0.0)
    return StandingNow(
        family=row.family,
        rating=row.rating,
        deviation=rating.idle(numbers, gone).deviation,
        provisional=row.settled_until is None or row.settled_until <= now,
        results=row.results,
        rated_at=row.rated_at,
    )


@dataclass(frozen=True, slots=True)
class History:
    """The changes of one rating, the latest first, page by page.

    They are found by the index over the changes of a rating, in whose order they come: a page
    costs as much after ten matches as after ten thousand.
    """

    changes: QuerySet[RatingChange]

    def __call__(self, *, after: int | None, limit: int) -> Sequence[RatingChange]:
        """Return the changes that are older than the one of this key, with their results."""
        older = self.changes
        if after is not None:
            since = self.changes.filter(pk=after).values_list("at", flat=True).first()
            if since is None:
                return []
            older = older.filter(Q(at__lt=since) | Q(at=since, pk__lt=after), at__lte=since)
        return list(older.select_related("result").order_by("-at", "-pk")[:limit])


def history_of(player_id: int, family: str) -> History:
    """Return what changed a player's rating in a family."""
    rows = Rating.objects.filter(player_id=player_id, family=family).values_list("pk", flat=True)
    # By its key: in a part of the query the planner would not see that it is one rating.
    return History(RatingChange.objects.filter(rating=rows.first()))
