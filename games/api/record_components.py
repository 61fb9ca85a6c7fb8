"""The record of a match, for the OpenAPI document alone."""

from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    IntegerField,
    ListField,
)

from games.api.bodies import CardField
from games.api.component import Component
from games.api.components import DECLARATIONS
from games.api.rules_components import RuleSetField
from games.api.score_components import Ending

__all__ = ["Record"]


class RecordedHand(Component):
    """A hand that was declared as it was dealt."""

    seat = IntegerField()
    kind = ChoiceField(choices=DECLARATIONS)
    points = IntegerField()
    cards = ListField(child=CardField())


class RecordedMove(Component):
    """A card that was played."""

    ply = IntegerField()
    seat = IntegerField()
    card = CardField()
    capture = ListField(child=CardField())
    scopa = BooleanField()


class RecordedDeal(Component):
    """A deal, or one thrown in."""

    number = IntegerField()
    dealer = IntegerField()
    pack = ListField(
        child=CardField(),
        allow_null=True,
        help_text="In the order of dealing; null while the match is played.",
    )
    table = ListField(child=CardField(), help_text="As it was dealt.")
    void = BooleanField(help_text="Thrown in for its table.")
    bonus = IntegerField(help_text="Scope that the table made for the dealer.")
    declared = RecordedHand(many=True)
    moves = RecordedMove(many=True)
    points = ListField(
        child=IntegerField(), allow_null=True, help_text="By side; null until it is scored."
    )


class RecordedResult(Ending):
    """How the match ended, and who gave it up."""

    resigned_seat = IntegerField(allow_null=True)


class Record(Component):
    """A match written down, as docs/notation.md says."""

    format = IntegerField()
    match = CharField()
    date = CharField(help_text='YYYY-MM-DD, or "?" before the first deal.')
    engine = CharField(help_text="The version of the rules' program.")
    players = ListField(child=CharField(), help_text="By seat.")
    rules = RuleSetField()
    deals = RecordedDeal(many=True)
    result = RecordedResult(allow_null=True, help_text="null while it is played.")
