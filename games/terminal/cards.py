"""Draw cards as boxes of text, side by side."""

from collections.abc import Iterator, Sequence

from django.utils.translation import pgettext_lazy

from games.engine import Card, Suit
from games.terminal.screen import Screen

__all__ = ["card_rows"]

_WIDTH = 7
_UNICODE = ("┌─────┐", "│", "└─────┘")
_ASCII = ("+-----+", "|", "+-----+")
# The suits of the French pack stand in for the Italian ones: every terminal has them, one column
# wide. The name of the suit is written below.
_SYMBOLS = {Suit.DENARI: "♦", Suit.COPPE: "♥", Suit.SPADE: "♠", Suit.BASTONI: "♣"}
_COLOURS = {Suit.DENARI: 33, Suit.COPPE: 31, Suit.SPADE: 36, Suit.BASTONI: 32}
_SHORT = {
    Suit.DENARI: pgettext_lazy("at most 5 letters", "coins"),
    Suit.COPPE: pgettext_lazy("at most 5 letters", "cups"),
    Suit.SPADE: pgettext_lazy("at most 5 letters", "sword"),
    Suit.BASTONI: pgettext_lazy("at most 5 letters", "clubs"),
}
_FIGURES = {
    8: pgettext_lazy("letter of the jack", "J"),
    9: pgettext_lazy("letter of the knight", "N"),
    10: pgettext_lazy("letter of the king", "K"),
}


def card_rows(cards: Sequence[Card], screen: Screen, *, numbered: bool = False) -> Iterator[str]:
    """Yield the lines that show the cards, in as many rows as the terminal needs.

    Numbered: each card has its number below, from 1.
    """
    per_row = max(1, (screen.width + 1) // (_WIDTH + 1))
    for start in range(0, len(cards), per_row):
        row = cards[start : start + per_row]
        boxes = [_box(card, screen) for card in row]
        yield from (" ".join(parts).rstrip() for parts in zip(*boxes, strict=True))
        if numbered:
            numbers = (f"({start + i})".center(_WIDTH) for i in range(1, len(row) + 1))
            yield " ".join(numbers).rstrip()


def _box(card: Card, screen: Screen) -> list[str]:
    top, side, bottom = _ASCII if screen.plain else _UNICODE
    figure = str(_FIGURES.get(card.rank, ""))
    inside = (
        f"{card.rank:<2}{figure:>3}",
        (card.suit.value if screen.plain else _SYMBOLS[card.suit]).center(5),
        str(_SHORT[card.suit])[:5].center(5),
    )
    painted = (screen.painted(line, _COLOURS[card.suit]) for line in inside)
    return [top, *(f"{side}{line}{side}" for line in painted), bottom]
