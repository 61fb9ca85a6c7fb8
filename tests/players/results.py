"""Results to rate, as a match would tell them."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

from players import services
from players.models import Player, Rating, RatingChange
from players.services import SeatResult

NOW = datetime(2026, 4, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
FAMILY = "duel"


def players(count):
    """Create players with accounts."""
    return [Player.objects.create_user(f"rated-{number}", password=None) for number in range(count)]


def duel(winner, loser, *, at=NOW, drawn=False, family=FAMILY):
    """Let one win against another; return the id of the match."""
    seats = [
        SeatResult(seat=0, side=0, place=1, player_id=winner.pk),
        SeatResult(seat=1, side=1, place=1 if drawn else 2, player_id=loser.pk),
    ]
    match = uuid4()
    assert services.record_result(match=match, family=family, system="glicko2", seats=seats, now=at)
    return match


def table(*sides, at=NOW, family="pairs"):
    """Let sides come in in this order; return the id of the match."""
    seats = [
        SeatResult(seat=side + place * len(sides), side=side, place=side + 1, player_id=player.pk)
        for side, members in enumerate(sides)
        for place, player in enumerate(members)
    ]
    match = uuid4()
    assert services.record_result(
        match=match, family=family, system="plackett_luce", seats=seats, now=at
    )
    return match


def stands(player, family=FAMILY):
    """Return the rating of a player as it is stored."""
    return Rating.objects.get(player=player, family=family)


def written(family=FAMILY):
    """Return all that is stored of a family's ratings but keys, to be compared."""
    ratings = Rating.objects.filter(family=family).order_by("pk")
    columns = ("player", "rating", "deviation", "volatility", "results", "rated_at")
    changes = RatingChange.objects.filter(rating__family=family).order_by("result", "rating")
    return (
        list(ratings.values(*columns, "settled_until")),
        list(changes.values("result__match", "rating", "rating_before", "rating_after",
                            "deviation_after", "volatility_after", "not_counted")),
    )  # fmt: skip
