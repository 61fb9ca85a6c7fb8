"""To whose ratings matches are offered, as parts of queries."""

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.models import Match, Seat
from players.queries.standing import rating_value

__all__ = ["IN_BAND", "offered_to", "without_outsiders"]

# A rating is shown in whole points: 1499.6 is in a band from 1500.
_HALF = 0.5
IN_BAND = (Q(rating_min=None) | Q(rating_min__lte=F("mine") + _HALF)) & (
    Q(rating_max=None) | Q(rating_max__gte=F("mine") - _HALF)
)


def offered_to(matches: QuerySet[Match], player_id: int) -> QuerySet[Match]:
    """Annotate matches with the player's rating in their family, for the filter IN_BAND."""
    return matches.alias(mine=rating_value(player_id, OuterRef("rating_family")))


def without_outsiders(
    matches: QuerySet[Match], family: str, lowest: int | None, highest: int | None
) -> QuerySet[Match]:
    """Leave out matches where somebody sits whose rating is outside a band."""
    if lowest is None and highest is None:
        return matches
    outside = Q(pk=None)
    if lowest is not None:
        outside |= Q(theirs__lt=lowest - _HALF)
    if highest is not None:
        outside |= Q(theirs__gt=highest + _HALF)
    seated = Seat.objects.filter(match=OuterRef("pk"), player__isnull=False)
    rated = seated.alias(theirs=rating_value(OuterRef("player_id"), family))
    return matches.exclude(Exists(rated.filter(outside)))
