"""Decks over HTTP: how cards look and what they are called, for whoever draws them."""

from functools import cache
from typing import Any

from django.http import HttpResponse
from django.templatetags.static import static
from rest_framework.request import Request

from games.api.decks_components import DeckList
from games.api.operations import operation
from games.decks import DECKS, Deck, DeckCard
from scopa_site.api.rendering import answer
from scopa_site.api.views import ApiView

__all__ = ["DeckListView"]


class DeckListView(ApiView):
    """GET /decks."""

    public = True

    @operation("listDecks", ok={200: DeckList}, tag="decks", of_one_match=False)
    def get(self, request: Request) -> HttpResponse:
        """List the decks that a table can be shown with, each card named in both languages.

        All of them on one page. Which deck is shown is the client's choice alone: a card is `7D` in
        every deck, and no deck changes a rule.
        """
        return answer({"items": _items(), "next_cursor": None})


@cache
def _items() -> list[dict[str, Any]]:
    return [_deck(deck) for deck in DECKS.values()]


def _deck(deck: Deck) -> dict[str, Any]:
    return {
        "slug": deck.slug,
        "label": dict(deck.label),
        "region": dict(deck.region),
        "family": deck.family,
        "faces": deck.faces,
        "has_own_faces": deck.has_own_faces,
        "back": static(deck.back),
        "suits": [
            {"suit": suit.suit.value, "label": dict(suit.label), "symbol": suit.symbol}
            for suit in deck.suits
        ],
        "cards": [_card(card) for card in deck.cards],
    }


def _card(card: DeckCard) -> dict[str, Any]:
    return {
        "card": str(card.card),
        "label": dict(card.label),
        "index": card.index,
        "unicode": card.unicode,
        "order": card.order,
        "face": static(card.face),
    }
