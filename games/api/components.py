"""What the calls about matches answer, for the OpenAPI document alone.

`render` builds the answers by hand; the tests hold every answer against these.
"""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    DateTimeField,
    IntegerField,
    ListField,
    UUIDField,
)

from games import engine
from games.ai import LEVELS
from games.api.bodies import MATCH_STATUSES, CardField
from games.engine.fields import FIELDS

__all__ = ["MatchList", "MatchView", "MoveList", "PresetList"]

TERMINATIONS = ("completed", "resigned")
SEAT_STATUSES = ("open", "invited", "joined", "playing", "declined", "resigned")


class Component(serializers.Serializer[Any]):
    """An object that is only described, never read or written."""


# Rules


def _rules_schema(document: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Describe encoded rules; what may stand in each field is the engine's table to say."""
    properties = {
        name: _rules_schema(value, f"{prefix}{name}.")
        if isinstance(value, dict)
        else _rule_schema(prefix + name, value)
        for name, value in document.items()
    }
    return {"type": "object", "required": list(properties), "properties": properties}


def _rule_schema(path: str, value: object) -> dict[str, Any]:
    field = FIELDS.get(path)
    if field is None:
        return {"type": "integer" if isinstance(value, int) else "string"}
    numbers = [each for each in field.known if type(each) is int]
    if len(numbers) <= _LISTED:
        return {"enum": list(field.known)}
    kinds = ["integer", "null"] if None in field.known else "integer"
    return {"type": kinds, "minimum": min(numbers), "maximum": max(numbers)}


_LISTED = 12  # more numbers than this are told as a range


@extend_schema_field(
    {
        **_rules_schema(engine.encode_rules(engine.RuleSet())),
        "description": "All rules that a match is played by.",
    },
    component_name="RuleSet",
)
class RuleSetField(serializers.JSONField):
    """The resolved rules."""


class Preset(Component):
    """A rule set with a name."""

    slug = CharField()
    # The framework's own attributes of these names are not used here.
    label = CharField(help_text="In the language of the request.")  # type: ignore[assignment]
    description = CharField()
    tier = IntegerField(help_text="1: the classics.")
    rules = RuleSetField()


class PresetList(Component):
    """All presets."""

    items = Preset(many=True)
    next_cursor = CharField(allow_null=True)


# Seats


class SeatHolder(Component):
    """A player, as others see them."""

    id = UUIDField()
    username = CharField()
    display_name = CharField()
    is_guest = BooleanField()


class SummarySeat(Component):
    """A seat and who holds it."""

    seat = IntegerField(help_text="From 0, in order of play.")
    side = IntegerField(help_text="From 0: the seat's own, or with pairs the seat modulo 2.")
    type = ChoiceField(choices=["person", "ai", "open"])
    player = SeatHolder(allow_null=True)
    level = ChoiceField(choices=list(LEVELS), allow_null=True, help_text="Of an AI.")
    status = ChoiceField(choices=SEAT_STATUSES)


class ViewSeat(SummarySeat):
    """A seat, who holds it, and how many cards they hold."""

    hand_count = IntegerField()


class You(Component):
    """The caller's own place."""

    seat = IntegerField()
    side = IntegerField()


class Turn(Component):
    """Whose move it is."""

    seat = IntegerField()


class Result(Component):
    """How the match ended."""

    winner_side = IntegerField(allow_null=True, help_text="null when drawn.")
    termination = ChoiceField(choices=TERMINATIONS)
    score = ListField(child=IntegerField(), help_text="By side.")


# Cards


class LastMove(Component):
    """The card played last in this deal."""

    ply = IntegerField()
    seat = IntegerField()
    card = CardField()
    capture = ListField(child=CardField())
    scopa = BooleanField()


class Pile(Component):
    """What a side has taken; the cards lie face down."""

    side = IntegerField()
    count = IntegerField()
    scope = IntegerField()


class Deal(Component):
    """The deal in play, or the last one once the match is over."""

    number = IntegerField(help_text="From 1.")
    dealer_seat = IntegerField()
    table = ListField(child=CardField())
    hand = ListField(child=CardField(), help_text="Your own; empty for who holds no seat.")
    stock_count = IntegerField()
    piles = Pile(many=True)
    last_capture_side = IntegerField(allow_null=True)
    last_move = LastMove(allow_null=True)


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


class VoidDeal(Component):
    """A deal thrown in for its table; it is dealt again under the same number."""

    number = IntegerField()
    table = ListField(child=CardField())


class LegalMove(Component):
    """A move that you may make."""

    card = CardField()
    capture = ListField(child=CardField(), help_text="Empty: the card is laid down.")


# Whole answers


class MatchSummary(Component):
    """A match in a list."""

    id = UUIDField()
    status = ChoiceField(choices=MATCH_STATUSES)
    preset = CharField()
    seats = SummarySeat(many=True)
    you = You(allow_null=True)
    ply = IntegerField()
    turn = Turn(allow_null=True)
    score = ListField(child=IntegerField(), help_text="By side.")
    result = Result(allow_null=True)
    created_at = DateTimeField()
    updated_at = DateTimeField()


class MatchView(Component):
    """A match as you may see it."""

    id = UUIDField()
    status = ChoiceField(choices=MATCH_STATUSES)
    preset = CharField()
    rules = RuleSetField()
    creator = UUIDField(allow_null=True, help_text="The player who may call it off.")
    seats = ViewSeat(many=True)
    you = You(allow_null=True, help_text="null for who holds no seat.")
    ply = IntegerField(help_text="Moves played so far in the match.")
    turn = Turn(allow_null=True)
    deal = Deal(allow_null=True, help_text="null until the first deal.")
    score = ListField(child=IntegerField(), help_text="By side; scored deals only.")
    deals = ScoredDeal(many=True)
    legal_moves = LegalMove(many=True, help_text="On your turn; else empty.")
    voids = VoidDeal(many=True)
    result = Result(allow_null=True)
    created_at = DateTimeField()
    server_time = DateTimeField()


class MatchList(Component):
    """A page of matches, newest first."""

    items = MatchSummary(many=True)
    next_cursor = CharField(allow_null=True)


class Move(Component):
    """A card that was played."""

    ply = IntegerField()
    deal = IntegerField(help_text="The number of the deal.")
    seat = IntegerField()
    card = CardField()
    capture = ListField(child=CardField())
    scopa = BooleanField()
    played_at = DateTimeField()
    source = ChoiceField(  # type: ignore[assignment]  # as above
        choices=["person", "ai", "fallback"],
        help_text="`fallback`: the server played for an AI that gave no answer.",
    )


class MoveList(Component):
    """A page of moves, in order of play."""

    items = Move(many=True)
    next_cursor = CharField(allow_null=True)
