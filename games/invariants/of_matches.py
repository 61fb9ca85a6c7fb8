"""What one statement can tell of all matches: plies without a gap, one open deal while active."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.db.models import Count, F, Max, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.invariants.violation import Scope, Violation
from games.models import Deal, DealStatus, MatchStatus, Move, Seat
from games.queries import count_open_matches

__all__ = [
    "deals_are_open_while_played",
    "nobody_has_too_many_matches",
    "plies_have_no_gap",
    "seats_are_those_of_the_table",
]


def plies_have_no_gap(scope: Scope) -> Iterator[Violation]:
    """I-1: the moves of a match are numbered 0, 1, 2 ... and the match knows how many."""
    of_match = _of_match(Move.objects.all())
    counted = scope.matches.annotate(
        count=_number(of_match.annotate(n=Count("pk"))),
        first=_number(of_match.annotate(n=Min("ply")), absent=0),
        last=_number(of_match.annotate(n=Max("ply")), absent=-1),
    )
    wrong = counted.exclude(count=F("ply"), first=0, last=F("ply") - 1)
    for match in wrong.values("public_id", "ply", "count", "first", "last").iterator():
        yield Violation(
            "I-1",
            f"match {match['public_id']}",
            f"it knows of {match['ply']} moves; there are {match['count']},"
            f" from ply {match['first']} to {match['last']}",
        )


def deals_are_open_while_played(scope: Scope) -> Iterator[Violation]:
    """I-5: an active match has one open deal and a seat on turn; any other has neither."""
    opened = _of_match(Deal.objects.filter(status=DealStatus.OPEN)).annotate(n=Count("pk"))
    counted = scope.matches.annotate(opened=_number(opened))
    active = Q(status=MatchStatus.ACTIVE)
    right = (active & Q(opened=1, open_deal__isnull=False, turn_seat__isnull=False)) | (
        ~active & Q(opened=0, open_deal__isnull=True, turn_seat__isnull=True)
    )
    for match in counted.exclude(pk__in=counted.filter(right).values("pk")).iterator():
        yield Violation(
            "I-5",
            f"match {match.public_id}",
            f"{match.status}, seat {match.turn_seat} on turn, {match.opened} deals open,"
            f" points to deal {match.open_deal_id}",
        )


def seats_are_those_of_the_table(scope: Scope) -> Iterator[Violation]:
    """I-24: seats are numbered 0, 1, 2 ..., and while a match is played each has a holder.

    That nobody holds two of them, and none has two holders, the database itself refuses.
    """
    of_match = _of_match(Seat.objects.all())
    counted = scope.matches.annotate(
        count=_number(of_match.annotate(n=Count("pk"))),
        last=_number(of_match.annotate(n=Max("index")), absent=-1),
        vacant=_number(of_match.filter(kind="open").annotate(n=Count("pk"))),
    )
    begun = Q(status__in=(MatchStatus.ACTIVE, MatchStatus.FINISHED))
    wrong = counted.filter(
        ~Q(count=F("last") + 1) | (begun & Q(vacant__gt=0)) | (Q(turn_seat__gt=F("last")))
    )
    for match in wrong.iterator():
        yield Violation(
            "I-24",
            f"match {match.public_id}",
            f"{match.status} with {match.count} seats, the last is {match.last},"
            f" {match.vacant} without a holder, seat {match.turn_seat} on turn",
        )


def nobody_has_too_many_matches(scope: Scope) -> Iterator[Violation]:
    """I-24: nobody has more matches open than anyone may."""
    limit = settings.SCOPA_MAX_OPEN_MATCHES
    live = Q(match__status__in=(MatchStatus.OFFERED, MatchStatus.ACTIVE))
    seated = Seat.objects.filter(live, player__isnull=False).order_by().values("player")
    creators = scope.matches.filter(status=MatchStatus.OFFERED).order_by().values("creator")
    # Whoever has too many has more than half of them in one of the two ways to have one.
    suspects = {row["player"] for row in seated.annotate(n=Count("pk")).filter(n__gt=limit // 2)}
    suspects |= {
        row["creator"] for row in creators.annotate(n=Count("pk")).filter(n__gt=limit // 2)
    }
    for player_id in sorted(suspects - {None}):
        count = count_open_matches(player_id)
        if count > limit:
            told = f"{count} open matches; the limit is {limit}"
            yield Violation("I-24", f"player {player_id}", told)


def _of_match(rows: QuerySet[Any]) -> QuerySet[Any, Any]:
    """Group the rows of the match of the outer query; `n` is to be annotated."""
    return rows.filter(match=OuterRef("pk")).order_by().values("match")


def _number(grouped: QuerySet[Any, Any], *, absent: int = 0) -> Coalesce:
    return Coalesce(Subquery(grouped.values("n")), absent)
