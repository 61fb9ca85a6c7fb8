"""The record of a match as data, and the notation of a single move (docs/notation.md).

A record says who played by which rules, what was dealt and played, and how it ended. It
is what `notation_text` and `notation_json` write and read, and `notation_check` replays.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, get_args

from .cards import DECK, Card, parse_card
from .errors import EngineError
from .ruleset import RuleSet
from .state import DeclarationKind, Move, Outcome

UNKNOWN: Final = "?"
DIGITS: Final = 9  # no number of a record is longer
DECLARATION_KINDS: Final[tuple[DeclarationKind, ...]] = get_args(DeclarationKind)
_SHOWN: Final = 60
_CARDS: Final = frozenset(map(str, DECK))
_DAY: Final = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_MONTHS: Final = dict(enumerate((31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31), 1))
_TAKES, _AND, _SCOPA = ":", "+", "#"


class RecordUnreadable(EngineError):
    """The text or the data is not a record.

    `reason` is a sentence with places such as %(card)s, which `details` fill: so it can be
    told in another language. `line` counts from 1, None where there is none; `path` names
    the tag, or the way through JSON data, such as deals[0].moves[3].card. `others` are what
    else is wrong, where that is known.
    """

    code = "record_unreadable"

    def __init__(
        self,
        reason: str,
        line: int | None = None,
        *,
        path: str = "",
        others: Iterable["RecordUnreadable"] = (),
        **details: Any,
    ) -> None:
        """Keep the reason and the place."""
        self.reason = reason
        self.line = line
        self.path = path
        self.others = tuple(others)
        self.details = details
        where = [f"line {line}"] * (line is not None) + [path] * bool(path)
        told = ": ".join([*where, reason % details])
        super().__init__("; ".join([told, *map(str, self.others)]))

    def at(self, line: int | None, path: str = "") -> "RecordUnreadable":
        """Give the same refusal, with its place."""
        return RecordUnreadable(self.reason, line, path=path, **self.details)


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
    names = [card, *taken.split(_AND)] if takes else [card]
    wrong = [name for name in names if not is_card(name)]
    if wrong:
        raise RecordUnreadable(
            "%(move)s is not a move: %(card)s is not a card", move=shown(text), card=shown(wrong[0])
        )
    played, *capture = map(parse_card, names)
    return RecordedMove(played, tuple(sorted(capture)), body != text)


def is_card(name: object) -> bool:
    """Tell whether this is the name of a card."""
    return isinstance(name, str) and name in _CARDS


def read_card(name: Any) -> Card:
    """Read a card by its name. Raises `RecordUnreadable`."""
    if not is_card(name):
        raise RecordUnreadable("%(card)s is not a card such as 7D or 10B", card=shown(name))
    return parse_card(name)


def read_day(text: str) -> str:
    """Take a day, or what stands for one that is not known. Raises `RecordUnreadable`.

    >>> read_day("2026-03-01")
    '2026-03-01'
    """
    if text != UNKNOWN and not _is_a_day(text):
        raise RecordUnreadable("%(day)s is not a day such as 2026-03-01, nor ?", day=shown(text))
    return text


def _is_a_day(text: str) -> bool:
    found = _DAY.fullmatch(text)
    return found is not None and _is_in_a_calendar(*map(int, found.groups()))


def _is_in_a_calendar(year: int, month: int, day: int) -> bool:
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    more = month == 2 and leap
    return year > 0 and month in _MONTHS and 0 < day <= _MONTHS[month] + more


def read_name(text: str) -> str:
    """Take the name of a match or of an engine. Raises `RecordUnreadable` for an empty one."""
    if not text:
        raise RecordUnreadable("nothing stands here; what is not known is written ?")
    return text


def shown(value: object) -> str:
    """Write a value that was refused as JSON does, and not at length.

    >>> shown(["7D"]), shown("7X"), shown(None)
    ('[…]', '"7X"', 'null')
    """
    if isinstance(value, list | dict):
        first, last = "[]" if isinstance(value, list) else "{}"
        return f"{first}{'…' * bool(value)}{last}"
    text = json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
