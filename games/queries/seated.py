"""Matches with what is shown beside them."""

from django.db.models import Prefetch, QuerySet

from games.models import Match, Seat

__all__ = ["with_seats"]


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Read the seats and their players along: two statements, however many the matches are."""
    seats = Seat.objects.select_related("player").order_by("index")
    return matches.prefetch_related(Prefetch("seats", seats))
