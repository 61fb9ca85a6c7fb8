"""The decks on offer: those of the Italian regions, and the international one."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.decks.deck import Deck, DeckSuit, Style, make_deck, texts
from games.engine import Suit

__all__ = ["DECKS"]

_NUMBERS: Final = (
    texts("Asso", "Ace"),
    texts("Due", "Two"),
    texts("Tre", "Three"),
    texts("Quattro", "Four"),
    texts("Cinque", "Five"),
    texts("Sei", "Six"),
    texts("Sette", "Seven"),
)

_LATIN: Final = Style(
    family="latin",
    faces="napoletane",
    suits=(
        DeckSuit(Suit.DENARI, texts("denari", "coins"), None),
        DeckSuit(Suit.COPPE, texts("coppe", "cups"), None),
        DeckSuit(Suit.SPADE, texts("spade", "swords"), None),
        DeckSuit(Suit.BASTONI, texts("bastoni", "clubs"), None),
    ),
    ranks=(*_NUMBERS, texts("Fante", "Jack"), texts("Cavallo", "Knight"), texts("Re", "King")),
    signs=(1, 2, 3, 4, 5, 6, 7, 11, 12, 14),
    indices={},
)

# Hands are sorted as the saying has it, “come quando fuori piove”: cuori, quadri, fiori, picche.
_FRENCH: Final = Style(
    family="french",
    faces="francesi",
    suits=(
        DeckSuit(Suit.COPPE, texts("cuori", "hearts"), "♥"),
        DeckSuit(Suit.DENARI, texts("quadri", "diamonds"), "♦"),
        DeckSuit(Suit.BASTONI, texts("fiori", "clubs"), "♣"),
        DeckSuit(Suit.SPADE, texts("picche", "spades"), "♠"),
    ),
    ranks=(*_NUMBERS, texts("Fante", "Jack"), texts("Donna", "Queen"), texts("Re", "King")),
    signs=(1, 2, 3, 4, 5, 6, 7, 11, 13, 14),
    indices={1: "A", 8: "J", 9: "Q", 10: "K"},
)

# Slug, name and region in Italian and in English, style.
_ROWS: Final = (
    ("napoletane", "Napoletane", "Neapolitan", "Campania e Sud", "Campania and the South", _LATIN),
    ("piacentine", "Piacentine", "Piacenza", "Emilia e Centro", "Emilia and the Centre", _LATIN),
    ("siciliane", "Siciliane", "Sicilian", "Sicilia", "Sicily", _LATIN),
    ("romagnole", "Romagnole", "Romagna", "Romagna", "Romagna", _LATIN),
    ("sarde", "Sarde", "Sardinian", "Sardegna", "Sardinia", _LATIN),
    ("bergamasche", "Bergamasche", "Bergamo", "Bergamo", "Bergamo", _LATIN),
    ("bresciane", "Bresciane", "Brescia", "Brescia", "Brescia", _LATIN),
    ("trentine", "Trentine", "Trento", "Trentino", "Trentino", _LATIN),
    ("trevisane", "Trevisane", "Treviso", "Veneto e Friuli", "Veneto and Friuli", _LATIN),
    ("triestine", "Triestine", "Trieste", "Trieste", "Trieste", _LATIN),
    ("milanesi", "Milanesi", "Milanese", "Lombardia", "Lombardy", _FRENCH),
    ("genovesi", "Genovesi", "Genoese", "Liguria", "Liguria", _FRENCH),
    ("piemontesi", "Piemontesi", "Piedmontese", "Piemonte", "Piedmont", _FRENCH),
    ("toscane", "Toscane", "Tuscan", "Toscana", "Tuscany", _FRENCH),
    ("francesi", "Francesi", "French", "Dappertutto", "Everywhere", _FRENCH),
)

DECKS: Final[Mapping[str, Deck]] = MappingProxyType(
    {
        slug: make_deck(slug, texts(name_it, name_en), texts(region_it, region_en), style)
        for slug, name_it, name_en, region_it, region_en, style in _ROWS
    }
)
