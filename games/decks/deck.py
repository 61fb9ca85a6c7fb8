"""What is known of a deck: its suits, and the name, the sign and the place of each card."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

from games.engine import DECK, Card, Suit

__all__ = ["Deck", "DeckCard", "DeckSuit", "Style", "Texts", "make_deck", "texts"]

# A text by language: "it" and "en".
Texts: TypeAlias = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class DeckSuit:
    """A suit of a deck, and which suit of the rules it stands for.

    `symbol` is its sign in Unicode, None where Unicode has none.
    """

    suit: Suit
    label: Texts
    symbol: str | None


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A card of a deck, and which card of the rules it stands for.

    `index` is what is printed in its corner; `unicode` the one character of the block
    “Playing Cards”; `order` its place from 0 when a hand is sorted by suit; `face` the path of
    its picture among the static files.
    """

    card: Card
    label: Texts
    index: str
    unicode: str
    order: int
    face: str


@dataclass(frozen=True, slots=True)
class Style:
    """What decks of the same suits have in common.

    `suits` are in the order in which hands are sorted. `ranks` and `signs` are by rank from 1:
    their names, and their places in each suit's row of Unicode's playing cards. `indices` are
    printed instead of a rank's number.
    """

    family: Literal["latin", "french"]
    faces: str
    suits: tuple[DeckSuit, ...]
    ranks: tuple[Texts, ...]
    signs: tuple[int, ...]
    indices: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: where it is at home, its suits, its forty cards in the order of the rules.

    `faces` names the set of pictures that shows it; `has_own_faces` is False where that set was
    drawn for another deck of the same suits.
    """

    slug: str
    label: Texts
    region: Texts
    family: Literal["latin", "french"]
    faces: str
    has_own_faces: bool
    back: str
    suits: tuple[DeckSuit, ...]
    cards: tuple[DeckCard, ...]


# The first character of each suit's row, less one: Unicode pairs spades with swords and so on.
_ROWS = {Suit.SPADE: 0x1F0A0, Suit.COPPE: 0x1F0B0, Suit.DENARI: 0x1F0C0, Suit.BASTONI: 0x1F0D0}
_OF = {"it": "di", "en": "of"}


def texts(italian: str, english: str) -> Texts:
    """Put a text in both languages."""
    return MappingProxyType({"it": italian, "en": english})


def make_deck(slug: str, label: Texts, region: Texts, style: Style) -> Deck:
    """Make a deck in the style of its suits."""
    return Deck(
        slug=slug,
        label=label,
        region=region,
        family=style.family,
        faces=style.faces,
        has_own_faces=slug == style.faces,
        back=_picture(style, "back"),
        suits=style.suits,
        cards=tuple(_card(card, style) for card in DECK),
    )


def _card(card: Card, style: Style) -> DeckCard:
    place = next(place for place, suit in enumerate(style.suits) if suit.suit is card.suit)
    rank, suit = style.ranks[card.rank - 1], style.suits[place]
    return DeckCard(
        card=card,
        label=MappingProxyType(
            {
                language: f"{rank[language]} {of} {suit.label[language]}"
                for language, of in _OF.items()
            }
        ),
        index=style.indices.get(card.rank, str(card.rank)),
        unicode=chr(_ROWS[card.suit] + style.signs[card.rank - 1]),
        order=place * len(style.ranks) + card.rank - 1,
        face=_picture(style, str(card)),
    )


def _picture(style: Style, name: str) -> str:
    return f"games/cards/{style.faces}/{name}.svg"
