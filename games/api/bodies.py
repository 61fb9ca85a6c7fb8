"""What the calls about matches take: bodies and query parameters."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field

from games import engine
from games.clock import DEFAULT_CLOCK
from scopa_site.api.fields import (
    BooleanField,
    ChoiceField,
    FlagParameter,
    IntegerField,
    ListField,
    NumberParameter,
    ObjectField,
    StrictField,
    StrictSerializer,
    StringField,
)
from scopa_site.api.pagination import MAX_LIMIT, PageQuery

__all__ = [
    "MATCH_STATUSES",
    "TALK",
    "AgreeOnTable",
    "CardField",
    "CreateMatch",
    "JoinMatch",
    "ListMatches",
    "ListMoves",
    "PlayMove",
    "ValidateRules",
]

MATCH_STATUSES = ("offered", "active", "finished", "cancelled", "expired")
TALK = ("reactions", "silent")

_CARD_SCHEMA = {
    "type": "string",
    "description": (
        "A card: its rank from 1 to 10, then its suit: D denari, C coppe, S spade, B bastoni."
    ),
    "pattern": "^([1-9]|10)[DCSB]$",
}


@extend_schema_field(_CARD_SCHEMA, component_name="Card")
class CardField(StrictField):
    """A card such as "7D"."""

    default_error_messages = {
        "wrong_type": _("This field must be a text."),
        "invalid_card": _("This is not a card: a rank from 1 to 10, then D, C, S or B."),
    }

    def to_internal_value(self, data: Any) -> engine.Card:
        """Return the card."""
        if type(data) is not str:
            self.fail("wrong_type")
        try:
            return engine.parse_card(data)
        except engine.CardUnreadable:
            self.fail("invalid_card")


class SeatRequest(StrictSerializer):
    """One seat of a new match."""

    type = StringField(
        help_text=(
            "`me`; `ai`, with a `level`; `open`, for anyone to join;"
            " `link`, for whoever has the code of `POST /matches/{match_id}/links`;"
            " or `player`, with a `username`: an invitation."
        )
    )
    level = StringField(required=False, help_text="For `ai`: how well it plays.")
    username = StringField(required=False, help_text="For `player`: whom to invite.")


class ValidateRules(StrictSerializer):
    """The rules of a match."""

    preset = StringField(help_text="The slug of a preset; see `GET /rules/presets`.")
    rules = ObjectField(
        required=False,
        help_text='What differs from the preset, by path: `{"match.target": 16}`.',
    )


class AgreeOnTable(ValidateRules):
    """What those at a table agree on."""

    clock = StringField(default=DEFAULT_CLOCK, help_text="The slug of a clock; see `GET /clocks`.")
    clock_rules = ObjectField(
        required=False,
        help_text='What differs from the clock, by name: `{"on_timeout": "ai"}`.',
    )
    rated = BooleanField(
        default=False,
        help_text="Whether it is to count for a rating: between people, and against the clock.",
    )
    auto_play_forced = BooleanField(
        default=True, help_text="Whether the only card that can be played plays itself."
    )
    talk = ChoiceField(
        choices=TALK,
        default=TALK[0],
        help_text="While cards are hidden: phrases from a list to the other side, or nothing.",
    )
    rating_min = IntegerField(
        min_value=0,
        max_value=5000,
        required=False,
        help_text="Open seats are for ratings from here on, in the family of these rules.",
    )
    rating_max = IntegerField(
        min_value=0, max_value=5000, required=False, help_text="And up to here."
    )


class CreateMatch(AgreeOnTable):
    """A new match."""

    seats = ListField(
        child=SeatRequest(), max_items=12, help_text="In order of play: the index is the seat."
    )
    offer_seconds = IntegerField(
        min_value=300,
        max_value=30 * 24 * 3600,
        default=7 * 24 * 3600,
        help_text="How long its seats can be taken; then the offer expires.",
    )


class JoinMatch(StrictSerializer):
    """Which seat to take."""

    seat = IntegerField(
        required=False, help_text="Left out: your invitation, else the first open seat."
    )


class PlayMove(StrictSerializer):
    """A card to play."""

    ply = IntegerField(min_value=0, help_text="The `ply` of the view that you looked at.")
    card = CardField(help_text="A card of your hand.")
    capture = ListField(
        child=CardField(),
        max_items=40,
        required=False,
        help_text=(
            "The cards to take from the table; `[]` lays the card down."
            " Left out: the one possible capture, or none if the card takes nothing."
        ),
    )


class ListMatches(PageQuery):
    """Which matches to list; left out, all that you play in or created."""

    status = ChoiceField(choices=MATCH_STATUSES, required=False, help_text="Only in this state.")
    awaiting = ChoiceField(
        choices=["me"], required=False, help_text="`me`: only those that wait for your move."
    )
    preset = StringField(required=False, help_text="Only of this preset.")
    clock = StringField(required=False, help_text="Only with this clock.")
    joinable = FlagParameter(
        default=False,
        help_text="`true`: instead of yours, those with an open seat or an invitation for you.",
    )
    limit = NumberParameter(
        min_value=1, max_value=MAX_LIMIT, default=20, help_text="How many items at most."
    )


class ListMoves(PageQuery):
    """Which moves to list."""

    after_ply = NumberParameter(
        min_value=-1, default=-1, help_text="Only moves after this ply; -1 gives all."
    )
    limit = NumberParameter(
        min_value=1, max_value=MAX_LIMIT, default=MAX_LIMIT, help_text="How many items at most."
    )
