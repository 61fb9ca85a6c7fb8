"""The pack of forty cards, their notation, and sets of cards as bit masks (R1).

A set of cards is an int in which bit `card.index` stands for the card. The index is
rank-major, so that the four cards of a rank are four neighbouring bits.
"""

import enum
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from .errors import CardUnreadable

RANKS: Final = range(1, 11)


class Suit(enum.Enum):
    """A suit of the Italian pack; the order here is the order of the cards."""

    DENARI = "D"
    COPPE = "C"
    SPADE = "S"
    BASTONI = "B"


_SUIT_POSITION: Final = {suit: position for position, suit in enumerate(Suit)}


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A card of the pack: rank 1 to 10, which is also its value in a capture (R1.2).

    Cards compare by rank, then by suit in the order D, C, S, B.
    Raises `CardUnreadable` for a rank or suit that the pack does not have.

    >>> Card(7, Suit.DENARI), str(Card(7, Suit.DENARI))
    (Card(7D), '7D')
    """

    rank: int = field(compare=False)
    suit: Suit = field(compare=False)
    index: int = field(init=False)
    mask: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Work out the place in the pack, once."""
        if type(self.rank) is not int or self.rank not in RANKS or type(self.suit) is not Suit:
            raise CardUnreadable(f"no card has rank {self.rank!r} and suit {self.suit!r}")
        index = (self.rank - 1) * 4 + _SUIT_POSITION[self.suit]
        object.__setattr__(self, "index", index)
        object.__setattr__(self, "mask", 1 << index)

    def __str__(self) -> str:
        """Write the card as the contract does: rank, then the suit's letter."""
        return f"{self.rank}{self.suit.value}"

    def __repr__(self) -> str:
        """Write the card briefly, since tests and logs show many at a time."""
        return f"Card({self})"


DECK: Final = tuple(Card(rank, suit) for rank in RANKS for suit in Suit)  # R1.1
SETTEBELLO: Final = Card(7, Suit.DENARI)
ALL_CARDS: Final = (1 << len(DECK)) - 1
RANK_MASKS: Final = (0, *(0b1111 << 4 * (rank - 1) for rank in RANKS))
SUIT_MASKS: Final = {suit: sum(card.mask for card in DECK if card.suit is suit) for suit in Suit}

_BY_NAME: Final = {str(card): card for card in DECK}


def parse_card(text: str) -> Card:
    """Read a card such as "7D" or "10B".

    Raises `CardUnreadable` for anything else, other types included.

    >>> parse_card("10B")
    Card(10B)
    """
    card = _BY_NAME.get(text) if type(text) is str else None
    if card is None:
        raise CardUnreadable(f"{text!r} is not a card")
    return card


def mask_of(cards: Iterable[Card]) -> int:
    """Make the bit mask of a set of cards; a card named twice counts once."""
    mask = 0
    for card in cards:
        mask |= card.mask
    return mask


@lru_cache(maxsize=1 << 14)
def cards_in(mask: int) -> tuple[Card, ...]:
    """List the cards of a mask, lowest first.

    >>> cards_in(mask_of([parse_card("4C"), parse_card("3D")]))
    (Card(3D), Card(4C))
    """
    found = []
    while mask:
        lowest = mask & -mask
        found.append(DECK[lowest.bit_length() - 1])
        mask ^= lowest
    return tuple(found)
