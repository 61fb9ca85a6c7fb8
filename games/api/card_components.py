"""What matches add to the public card of a player, for the OpenAPI document alone."""

from typing import Any

from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    FloatField,
    IntegerField,
)

from games.api.component import Component
from games.api.rules_components import BothLanguages
from games.rating_families import FAMILIES

__all__ = ["FamilyRating", "card_members"]


class FamilyRating(Component):
    """How strong a player is in a family of rules."""

    family = ChoiceField(choices=list(FAMILIES))
    label = BothLanguages()  # type: ignore[assignment]  # the framework's own is not used here
    rating = IntegerField()
    deviation = IntegerField(help_text="How unsure it is: two of them on each side, 19 in 20.")
    provisional = BooleanField(help_text="Whether it is too unsure to be compared.")
    results = IntegerField(help_text="How many matches it rests on.")


class Reliability(Component):
    """How often a player finishes what they begin."""

    matches = IntegerField(help_text="Matches that are over.")
    finished = FloatField(
        allow_null=True, help_text="The share that they neither gave up nor ran out of time in."
    )


class HeadToHead(Component):
    """How matches between you and the player ended, from your side."""

    won = IntegerField()
    drawn = IntegerField()
    lost = IntegerField()


class Statistics(Component):
    """What a player did. The numbers by deal are null before the first deal was scored."""

    matches = IntegerField()
    won = IntegerField()
    drawn = IntegerField()
    lost = IntegerField()
    deals = IntegerField()
    scope_per_deal = FloatField(allow_null=True)
    settebelli_per_deal = FloatField(allow_null=True)
    primiere_per_deal = FloatField(allow_null=True)


class PresetStatistics(Statistics):
    """The same for the matches of one preset."""

    preset = CharField()


def card_members() -> dict[str, Any]:
    """Describe the members."""
    return {
        "ratings": FamilyRating(many=True),
        "reliability": Reliability(),
        "reply_seconds": IntegerField(
            allow_null=True,
            help_text="Half of their replies come within this time; null for under ten replies.",
        ),
        "head_to_head": HeadToHead(allow_null=True, help_text="Null on your own card."),
        "statistics": Statistics(),
        "presets": PresetStatistics(many=True, help_text="What was played most comes first."),
        "chart": CharField(help_text="The address of a picture (SVG)."),
    }
