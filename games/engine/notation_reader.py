"""A record read from text, strictly: what is not a record is refused by its line."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeVar

from .cards import Card
from .errors import CardUnreadable, RuleSetInvalid
from .fields import FIELDS
from .notation import (
    UNKNOWN,
    GameRecord,
    RecordedDeal,
    RecordedHand,
    RecordedMove,
    RecordUnreadable,
    read_cards,
    read_move,
)
from .notation_text import DRAW, ESCAPES, FORMAT, NONE, OPEN, spelt
from .ruleset import RuleSet, encode_rules, leaves_of, side_count
from .state import DeclarationKind, Outcome
from .validation import checked_rules

T = TypeVar("T")

_UNESCAPED: Final = {written[1]: letter for letter, written in ESCAPES.items()}
_SEVERAL: Final = ("Seat", "Rule", "Declared")
_OF_THE_MATCH: Final = (
    *("Scopa", "Match", "Date", "Engine", "Seat", "Rules", "Rule", "Result", "Score", "Resigned"),
)
_OF_A_DEAL: Final = (*("Deal", "Dealer", "Pack", "Table", "Void", "Bonus", "Declared", "Points"),)
_KINDS: Final[tuple[DeclarationKind, ...]] = ("low_hand", "three_of_a_kind")
_DIGITS: Final = 9  # no number of a record is longer


@dataclass(slots=True)
class _Block:
    """The tags of the match, or those of a deal with the moves that follow it."""

    line: int
    allowed: tuple[str, ...]
    tags: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    moves: list[RecordedMove] = field(default_factory=list)

    def add(self, line: int, name: str, value: str) -> None:
        if name not in self.allowed:
            raise RecordUnreadable(f"there is no tag {name} here", line)
        if name in self.tags and name not in _SEVERAL:
            raise RecordUnreadable(f"the tag {name} stands here twice", line)
        self.tags.setdefault(name, []).append((line, value))

    def all(self, name: str, read: Callable[[str], T]) -> tuple[T, ...]:
        """Read every tag of a name; whatever `read` raises is told with its line."""
        found = []
        for line, value in self.tags.get(name, ()):
            try:
                found.append(read(value))
            except (ValueError, CardUnreadable) as error:
                raise RecordUnreadable(f"{name}: {error}", line) from error
        return tuple(found)

    def maybe(self, name: str, read: Callable[[str], T]) -> T | None:
        """Read the tag of a name, None where there is none."""
        found = self.all(name, read)
        return found[0] if found else None

    def one(self, name: str, read: Callable[[str], T]) -> T:
        """Read the tag of a name, which must be there."""
        if name not in self.tags:
            raise RecordUnreadable(f"the tag {name} is missing", self.line)
        return self.all(name, read)[0]


def read_record(text: str) -> GameRecord:
    """Read a record from text.

    Only the form is checked: whether the match could be played so is for `check_record`.
    Raises `RecordUnreadable`, which names the line.
    """
    head, *deals = _blocks(text)
    if head.one("Scopa", _number) != FORMAT:
        raise RecordUnreadable(f"only format {FORMAT} can be read", head.line)
    rules = _rules(head)
    players = head.all("Seat", _split_seat)
    if [seat for seat, _name in players] != list(range(rules.table.players)):
        raise RecordUnreadable(f"the rules seat {rules.table.players}, from 0 on", head.line)
    sides = side_count(rules)
    resigned = head.maybe("Resigned", _below(rules.table.players))
    return GameRecord(
        match=head.one("Match", str),
        date=head.one("Date", str),
        engine=head.one("Engine", str),
        players=tuple(name for _seat, name in players),
        rules=rules,
        deals=tuple(_deal(block, rules.table.players, sides) for block in deals),
        outcome=_outcome(head, sides, resigned),
        resigned=resigned,
    )


def _blocks(text: str) -> list[_Block]:
    blocks, ply = [_Block(1, _OF_THE_MATCH)], 0
    for line, content in _lines(text):
        if content.startswith("["):
            name, value = _tag(line, content)
            if name == "Deal":
                blocks.append(_Block(line, _OF_A_DEAL))
            elif blocks[-1].moves:
                raise RecordUnreadable("a tag stands after the moves of its deal", line)
            blocks[-1].add(line, name, value)
            continue
        if len(blocks) == 1:
            raise RecordUnreadable("a move stands before the first deal", line)
        for move in _moves(line, content, ply):
            blocks[-1].moves.append(move)
            ply += 1
    return blocks


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that say something; from a semicolon on, a line of moves is a comment."""
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        content = line.strip()
        if not content.startswith("["):
            content = content.partition(";")[0].strip()
        if content:
            yield number, content


def _tag(line: int, content: str) -> tuple[str, str]:
    name, blank, quoted = content[1:].partition(" ")
    if not blank or len(quoted) < 3 or quoted[0] != '"' or quoted[-2:] != '"]':
        raise RecordUnreadable('a tag is written [Name "value"]', line)
    return name, "".join(_unescaped(quoted[1:-2], line))


def _unescaped(value: str, line: int) -> Iterator[str]:
    letters = iter(value)
    for letter in letters:
        if letter == "\\":
            letter = _UNESCAPED.get(next(letters, ""), "")
            if not letter:
                raise RecordUnreadable("a backslash stands before no letter it can", line)
        elif letter in ESCAPES:
            raise RecordUnreadable("a quotation mark inside a value needs a backslash", line)
        yield letter


def _moves(line: int, content: str, ply: int) -> Iterator[RecordedMove]:
    """Read a line of moves; a number such as 12. must be that of the next move."""
    for word in content.split():
        if word.endswith("."):
            if word != f"{ply}.":
                raise RecordUnreadable(f"{word} stands where move {ply} is due", line)
            continue
        try:
            yield read_move(word)
        except RecordUnreadable as error:
            raise RecordUnreadable(str(error), line) from error
        ply += 1


def _rules(head: _Block) -> RuleSet:
    slug, changes = head.one("Rules", str), dict(head.all("Rule", _change))
    if len(changes) != len(head.tags.get("Rule", ())):
        raise RecordUnreadable("a rule is given twice", head.line)
    leaves = dict(leaves_of(encode_rules(RuleSet())))
    try:
        return checked_rules({**leaves, **changes, "slug": slug})
    except RuleSetInvalid as error:
        raise RecordUnreadable(str(error), head.tags["Rules"][0][0]) from error


def _change(text: str) -> tuple[str, object]:
    path, _equals, value = text.partition(" = ")
    known = {spelt(known): known for known in FIELDS[path].known} if path in FIELDS else {}
    if value not in known:
        raise ValueError(f"{text!r} is not a field and one of its values")
    return path, known[value]


def _split_seat(text: str) -> tuple[int, str]:
    number, _blank, name = text.partition(" ")
    return _number(number), name


def _outcome(head: _Block, sides: int, resigned: int | None) -> Outcome | None:
    result = head.one("Result", lambda text: text)
    if result == OPEN:
        if "Score" in head.tags or resigned is not None:
            raise RecordUnreadable("a match that goes on has no end", head.line)
        return None
    winner = None if result == DRAW else head.one("Result", _below(sides))
    score = head.one("Score", _numbers(sides))
    return Outcome(winner, "completed" if resigned is None else "resigned", score)


def _deal(block: _Block, players: int, sides: int) -> RecordedDeal:
    return RecordedDeal(
        number=block.one("Deal", _number),
        dealer=block.one("Dealer", _below(players)),
        pack=block.one("Pack", _pack),
        table=block.one("Table", _cards),
        void=block.maybe("Void", _yes) is not None,
        bonus=block.maybe("Bonus", _positive) or 0,
        declared=block.all("Declared", lambda text: _hand(text, players)),
        moves=tuple(block.moves),
        points=block.maybe("Points", _numbers(sides)),
    )


def _hand(text: str, players: int) -> RecordedHand:
    seat, kind, points, *cards = text.split(" ")
    known = next((known for known in _KINDS if known == kind), None)
    if known is None:
        raise ValueError(f"{kind!r} is none of {', '.join(_KINDS)}")
    return RecordedHand(_below(players)(seat), known, _number(points), _cards(" ".join(cards)))


def _pack(text: str) -> tuple[Card, ...] | None:
    return None if text == UNKNOWN else _cards(text)


def _cards(text: str) -> tuple[Card, ...]:
    return () if text == NONE else read_cards(text.split(" "))


def _yes(text: str) -> bool:
    if text != "yes":
        raise ValueError("only yes can stand here")
    return True


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS):
        raise ValueError(f"{text!r} is not a number")
    return int(text)


def _positive(text: str) -> int:
    number = _number(text)
    if not number:
        raise ValueError("nothing is written where there is none")
    return number


def _below(limit: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        number = _number(text)
        if number >= limit:
            raise ValueError(f"{number} is not from 0 to {limit - 1}")
        return number

    return read


def _numbers(count: int) -> Callable[[str], tuple[int, ...]]:
    def read(text: str) -> tuple[int, ...]:
        numbers = tuple(map(_number, text.split("-")))
        if len(numbers) != count:
            raise ValueError(f"{count} numbers must stand here, one for each side")
        return numbers

    return read
