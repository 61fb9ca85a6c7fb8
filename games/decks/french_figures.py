"""Jack, queen and king of the French deck: half figures, the same from both ends."""

from games.decks.pips import GOLD, GOLD_DARK, INK, filled, outline
from games.decks.svg import element, group
from games.engine import Card, Suit

__all__ = ["draw_figure"]

_SKIN = "#f6d8b8"
# By suit: the robe, what is worn with it, the hair.
_DRESS = {
    Suit.DENARI: ("#c4202e", "#2f5fa8", "#b98a3a"),
    Suit.COPPE: ("#2f5fa8", "#c4202e", "#8a5a2b"),
    Suit.SPADE: ("#2e3648", "#d9a520", "#3a2a1c"),
    Suit.BASTONI: ("#2f7a4a", "#d9a520", "#5a3a22"),
}
_MIDDLE_X, _MIDDLE_Y = 52, 80


def draw_figure(card: Card) -> str:
    """Draw the figure of a card from the upper left corner of the card."""
    draw = {8: _jack, 9: _queen, 10: _king}[card.rank]
    half = draw(*_DRESS[card.suit])
    around = {"x": 2 * _MIDDLE_X, "y": 2 * _MIDDLE_Y}
    belt = element("path", d="M21 77H83V83H21Z", fill=GOLD, stroke=GOLD_DARK, stroke_width=1.2)
    return half + group(half, turn=180, **around) + belt


def _face(hair: str) -> str:
    """Draw what all have: a face with long hair behind it."""
    return (
        outline(hair)
        + element("ellipse", cx=52, cy=44, rx=9.5, ry=11.5, fill=_SKIN)
        + outline("M46 42H49.5M54.5 42H58M52 43V47L50.5 48M49 51.5H55", fill="none")
    )


def _robe(second: str) -> str:
    return outline("M21 80C22 66 31 59 42 57L52 64 62 57C73 59 82 66 83 80Z") + outline(
        "M42 57 52 80 62 57 58 55 52 62 46 55Z", fill=second
    )


def _jack(robe: str, second: str, hair: str) -> str:
    return filled(
        robe,
        INK,
        _robe(second),
        outline("M28 80 33 68M76 80 71 68", fill="none", stroke=GOLD, stroke_width=3),
        element("g", _face("M40 38C36 50 38 58 44 58H60C66 58 68 50 64 38Z"), fill=hair),
        outline("M39 38C37 22 67 20 66 37 58 33 47 34 39 38Z", fill=second),
        outline("M38 38C46 33 58 33 67 37V40C58 36 47 37 38 41Z", fill=GOLD),
        outline("M62 30C66 20 74 16 81 18 80 26 72 32 64 34Z", fill="#fff"),
        width=1.5,
    )


def _queen(robe: str, second: str, hair: str) -> str:
    return filled(
        robe,
        INK,
        element("g", outline("M40 30C32 44 32 62 38 68H66C72 62 72 44 64 30Z"), fill=hair),
        _robe(second),
        outline("M46 61C49 66 55 66 58 61", fill="none", stroke="#fff", stroke_width=2.4),
        element("g", _face("M41 34C38 42 39 48 41 52L63 52C65 48 66 42 63 34Z"), fill=hair),
        outline("M40 34 36 19 45 26 52 15 59 26 68 19 64 34C57 30 47 30 40 34Z", fill=GOLD),
        element("circle", cx=52, cy=26, r=2.4, fill=second),
        outline("M72 78C71 70 72 64 74 60", fill="none", stroke="#2f7a4a", stroke_width=2.4),
        element("circle", cx=75, cy=56, r=5.5, fill="#fff"),
        element("circle", cx=75, cy=56, r=2, fill=GOLD),
        width=1.5,
    )


def _king(robe: str, second: str, hair: str) -> str:
    return filled(
        robe,
        INK,
        outline("M75 78 79 24 81.5 19 84 24 81 78Z", fill="#dfe6ee"),
        _robe(second),
        outline("M73 66H86V70H73Z", fill=GOLD),
        outline("M29 64C33 70 34 75 33 80M75 80C74 77 73 74 72 72", fill="none", stroke="#fff"),
        element("g", _face("M40 36C37 46 37 54 42 58H62C67 54 67 46 64 36Z"), fill=hair),
        outline("M42.5 46C42 60 46 68 52 71 58 68 62 60 61.5 46 59 51 45 51 42.5 46Z", fill=hair),
        outline("M49 54H55", fill="none", stroke=_SKIN, stroke_width=2),
        outline("M38 36 35 17 44 25 52 13 60 25 69 17 66 36C57 32 47 32 38 36Z", fill=GOLD),
        outline("M39 33C47 29 57 29 65 33", fill="none", stroke=second, stroke_width=3),
        width=1.5,
    )
