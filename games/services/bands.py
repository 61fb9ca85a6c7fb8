"""Seats that are offered to some ratings only.

A band is for strangers: who is named in an invitation, holds a code, or is asked for a rematch was
chosen by somebody. Ratings are read as they are then, and nobody has to leave who rises or falls.
"""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.errors import InvalidRatingBand, RatingOutOfBand
from games.records import MatchRecord
from players.queries import shown_rating, shown_ratings
from scopa_site.errors import FieldProblem

__all__ = ["are_within", "check_band", "check_rating", "refuse_outsider"]


def check_band(lowest: int | None, highest: int | None) -> None:
    """Refuse a band that nobody is in. Raises InvalidRatingBand."""
    if lowest is not None and highest is not None and lowest > highest:
        detail = _("It is under rating_min, which is %(lowest)d.") % {"lowest": lowest}
        raise InvalidRatingBand(errors=[FieldProblem("/rating_max", "band_is_empty", detail)])


def refuse_outsider(record: MatchRecord, player_id: int) -> None:
    """Refuse a player whose rating the match is not offered to. Raises RatingOutOfBand."""
    match = record.match
    check_rating(player_id, match.rating_family, match.rating_min, match.rating_max)


def check_rating(player_id: int, family: str, lowest: int | None, highest: int | None) -> None:
    """Refuse a player outside a band; without one nothing is asked. Raises RatingOutOfBand."""
    if lowest is None and highest is None:
        return
    rating = shown_rating(player_id, family)
    if not _is_within(rating, lowest, highest):
        raise RatingOutOfBand(rating_min=lowest, rating_max=highest, your_rating=rating)


def are_within(
    player_ids: Iterable[int], family: str, lowest: int | None, highest: int | None
) -> bool:
    """Tell whether all these players are in a band; without one nothing is asked."""
    if lowest is None and highest is None:
        return True
    ratings = shown_ratings(list(player_ids), family).values()
    return all(_is_within(rating, lowest, highest) for rating in ratings)


def _is_within(rating: int, lowest: int | None, highest: int | None) -> bool:
    return (lowest is None or lowest <= rating) and (highest is None or rating <= highest)
