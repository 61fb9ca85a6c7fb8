"""Stack parts under each other and lay cards in rows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.decks.svg import group
from games.engine import Card
from games.pictures.cards import CARD_HEIGHT, CARD_WIDTH, draw_back, draw_card

__all__ = [
    "GAP",
    "MARGIN",
    "WIDTH",
    "Part",
    "fan",
    "fitted",
    "rows_of_cards",
    "stacked",
]

# Units of the picture. On a phone one unit is about one pixel, on a desktop one and a half.
WIDTH, MARGIN, GAP = 360, 12, 10

# A letter is about this much of the font size wide; capitals and digits a little more.
_LETTER = 0.56


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the picture, drawn from its own upper edge, and how high it is."""

    markup: str
    height: float


def stacked(parts: Iterable[Part], *, gap: float = GAP) -> Part:
    """Put parts under each other."""
    drawn, y = [], 0.0
    for part in parts:
        drawn.append(group(part.markup, y=y))
        y += part.height + gap
    return Part("".join(drawn), max(y - gap, 0))


def rows_of_cards(
    cards: Sequence[Card], *, width: float, per_row: int, centred: bool = True
) -> Part:
    """Lay cards face up in rows of at most `per_row`, as large as the width allows."""
    gap = 5.0
    scale = (width - (per_row - 1) * gap) / per_row / CARD_WIDTH
    step, row_height = CARD_WIDTH * scale + gap, CARD_HEIGHT * scale + gap
    drawn = []
    for start in range(0, len(cards), per_row):
        row = cards[start : start + per_row]
        left = (width - (len(row) * step - gap)) / 2 if centred else 0.0
        y = start // per_row * row_height
        drawn += [
            draw_card(card, x=left + i * step, y=y, scale=scale) for i, card in enumerate(row)
        ]
    rows = max(1, -(-len(cards) // per_row))
    return Part("".join(drawn), rows * row_height - gap)


def fan(count: int, *, width: float, scale: float, cards: Sequence[Card] = ()) -> Part:
    """Lay cards in one row, overlapping where they must: face up those given, else face down."""
    step = _step(count, width, scale)
    drawn = [
        draw_card(cards[i], x=i * step, scale=scale)
        if cards
        else draw_back(x=i * step, scale=scale)
        for i in range(count)
    ]
    return Part("".join(drawn), CARD_HEIGHT * scale)


def fitted(text: str, *, width: float, size: float) -> str:
    """Shorten a text to about `width` units."""
    letters = int(width / (size * _LETTER))
    return text if len(text) <= letters else text[: max(letters - 1, 1)].rstrip() + "…"


def _step(count: int, width: float, scale: float) -> float:
    wanted = CARD_WIDTH * scale + 3
    if count < 2:
        return wanted
    return min(wanted, (width - CARD_WIDTH * scale) / (count - 1))
