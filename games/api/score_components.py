"""How a deal or a match came out, for the OpenAPI document alone."""

from rest_framework.serializers import ChoiceField, IntegerField, ListField

from games import engine
from games.api.bodies import CardField
from games.api.component import Component

__all__ = ["TERMINATIONS", "Ending", "Result", "ScoredDeal"]

# To the engine, whoever runs out of time has resigned.
TERMINATIONS = (*engine.TERMINATIONS, "timeout")


class Ending(Component):
    """How a match ended."""

    winner_side = IntegerField(allow_null=True, help_text="null when drawn.")
    termination = ChoiceField(
        choices=TERMINATIONS,
        help_text="`deal_limit`: after so many deals that the match was ended as it stood.",
    )
    score = ListField(child=IntegerField(), help_text="By side.")


class Result(Ending):
    """How the match came out."""

    outcomes = ListField(child=ChoiceField(choices=["won", "lost", "drawn"]), help_text="By seat.")
    ended_by_seat = IntegerField(
        allow_null=True, help_text="Who resigned, or ran out of time; null: played to the end."
    )
    decided_by = ChoiceField(choices=["engine", "clock"], help_text="The cards, or the clock.")
    rated = ChoiceField(choices=["yes", "no", "annulled"])
    annulled_because = ChoiceField(
        choices=["serial_timeout", "abandoned", "guest"], allow_null=True
    )


class PrimieraHand(Component):
    """What a side's primiera is made of."""

    best = ListField(
        child=CardField(allow_null=True), help_text="By suit: denari, coppe, spade, bastoni."
    )
    value = IntegerField(allow_null=True, help_text="The sum; null where none counts.")
    counts = ListField(
        child=IntegerField(),
        allow_null=True,
        help_text="Sevens, sixes and Aces, where these are compared instead of a sum.",
    )


class DealDetail(Component):
    """How the points of a deal came about. Lists are by side."""

    cards = ListField(child=IntegerField(), help_text="How many each has; level: nobody's point.")
    denari = ListField(child=IntegerField())
    primiera = PrimieraHand(many=True)
    re_bello = IntegerField(allow_null=True, help_text="The side that has the point.")
    napola = ListField(child=IntegerField(), help_text="The length of the run; 0 under three.")
    grande = IntegerField(allow_null=True)
    sevens = ListField(child=IntegerField())
    declarations = ListField(child=IntegerField(), help_text="Points.")
    dealer_bonus = ListField(
        child=IntegerField(), help_text="Scope made by the opening table; among `scope` too."
    )
    won_outright = IntegerField(
        allow_null=True, help_text="The side that took all ten denari, where that wins the match."
    )


class ScoredDeal(Component):
    """What a deal brought each side."""

    number = IntegerField()
    points = ListField(child=IntegerField(), help_text="By side.")
    carte = IntegerField(allow_null=True, help_text="The side that has the point.")
    denari = IntegerField(allow_null=True)
    settebello = IntegerField(allow_null=True)
    primiera = IntegerField(allow_null=True)
    scope = ListField(child=IntegerField(), help_text="By side.")
    primiera_values = ListField(
        child=IntegerField(allow_null=True), help_text="By side; null where a suit is missing."
    )
    detail = DealDetail(
        allow_null=True, help_text="null for a deal that an early version of the service scored."
    )
