"""Fante, cavallo and re of the Latin deck: whole figures, each with the sign of its suit."""

from games.decks.pips import COLOURS, GOLD, GOLD_DARK, INK, LATIN, filled, outline
from games.decks.svg import element, group
from games.engine import Card, Suit

__all__ = ["draw_figure"]

_SKIN, _HAIR, _BOOT, _LINEN = "#f3cfa8", "#6b4423", "#5a3a22", "#fff8e6"
# What is worn beside the colour of the suit.
_SECOND = {
    Suit.DENARI: "#b5382b",
    Suit.COPPE: "#2f6d9e",
    Suit.SPADE: "#c9a227",
    Suit.BASTONI: "#b5382b",
}
_HORSES = {
    Suit.DENARI: "#f5efe0",
    Suit.COPPE: "#a3744a",
    Suit.SPADE: "#f5efe0",
    Suit.BASTONI: "#7d5a3c",
}


def draw_figure(card: Card) -> str:
    """Draw the figure of a card from the upper left corner of the card."""
    draw = {8: _jack, 9: _knight, 10: _king}[card.rank]
    return draw(card.suit)


def _head(x: float, y: float) -> str:
    """Draw a face that looks at us, with hair to the ears."""
    return group(
        outline("M-10-2C-11 6-9 10-7 11L7 11C9 10 11 6 10-2Z", fill=_HAIR),
        element("ellipse", cx=0, cy=0, rx=7.5, ry=9, fill=_SKIN),
        outline("M-4-1H-2M2-1H4M-2.5 4.5H2.5", stroke=INK, fill="none"),
        x=x,
        y=y,
    )


def _held(suit: Suit, *, x: float, y: float, scale: float = 0.82) -> str:
    return group(LATIN[suit], x=x, y=y, scale=scale)


def _jack(suit: Suit) -> str:
    fill, light, edge = COLOURS[suit]
    second = _SECOND[suit]
    return filled(
        fill,
        edge,
        outline("M40 104 38 136H48L51 108 55 136H65L62 104Z", fill=_LINEN),  # hose
        outline("M51 106 55 136H65L62 104Z", fill=second),
        outline("M34 142C34 137 38 135 48 136V142ZM70 142C70 137 65 135 55 136V142Z", fill=_BOOT),
        outline("M38 62C31 66 28 78 29 92L35 92 38 80ZM62 62 74 58 77 52 83 56 78 66 64 76Z"),
        outline("M38 61C46 57 57 57 64 61L63 84 69 108C58 112 44 112 33 108L39 84Z"),  # tunic
        outline("M51 60V110", fill="none", stroke=light),
        outline("M38 82H64V88H38Z", fill=second),
        outline("M43 59C47 64 55 64 59 59L57 55H45Z", fill=_LINEN),
        element("circle", cx=32, cy=94, r=4, fill=_SKIN),
        element("circle", cx=79, cy=53, r=4.5, fill=_SKIN),
        _head(51, 46),
        outline("M40 42C36 30 66 28 63 41 56 37 47 38 40 42Z", fill=second),  # cap
        outline("M60 36C66 28 72 26 78 27 74 33 68 38 62 39Z", fill=light),  # feather
        width=1.6,
    ) + _held(suit, x=80, y=36)


def _knight(suit: Suit) -> str:
    fill, light, edge = COLOURS[suit]
    second, horse = _SECOND[suit], _HORSES[suit]
    return (
        filled(
            horse,
            INK,
            outline("M78 98C92 96 94 112 88 128 86 118 84 110 76 108Z", fill=_HAIR),  # tail
            outline(
                "M70 110 78 124 74 142H81L87 122 82 104ZM36 112 40 128 36 142H43L48 126 47 112Z"
            ),
            outline(
                "M28 66C20 68 14 76 11 82 10 87 14 89 18 87L27 84C26 92 27 100 30 108"
                "C24 112 18 116 17 122L25 130 29 125 25 121 38 115"
                "C52 118 66 117 72 114 84 112 86 98 78 94 62 92 52 92 44 88 40 78 36 70 32 66"
                "L31 60Z"
            ),
            outline("M31 62C40 66 45 76 47 90 40 86 36 76 31 70Z", fill=_HAIR, stroke_width=1),
            element("circle", cx=22, cy=76, r=1.6, fill=INK, stroke="none"),
            outline("M13 85 30 78M28 72 31 86 48 92", fill="none", stroke=second, stroke_width=2),
            outline("M44 92C54 96 64 96 72 93L71 106C60 110 52 108 46 104Z", fill=second),
            width=1.6,
        )
        + filled(
            fill,
            edge,
            outline("M52 88C50 98 50 108 52 120L46 125H58L60 92Z", fill=_LINEN),
            outline("M52 117 44 124 45 127H58L59 117Z", fill=_BOOT),
            outline("M66 62 78 55 82 48 88 53 82 64 68 76ZM50 64 42 78 46 84 52 80Z"),
            outline("M49 62C55 58 63 58 68 62L69 94C62 98 54 97 48 93Z"),
            outline("M48 84H69", fill="none", stroke=light, stroke_width=4),
            element("circle", cx=45, cy=83, r=3.6, fill=_SKIN),
            element("circle", cx=85, cy=49, r=4, fill=_SKIN),
            _head(58, 47),
            outline("M47 43C45 32 71 31 70 43 62 38 55 39 47 43Z", fill=second),
            outline("M49 40C43 33 36 32 31 35 36 41 43 44 49 43Z", fill=light),
            width=1.6,
        )
        + _held(suit, x=84, y=32, scale=0.8)
    )


def _king(suit: Suit) -> str:
    fill, light, edge = COLOURS[suit]
    second = _SECOND[suit]
    return filled(
        fill,
        edge,
        outline("M34 64C24 80 20 118 18 140H84C82 118 80 84 70 64Z", fill=second),  # cloak
        outline("M18 140 19 132H83L84 140Z", fill=_LINEN),
        outline("M39 63C36 90 34 112 32 142H71C69 112 67 90 65 63Z"),  # robe
        outline("M44 62 46 142H57L60 62Z", fill=light, stroke_width=1),
        outline("M36 92H68V99H36Z", fill=GOLD, stroke=GOLD_DARK),
        outline("M38 64C30 70 27 82 30 92L37 90 40 76ZM65 66 76 62 78 56 84 60 80 70 67 80Z"),
        outline("M34 64C42 72 62 72 70 64L66 58H38Z", fill=_LINEN),  # ermine
        outline("M42 66V68M48 68V70M55 68V70M62 66V68", stroke=INK, stroke_width=2),
        element("circle", cx=33, cy=93, r=4.2, fill=_SKIN),
        element("circle", cx=81, cy=57, r=4.5, fill=_SKIN),
        _head(52, 46),
        outline("M44 47C44 62 48 68 52 70 56 68 60 62 60 47 58 53 46 53 44 47Z", fill=_HAIR),
        outline("M48.5 53H55.5", fill="none", stroke=_SKIN, stroke_width=2),
        outline("M40 40 37 22 45 31 52 18 59 31 67 22 64 40Z", fill=GOLD, stroke=GOLD_DARK),
        outline("M40 37H64", fill="none", stroke=second, stroke_width=3),
        width=1.6,
    ) + _held(suit, x=82, y=40)
