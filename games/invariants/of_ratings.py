"""Ratings: what counted moved them, once, and in one chain."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Count, Expression, F, OuterRef, Q, QuerySet, Subquery, Window
from django.db.models.functions import Coalesce, Lag, Lead

from games.invariants.violation import Scope, Violation
from games.models import MatchStatus
from players.models import RatedResult, RatedSeat, RatingChange

__all__ = ["changes_follow_one_another", "rated_matches_have_counted", "results_moved_their_seats"]

_COLUMNS = ("rating", "deviation", "volatility")


def rated_matches_have_counted(scope: Scope) -> Iterator[Violation]:
    """I-21: a rated match that is over and counts has one result that was not annulled."""
    results = RatedResult.objects.filter(match=OuterRef("public_id"))
    # What was over before there were ratings has none.
    first = RatedResult.objects.order_by("pk").values_list("finished_at", flat=True).first()
    if first is None:
        return
    over = scope.matches.filter(status=MatchStatus.FINISHED, rated=True, finished_at__gte=first)
    matches = over.annotate(results=_number(results.filter(annulled_at=None).values("match")))
    for match in matches.filter(rating_note="", results=0).iterator():
        yield Violation("I-21", f"match {match.public_id}", "is rated and over, and has no result")


def results_moved_their_seats(scope: Scope) -> Iterator[Violation]:
    """I-21: a result has a change for each of its seats; none once it was annulled."""
    of_result = {"result": OuterRef("pk")}
    results = RatedResult.objects.annotate(
        seated=_number(RatedSeat.objects.filter(**of_result).values("result")),
        changed=_number(RatingChange.objects.filter(**of_result).values("result")),
    )
    right = Q(annulled_at=None, changed=F("seated")) | Q(annulled_at__isnull=False, changed=0)
    for result in results.exclude(pk__in=results.filter(right).values("pk")).iterator():
        told = f"{result.changed} changes for {result.seated} seats"
        yield Violation("I-21", f"result of match {result.match}", told)


def changes_follow_one_another(scope: Scope) -> Iterator[Violation]:
    """I-21: each change begins where the one before ended, and the rating is where the last did."""
    before = {f"last_{name}": _in_order(Lag(f"{name}_after")) for name in _COLUMNS}
    changes = RatingChange.objects.annotate(**before, following=_in_order(Lead("result")))
    for change in changes.select_related("rating").iterator():
        where = f"rating {change.rating_id} in result {change.result_id}"
        last = [getattr(change, f"last_{name}") for name in _COLUMNS]
        begins = [getattr(change, f"{name}_before") for name in _COLUMNS]
        if last[0] is not None and last != begins:
            yield Violation("I-21", where, f"begins with {begins}, after {last}")
        ends = [getattr(change, f"{name}_after") for name in _COLUMNS]
        stands = [getattr(change.rating, name) for name in _COLUMNS]
        if change.following is None and ends != stands:
            yield Violation("I-21", where, f"ends with {ends}; the rating is {stands}")


def _in_order(function: Expression) -> Window:
    """Look at the changes of one rating in the order of their results."""
    return Window(function, partition_by=[F("rating")], order_by=[F("result")])


def _number(grouped: "QuerySet[Any, Any]") -> Coalesce:
    return Coalesce(Subquery(grouped.order_by().annotate(n=Count("pk")).values("n")), 0)
