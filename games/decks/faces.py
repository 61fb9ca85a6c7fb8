"""The faces of the cards, drawn here: 104 by 160 units, for the two kinds of suits.

`python -m games.decks.faces` writes them to the static files.
"""

from collections.abc import Iterator
from pathlib import Path

from games.decks import french_figures, latin_figures
from games.decks.catalogue import DECKS
from games.decks.deck import Deck, DeckCard
from games.decks.pips import COLOURS, FRENCH, LATIN, laid_out
from games.decks.svg import element, group, label, plain
from games.engine import Card, Suit

__all__ = ["FACE_HEIGHT", "FACE_WIDTH", "back", "face", "files", "write_files"]

FACE_WIDTH, FACE_HEIGHT = 104, 160

_PAPER, _BORDER = "#fffdf6", "#b3aa94"
_FONT = "'Times New Roman', 'Liberation Serif', serif"
_FIGURES = range(8, 11)
_INKS = {
    Suit.DENARI: "#c4202e",
    Suit.COPPE: "#c4202e",
    Suit.SPADE: "#1f2430",
    Suit.BASTONI: "#1f2430",
}
_STATIC = Path(__file__).resolve().parent.parent / "static"


def face(deck: Deck, card: Card) -> str:
    """Draw a card of a deck face up, from its upper left corner."""
    known = next(known for known in deck.cards if known.card == card)
    middle, corner, frame = _DRAWN[deck.family](known)
    opposite = group(corner, x=FACE_WIDTH, y=FACE_HEIGHT, turn=180)
    return _sheet() + frame + middle + corner + opposite


def back() -> str:
    """Draw a card face down, from its upper left corner."""
    lines = "M52 16 92 80 52 144 12 80ZM52 48 72 80 52 112 32 80Z"
    return (
        _sheet()
        + element("rect", x=8, y=8, width=88, height=144, rx=7, fill="#8e2f3c", stroke="#f0d9a8")
        + element("path", d=lines, fill="none", stroke="#f0d9a8", stroke_width=3.4)
        + element("circle", cx=52, cy=80, r=9, fill="#f0d9a8")
    )


def _sheet() -> str:
    return element(
        "rect",
        x=1,
        y=1,
        width=102,
        height=158,
        rx=11,
        fill=_PAPER,
        stroke=_BORDER,
        stroke_width=1.6,
    )


def _frame(colour: str, x: float) -> str:
    return element(
        "rect",
        x=x,
        y=x,
        width=FACE_WIDTH - 2 * x,
        height=FACE_HEIGHT - 2 * x,
        rx=6,
        fill="none",
        stroke=colour,
    )


def _index(text: str, colour: str) -> str:
    # The halo keeps it readable where the drawing comes near.
    return label(
        text,
        x=6,
        y=28,
        size=29,
        font_family=_FONT,
        font_weight=700,
        letter_spacing=-2 if len(text) > 1 else None,
        fill=colour,
        stroke=_PAPER,
        stroke_width=5,
        paint_order="stroke",
    )


def _latin(known: DeckCard) -> tuple[str, str, str]:
    card, (_fill, light, dark) = known.card, COLOURS[known.card.suit]
    middle = (
        latin_figures.draw_figure(card)
        if card.rank in _FIGURES
        else group(laid_out(LATIN[card.suit], card.rank, turned=False), x=52, y=80)
    )
    return middle, _index(known.index, dark), _frame(light, 5)


def _french(known: DeckCard) -> tuple[str, str, str]:
    card, colour = known.card, _INKS[known.card.suit]
    symbol = FRENCH[card.suit]
    corner = _index(known.index, colour)
    if card.rank not in _FIGURES:
        return group(laid_out(symbol, card.rank, turned=True), x=52, y=80), corner, ""
    corner += group(symbol, x=15, y=43, scale=0.5)
    return french_figures.draw_figure(card), corner, ""


_DRAWN = {"latin": _latin, "french": _french}


def files() -> Iterator[tuple[str, str]]:
    """Yield the path among the static files and the text of every picture."""
    for deck in DECKS.values():
        if deck.has_own_faces:
            yield deck.back, _document(back(), "")
            for known in deck.cards:
                yield known.face, _document(face(deck, known.card), known.label["it"])


def _document(drawn: str, title: str) -> str:
    named = element("title", plain(title)) if title else ""
    return (
        element(
            "svg",
            named + drawn,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {FACE_WIDTH} {FACE_HEIGHT}",
            width=FACE_WIDTH,
            height=FACE_HEIGHT,
        )
        + "\n"
    )


def write_files(folder: Path = _STATIC) -> None:
    """Write every picture below a folder of static files."""
    for path, text in files():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_files()
