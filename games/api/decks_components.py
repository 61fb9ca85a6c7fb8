"""What the call about decks answers, for the OpenAPI document alone."""

from rest_framework.serializers import BooleanField, CharField, ChoiceField, IntegerField

from games import engine
from games.api.bodies import CardField
from games.api.component import Component
from games.api.rules_components import BothLanguages

__all__ = ["DeckList"]


class DeckSuit(Component):
    """A suit of a deck, and the suit of the rules that it stands for."""

    suit = ChoiceField(choices=[suit.value for suit in engine.Suit])
    # The framework's own attributes of this name are not used here.
    label = BothLanguages()  # type: ignore[assignment]
    symbol = CharField(allow_null=True, help_text="Its sign in Unicode, where there is one.")


class DeckCard(Component):
    """A card of a deck, and the card of the rules that it stands for."""

    card = CardField()
    label = BothLanguages()  # type: ignore[assignment]  # as above
    index = CharField(help_text="What stands in its corner.")
    unicode = CharField(help_text="Its character of the block “Playing Cards”.")
    order = IntegerField(help_text="Its place from 0 when a hand is sorted by suit.")
    face = CharField(help_text="The address of its picture, on this server.")


class Deck(Component):
    """A deck: presentation only."""

    slug = CharField()
    label = BothLanguages()  # type: ignore[assignment]  # as above
    region = BothLanguages(help_text="Where it is at home.")
    family = ChoiceField(choices=["latin", "french"])
    faces = CharField(help_text="The deck whose pictures show it.")
    has_own_faces = BooleanField()
    back = CharField(help_text="The address of the picture of a card face down.")
    suits = DeckSuit(many=True, help_text="In the order in which hands are sorted.")
    cards = DeckCard(many=True, help_text="Forty, in the order of the rules.")


class DeckList(Component):
    """All decks."""

    items = Deck(many=True)
    next_cursor = CharField(allow_null=True)
