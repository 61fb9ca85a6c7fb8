"""Draw the Italian cards: a face of 52 by 80 units, a back of the same size."""

from collections.abc import Sequence

from games.engine import Card, Suit
from games.pictures.svg import element, group, label, plain
from games.wording import card_name

__all__ = ["CARD_HEIGHT", "CARD_WIDTH", "draw_back", "draw_card"]

CARD_WIDTH, CARD_HEIGHT = 52, 80

_PAPER, _INK = "#fffdf5", "#2b2620"
_GOLD, _GOLD_EDGE = "#e8b023", "#8a5d00"
_RED, _RED_EDGE = "#c8402f", "#7d1f14"
_BLUE, _BLUE_EDGE = "#4f86c6", "#1f4a80"
_GREEN, _GREEN_EDGE = "#4c9a4a", "#1f5a23"

# Where the pips of each rank stand, from the middle of the card.
_PIPS: dict[int, Sequence[tuple[float, float]]] = {
    1: [(0, 0)],
    2: [(0, -15), (0, 15)],
    3: [(0, -22), (0, 0), (0, 22)],
    4: [(-10, -15), (10, -15), (-10, 15), (10, 15)],
    5: [(-10, -17), (10, -17), (0, 0), (-10, 17), (10, 17)],
    6: [(-10, -18), (10, -18), (-10, 0), (10, 0), (-10, 18), (10, 18)],
    7: [(-10, -17), (10, -17), (0, -8.5), (-10, 1), (10, 1), (-10, 18), (10, 18)],
}
_PIP_SCALE = {1: 1.5, 2: 0.9, 3: 0.8}
_SMALL_PIP = 0.64


def draw_card(card: Card, *, x: float = 0, y: float = 0, scale: float = 1) -> str:
    """Draw a card face up with its upper left corner at (x, y); hovering names it."""
    middle = group(_middle(card), x=CARD_WIDTH / 2, y=CARD_HEIGHT / 2)
    corner = _rank(card)
    opposite = group(corner, x=CARD_WIDTH, y=CARD_HEIGHT, turn=180)
    name = element("title", plain(card_name(card)))
    return group(name, _sheet(), middle, corner, opposite, x=x, y=y, scale=scale)


def draw_back(*, x: float = 0, y: float = 0, scale: float = 1) -> str:
    """Draw a card face down."""
    frame = element("rect", x=5, y=5, width=42, height=70, rx=4, fill="#8e2f3c", stroke="#f0d9a8")
    diamonds = element(
        "path",
        d="M26 12 40 40 26 68 12 40ZM26 26 33 40 26 54 19 40Z",
        fill="none",
        stroke="#f0d9a8",
        stroke_width=1.6,
    )
    return group(_sheet(), frame, diamonds, x=x, y=y, scale=scale)


def _sheet() -> str:
    return element("rect", x=0.5, y=0.5, width=51, height=79, rx=6, fill=_PAPER, stroke="#a89f8a")


def _rank(card: Card) -> str:
    # The halo keeps the number readable where a pip comes near.
    return label(
        str(card.rank),
        x=3.5,
        y=15,
        size=16,
        font_weight=700,
        letter_spacing=-1,
        fill=_COLOURS[card.suit][1],
        stroke=_PAPER,
        stroke_width=3,
        paint_order="stroke",
    )


def _middle(card: Card) -> str:
    symbol = _SYMBOLS[card.suit]
    if card.rank in _FIGURES:
        figure = group(_figure(card), y=-12, scale=1.15)
        return figure + group(symbol, y=19, scale=0.95)
    scale = _PIP_SCALE.get(card.rank, _SMALL_PIP)
    return "".join(group(symbol, x=x, y=y, scale=scale) for x, y in _PIPS[card.rank])


def _figure(card: Card) -> str:
    fill, edge = _COLOURS[card.suit]
    return group(
        *(
            element("path", d=outline, fill=fill, stroke=edge, stroke_linejoin="round")
            for outline in _FIGURES[card.rank]
        )
    )


def _shape(outline: str, fill: str, edge: str) -> str:
    return element(
        "path", d=outline, fill=fill, stroke=edge, stroke_width=1.2, stroke_linejoin="round"
    )


_COLOURS = {
    Suit.DENARI: (_GOLD, _GOLD_EDGE),
    Suit.COPPE: (_RED, _RED_EDGE),
    Suit.SPADE: (_BLUE, _BLUE_EDGE),
    Suit.BASTONI: (_GREEN, _GREEN_EDGE),
}

# Jack: head, shoulders and a feathered cap. Knight: the head of a horse. King: a crown.
_FIGURES = {
    8: [
        "M-8 12C-9 3-4 2 0 2S9 3 8 12Z",
        "M-4.5-3A4.5 4.5 0 1 0 4.5-3Z",
        "M-6-3C-6-9 5-10 6-3ZM4-6 10-12 7-4Z",
    ],
    9: ["M-6 12C-7 4-1 2 0-1-3-1-5 2-9 1-11-1-8-6-3-9L-3-13 1-10C9-9 10 3 8 12Z"],
    10: ["M-10 10-12-7-5 0 0-11 5 0 12-7 10 10Z", "M-10 7H10V11H-10Z"],
}

# One symbol of each suit, about 20 units high, around the middle.
_SYMBOLS = {
    Suit.DENARI: (
        element("circle", r=10, fill=_GOLD, stroke=_GOLD_EDGE, stroke_width=1.2)
        + element("circle", r=6.8, fill="none", stroke=_GOLD_EDGE, stroke_width=1)
        + _shape("M0-5 1.4-1.4 5 0 1.4 1.4 0 5-1.4 1.4-5 0-1.4-1.4Z", "#fff3c4", _GOLD_EDGE)
    ),
    Suit.COPPE: (
        _shape("M-8-10H8C8-2 5 2 1.6 3V7H6V10H-6V7H-1.6V3C-5 2-8-2-8-10Z", _RED, _RED_EDGE)
        + _shape("M-8-10H8V-7H-8Z", _GOLD, _RED_EDGE)
    ),
    Suit.SPADE: (
        _shape("M0-12 2.2-8V4H-2.2V-8Z", _BLUE, _BLUE_EDGE)
        + _shape("M-6 3.5H6V6H-6Z", _GOLD, _BLUE_EDGE)
        + _shape("M-1.4 6H1.4V11H-1.4Z", _INK, _BLUE_EDGE)
    ),
    Suit.BASTONI: (
        _shape("M-2 11-4.5-6C-5.5-12 5.5-12 4.5-6L2 11Z", _GREEN, _GREEN_EDGE)
        + _shape("M-3.5-1-7-4-3.9-5ZM3.2 3 6.8 0 3.8-1Z", _GREEN, _GREEN_EDGE)
    ),
}
