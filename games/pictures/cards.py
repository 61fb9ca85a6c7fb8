"""Draw the cards of the Latin deck: a face of 52 by 80 units, a back of the same size."""

from functools import lru_cache

from games.decks import DECKS
from games.decks.faces import FACE_WIDTH, back, face
from games.decks.svg import element, group, plain
from games.engine import Card
from games.wording import card_name

__all__ = ["CARD_HEIGHT", "CARD_WIDTH", "draw_back", "draw_card"]

CARD_WIDTH, CARD_HEIGHT = 52, 80

_DECK = DECKS["napoletane"]
_SHRUNK = CARD_WIDTH / FACE_WIDTH


def draw_card(card: Card, *, x: float = 0, y: float = 0, scale: float = 1) -> str:
    """Draw a card face up with its upper left corner at (x, y); hovering names it."""
    name = element("title", plain(card_name(card)))
    return group(name, _face(card), x=x, y=y, scale=scale * _SHRUNK)


def draw_back(*, x: float = 0, y: float = 0, scale: float = 1) -> str:
    """Draw a card face down."""
    return group(_back(), x=x, y=y, scale=scale * _SHRUNK)


@lru_cache(maxsize=64)
def _face(card: Card) -> str:
    return face(_DECK, card)


@lru_cache(maxsize=1)
def _back() -> str:
    return back()
