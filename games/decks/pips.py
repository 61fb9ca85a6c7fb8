"""The signs of the suits, 40 units high around their middle, and where they stand on a card."""

from collections.abc import Sequence
from math import cos, pi, sin

from games.decks.svg import element, group
from games.engine import Suit

__all__ = ["COLOURS", "FRENCH", "LATIN", "filled", "laid_out", "outline"]

INK = "#2b2620"
# For each Latin suit: its colour, a light and a dark shade of it.
COLOURS = {
    Suit.DENARI: ("#e6ac1f", "#fbe39a", "#8a5a00"),
    Suit.COPPE: ("#c63f2e", "#efa08f", "#78190f"),
    Suit.SPADE: ("#3f7cc4", "#b9d4f0", "#173f73"),
    Suit.BASTONI: ("#4a9648", "#b4dba6", "#1b5220"),
}
GOLD, GOLD_DARK = "#f0c04a", "#8a5a00"
_WOOD, _WOOD_LIGHT = "#a9773c", "#dcb77f"

# Where the pips stand, from the middle of the card.
_PLACES: dict[int, Sequence[tuple[float, float]]] = {
    1: [(0, 0)],
    2: [(0, -34), (0, 34)],
    3: [(0, -45), (0, 0), (0, 45)],
    4: [(-21, -33), (21, -33), (-21, 33), (21, 33)],
    5: [(-22, -34), (22, -34), (0, 0), (-22, 34), (22, 34)],
    6: [(-20, -35), (20, -35), (-20, 0), (20, 0), (-20, 35), (20, 35)],
    7: [(-23, -36), (23, -36), (0, -18), (-23, 0), (23, 0), (-23, 36), (23, 36)],
}
_SCALES = {1: 2.0, 2: 1.25, 3: 1.0, 4: 0.9, 5: 0.8, 6: 0.76}
_SMALL = 0.68


def outline(path: str, **attributes: object) -> str:
    """Draw a path in the colours around it, or in its own."""
    return element("path", d=path, **attributes)


def filled(fill: str, edge: str, *shapes: str, width: float = 2) -> str:
    """Put shapes in a colour with an edge."""
    return element(
        "g", *shapes, fill=fill, stroke=edge, stroke_width=width, stroke_linejoin="round"
    )


def laid_out(symbol: str, rank: int, *, turned: bool) -> str:
    """Lay the pips of a rank around the middle; `turned`: the lower ones stand on their heads."""
    scale = _SCALES.get(rank, _SMALL)
    return "".join(
        group(symbol, x=x, y=y, scale=scale, turn=180 if turned and y > 0 else 0)
        for x, y in _PLACES[rank]
    )


def _star(points: int, outer: float, inner: float) -> str:
    corners = []
    for corner in range(2 * points):
        radius = inner if corner % 2 else outer
        angle = pi * corner / points
        corners.append(f"{radius * sin(angle):.1f} {-radius * cos(angle):.1f}")
    return f"M{' '.join(corners)}Z"


def _coin() -> str:
    fill, light, edge = COLOURS[Suit.DENARI]
    return filled(
        fill,
        edge,
        element("circle", r=19),
        element("circle", r=13, fill=light, stroke_width=1.4),
        outline(_star(8, 11, 5), fill=COLOURS[Suit.COPPE][0], stroke_width=1),
        element("circle", r=3.4, stroke_width=1),
    )


def _cup() -> str:
    fill, light, edge = COLOURS[Suit.COPPE]
    bowl = "M-15-19H15C15-4 9 4 3 6V12C9 13 12 16 12 20H-12C-12 16-9 13-3 12V6C-9 4-15-4-15-19Z"
    return filled(
        fill,
        edge,
        outline(bowl),
        outline("M-10-14C-10-5-7-1-4 1-9-8-7-14-7-14Z", fill=light, stroke="none"),
        element("ellipse", cx=0, cy=-18, rx=15, ry=4, fill=GOLD),
        outline("M-5 9H5M-11 17H11", stroke=GOLD, stroke_width=3),
    )


def _sword() -> str:
    fill, light, edge = COLOURS[Suit.SPADE]
    return filled(
        light,
        edge,
        outline("M0-22 5.6-14V7H-5.6V-14Z"),
        outline("M0-20V7", stroke=fill),
        outline("M-12 6C-6 9 6 9 12 6L13 10C6 13-6 13-13 10Z", fill=GOLD),
        outline("M-2.6 12H2.6V18H-2.6Z", fill=COLOURS[Suit.COPPE][0]),
        element("circle", cx=0, cy=19.5, r=3.2, fill=GOLD),
    )


def _club() -> str:
    fill, _light, edge = COLOURS[Suit.BASTONI]
    return filled(
        fill,
        edge,
        outline("M-5-1C-12-2-14-7-13-11-8-10-5-7-5-1ZM4 6C11 5 13 0 12-5 7-3 4 0 4 6Z"),
        outline("M-4 12C-10 11-12 7-11 3-7 5-4 7-4 12Z"),
        outline("M-3.5 21-6-3C-10-11-9-22 0-22 9-22 10-11 6-3L3.5 21Z", fill=_WOOD),
        outline("M-3-16C-5-11-4-5-2 4", fill="none", stroke=_WOOD_LIGHT, stroke_width=2.4),
        outline("M-4 15H4", stroke=GOLD, stroke_width=3),
        outline("M2-15H4M2.5-8H4.5", stroke_width=1.6),
    )


LATIN = {
    Suit.DENARI: _coin(),
    Suit.COPPE: _cup(),
    Suit.SPADE: _sword(),
    Suit.BASTONI: _club(),
}

_HEART = (
    "M0 20C-6 10-19 3-19-8-19-15-14-20-9-20-4-20-1-17 0-13"
    "C1-17 4-20 9-20 14-20 19-15 19-8 19 3 6 10 0 20Z"
)
_SPADE = (
    "M0-21C6-11 19-3 19 7 19 13 15 16 10 16 6 16 3 14 2 11 2 15 4 19 8 21H-8"
    "C-4 19-2 15-2 11-3 14-6 16-10 16-15 16-19 13-19 7-19-3-6-11 0-21Z"
)
_TREFOIL = (
    "M0-21A9 9 0 0 1 6-5 9.5 9.5 0 1 1 2 9C2 14 4 19 8 21H-8C-4 19-2 14-2 9"
    "A9.5 9.5 0 1 1-6-5 9 9 0 0 1 0-21Z"
)
_RED, _BLACK = "#c4202e", "#1f2430"

# The fill is in the sign itself, so that a figure's own colours do not reach it.
FRENCH = {
    Suit.DENARI: outline(
        "M0-22C4-14 10-6 16 0 10 6 4 14 0 22-4 14-10 6-16 0-10-6-4-14 0-22Z", fill=_RED
    ),
    Suit.COPPE: outline(_HEART, fill=_RED),
    Suit.SPADE: outline(_SPADE, fill=_BLACK),
    Suit.BASTONI: outline(_TREFOIL, fill=_BLACK),
}
