"""The record of a match as data, and the notation of a single move (docs/notation.md).

A record says who played by which rules, what was dealt and played, and how it ended. It
is what `notation_text` and `notation_json` write and read, and `notation_check` replays.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from .cards import Card, parse_card
from .errors import CardUnreadable, EngineError
from .ruleset import RuleSet
from .state import DeclarationKind, Move, Outcome

UNKNOWN: Final = "?"
_TAKES, _AND, _SCOPA = ":", "+", "#"


class RecordUnreadable(EngineError):
    """The text or the data is not a record; `line` counts from 1, None where there is none."""

    code = "record_unreadable"

    def __init__(self, message: str, line: int | None = None) -> None:
        """Keep the line."""
        self.line = line
        super().__init__(message if line is None else f"line {line}: {message}")


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A card that was played, and what it took; () was laid down. The seats take turns (R3.1)."""

    card: Card
    capture: tuple[Card, ...]
    scopa: bool

    @property
    def move(self) -> Move:
        """Give the move as a seat makes it."""
        return Move(self.card, self.capture)


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """A hand that was declared as it was dealt (R10.1)."""

    seat: int
    kind: DeclarationKind
    points: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """A deal: `table` as it was dealt, `points` by side once it was scored.

    `pack` is None where the reader may not know it. `bonus`: the scope that the opening
    table made for the dealer. `void`: thrown in, so there are no moves and no points.
    """

    number: int
    dealer: int
    pack: tuple[Card, ...] | None
    table: tuple[Card, ...]
    void: bool = False
    bonus: int = 0
    declared: tuple[RecordedHand, ...] = ()
    moves: tuple[RecordedMove, ...] = ()
    points: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A whole match, or what was played of it so far; `players` are names by seat.

    `match`, `date` (YYYY-MM-DD) and `engine` are "?" where they are not known. `outcome`
    is None while the match goes on; `resigned` is the seat that gave up, if one did.
    """

    match: str
    date: str
    engine: str
    players: tuple[str, ...]
    rules: RuleSet
    deals: tuple[RecordedDeal, ...]
    outcome: Outcome | None = None
    resigned: int | None = None


def write_move(move: RecordedMove) -> str:
    """Write a move: the card, what it takes, and a mark for a scopa.

    >>> seven, three, four = map(parse_card, ("7S", "3D", "4C"))
    >>> write_move(RecordedMove(seven, (three, four), True))
    '7S:3D+4C#'
    """
    taken = _TAKES + _AND.join(map(str, move.capture)) if move.capture else ""
    return f"{move.card}{taken}{_SCOPA if move.scopa else ''}"


def read_move(text: str) -> RecordedMove:
    """Read a move; the cards taken may stand in any order, and are put in theirs.

    Raises `RecordUnreadable`.

    >>> write_move(read_move("7S:4C+3D"))
    '7S:3D+4C'
    """
    body = text.removesuffix(_SCOPA)
    card, takes, taken = body.partition(_TAKES)
    try:
        capture = read_cards(taken.split(_AND)) if takes else ()
        return RecordedMove(parse_card(card), tuple(sorted(capture)), body != text)
    except CardUnreadable as error:
        raise RecordUnreadable(f"{text!r} is not a move: {error}") from error


def read_cards(names: Iterable[str]) -> tuple[Card, ...]:
    """Read cards by their names. Raises `CardUnreadable`."""
    return tuple(map(parse_card, names))
