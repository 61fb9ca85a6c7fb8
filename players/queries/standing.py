"""How strong players are, as others see it."""

from collections.abc import Collection
from typing import Any

from django.db.models import FloatField, Subquery, Value
from django.db.models.functions import Coalesce

from players.models import Rating, RatingChange
from players.rating import NEWCOMER

__all__ = ["rating_course", "rating_value", "shown_rating", "shown_ratings"]


def shown_rating(player_id: int, family: str) -> int:
    """Return the rating of a player in a family; who has none begins in the middle. One query."""
    return shown_ratings([player_id], family)[player_id]


def shown_ratings(player_ids: Collection[int], family: str) -> dict[int, int]:
    """Return the ratings of these players in a family, by their keys. One query."""
    rows = Rating.objects.filter(player_id__in=player_ids, family=family)
    known = dict(rows.values_list("player_id", "rating"))
    return {each: round(known.get(each, NEWCOMER.rating)) for each in player_ids}


def rating_value(player: Any, family: Any) -> Coalesce:
    """Give the rating of a player in a family as a part of a query; both may be an OuterRef."""
    rows = Rating.objects.filter(player_id=player, family=family).values("rating")
    return Coalesce(Subquery(rows[:1]), Value(NEWCOMER.rating), output_field=FloatField())


def rating_course(player_id: int, family: str, *, last: int) -> list[float]:
    """Return what a rating was before its last so many changes, and after each, oldest first.

    Empty where nothing has changed it. One query.
    """
    changes = RatingChange.objects.filter(rating__player_id=player_id, rating__family=family)
    latest = changes.order_by("-at", "-id").values_list("rating_before", "rating_after")
    steps = list(reversed(latest[:last]))
    return [before for before, _after in steps[:1]] + [after for _before, after in steps]
