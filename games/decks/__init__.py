"""Packs of cards as they look and as their cards are called: presentation only.

The rules know forty cards by rank and suit; nothing here changes what a card does.
"""

from games.decks.catalogue import DECKS
from games.decks.deck import Deck, DeckCard, DeckSuit, Texts

__all__ = ["DECKS", "Deck", "DeckCard", "DeckSuit", "Texts"]
