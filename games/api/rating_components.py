"""The shapes of ratings and leaderboards, for the OpenAPI document."""

from rest_framework.serializers import (
    BooleanField,
    CharField,
    DateTimeField,
    IntegerField,
    UUIDField,
)

from games.api.card_components import FamilyRating
from games.api.component import Component
from games.api.rules_components import BothLanguages
from scopa_site.api import fields
from scopa_site.api.pagination import PageQuery

__all__ = ["BoardQuery", "Leaderboard", "RatingHistory", "RatingList"]

_PERIODS = ["all", "month", "week"]


class BoardQuery(PageQuery):
    """Which part of a leaderboard."""

    period = fields.ChoiceField(
        choices=_PERIODS,
        default="all",
        help_text="`month`, `week`: only those with a result in the last 30, or 7, days.",
    )
    around = fields.ChoiceField(
        choices=["me"],
        required=False,
        help_text="`me`: begin so that you are in the middle. Not together with `cursor`.",
    )


class RatedPlayer(Component):
    """A player, as others see them."""

    id = UUIDField()
    username = CharField()
    display_name = CharField()
    is_guest = BooleanField()


class BoardRow(Component):
    """A place on a leaderboard."""

    rank = IntegerField()
    player = RatedPlayer()
    rating = IntegerField()
    deviation = IntegerField()
    results = IntegerField()
    rated_at = DateTimeField()


class Leaderboard(Component):
    """The highest ratings that are settled; `me` is your own place, null if you have none."""

    family = CharField()
    label = BothLanguages()  # type: ignore[assignment]  # the framework's own is not used here
    period = fields.ChoiceField(choices=_PERIODS)
    me = BoardRow(allow_null=True)
    items = BoardRow(many=True)
    next_cursor = CharField(allow_null=True)


class RatingList(Component):
    """Your ratings, one for each family in which a match of yours has counted."""

    items = FamilyRating(many=True)
    next_cursor = CharField(allow_null=True)


class RatingStep(Component):
    """What one match did to a rating; with `not_counted`, nothing."""

    at = DateTimeField()
    match = UUIDField()
    rating_before = IntegerField()
    rating_after = IntegerField()
    deviation_after = IntegerField()
    not_counted = fields.ChoiceField(choices=["met_too_often"], allow_null=True)


class RatingHistory(Component):
    """What changed a rating, the latest first; `rating` is null before the first result."""

    family = CharField()
    label = BothLanguages()  # type: ignore[assignment]  # the framework's own is not used here
    rating = FamilyRating(allow_null=True)
    items = RatingStep(many=True)
    next_cursor = CharField(allow_null=True)
