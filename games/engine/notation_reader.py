"""A record read from text, strictly: what is not a record is refused by its line."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeVar

from .errors import RuleSetInvalid
from .fields import FIELDS
from .notation import (
    GameRecord,
    RecordedDeal,
    RecordedMove,
    RecordUnreadable,
    read_day,
    read_move,
    read_name,
    shown,
)
from .notation_text import DRAW, ESCAPES, FORMAT, OPEN, spelt
from .notation_values import (
    below,
    numbers_by_side,
    read_cards,
    read_hand,
    read_limit,
    read_number,
    read_pack,
    read_positive,
    read_yes,
)
from .ruleset import RuleSet, encode_rules, leaves_of, side_count
from .state import Outcome, Termination
from .validation import checked_rules

T = TypeVar("T")

_UNESCAPED: Final = {written[1]: letter for letter, written in ESCAPES.items()}
_SEVERAL: Final = ("Seat", "Rule", "Declared")
_OF_THE_MATCH: Final = (
    *("Scopa", "Match", "Date", "Engine", "Seat", "Rules", "Rule", "Result", "Score", "Resigned"),
    "Ended",
)
_OF_A_DEAL: Final = (*("Deal", "Dealer", "Pack", "Table", "Void", "Bonus", "Declared", "Points"),)
_NEEDED: Final = ("Scopa", "Match", "Date", "Engine", "Rules", "Result")
_NEEDED_OF_A_DEAL: Final = ("Dealer", "Pack", "Table")


@dataclass(slots=True)
class _Block:
    """The tags of the match, or those of a deal with the moves that follow it."""

    line: int
    allowed: tuple[str, ...]
    tags: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    moves: list[RecordedMove] = field(default_factory=list)

    def add(self, line: int, name: str, value: str) -> None:
        if name not in self.allowed:
            known = ", ".join(self.allowed)
            raise RecordUnreadable(
                "there is no tag %(tag)s here, but %(known)s", line, tag=name, known=known
            )
        if name in self.tags and name not in _SEVERAL:
            raise RecordUnreadable("the tag %(tag)s stands here twice", line, tag=name)
        self.tags.setdefault(name, []).append((line, value))

    def all(self, name: str, read: Callable[[str], T]) -> tuple[T, ...]:
        """Read every tag of a name; whatever `read` refuses is told with its line."""
        found = []
        for line, value in self.tags.get(name, ()):
            try:
                found.append(read(value))
            except RecordUnreadable as error:
                raise error.at(line, name) from error
        return tuple(found)

    def maybe(self, name: str, read: Callable[[str], T]) -> T | None:
        """Read the tag of a name, None where there is none."""
        return next(iter(self.all(name, read)), None)

    def one(self, name: str, read: Callable[[str], T]) -> T:
        """Read the tag of a name, which is there."""
        (found,) = self.all(name, read)
        return found

    def missing(self, needed: Iterable[str]) -> Iterator[RecordUnreadable]:
        """Tell all the tags that are not there."""
        names = [name for name in needed if name not in self.tags]
        tags = ", ".join(names)
        if len(names) == 1:
            yield RecordUnreadable("the tag %(tag)s is missing", self.line, tag=tags)
        elif names:
            yield RecordUnreadable("the tags %(tags)s are missing", self.line, tags=tags)


def read_record(text: str) -> GameRecord:
    """Read a record from text.

    Only the form is checked: whether the match could be played so is for `check_record`.
    Raises `RecordUnreadable`, which names the line.
    """
    head, *deals = _blocks(text)
    if head.maybe("Scopa", read_number) not in (None, FORMAT):
        raise RecordUnreadable("only format %(format)s can be read", head.line, format=FORMAT)
    _refuse_without_tags(head, deals)
    rules = _rules(head)
    players = head.all("Seat", _split_seat)
    if [seat for seat, _name in players] != list(range(rules.table.players)):
        raise RecordUnreadable(
            "the rules seat %(players)s, one tag for each seat from 0 on",
            head.line,
            path="Seat",
            players=rules.table.players,
        )
    sides = side_count(rules)
    resigned = head.maybe("Resigned", below(rules.table.players))
    return GameRecord(
        match=head.one("Match", read_name),
        date=head.one("Date", read_day),
        engine=head.one("Engine", read_name),
        players=tuple(name for _seat, name in players),
        rules=rules,
        deals=tuple(_deal(block, rules.table.players, sides) for block in deals),
        outcome=_outcome(head, sides, resigned),
        resigned=resigned,
    )


def _refuse_without_tags(head: _Block, deals: Iterable[_Block]) -> None:
    """Tell every tag that is missing at once."""
    is_over = any(value != OPEN for _line, value in head.tags.get("Result", ()))
    missing = [*head.missing((*_NEEDED, "Score") if is_over else _NEEDED)]
    for deal in deals:
        missing += deal.missing(_NEEDED_OF_A_DEAL)
    if missing:
        first, *others = missing
        raise RecordUnreadable(first.reason, first.line, others=others, **first.details)


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
    name, _blank, quoted = content[1:].partition(" ")
    if len(quoted) < 3 or quoted[0] != '"' or quoted[-2:] != '"]':
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
                raise RecordUnreadable(
                    "%(number)s stands where move %(ply)s is due", line, number=word, ply=ply
                )
            continue
        try:
            yield read_move(word)
        except RecordUnreadable as error:
            raise error.at(line) from error
        ply += 1


def _rules(head: _Block) -> RuleSet:
    slug, changes = head.one("Rules", str), dict(head.all("Rule", _change))
    if len(changes) != len(head.tags.get("Rule", ())):
        raise RecordUnreadable("a rule is given twice", head.line, path="Rule")
    leaves = dict(leaves_of(encode_rules(RuleSet())))
    try:
        return checked_rules({**leaves, **changes, "slug": slug})
    except RuleSetInvalid as error:
        ((line, _slug),) = head.tags["Rules"]
        raise RecordUnreadable("%(problems)s", line, path="Rules", problems=error) from error


def _change(text: str) -> tuple[str, object]:
    path, _equals, value = text.partition(" = ")
    known = {spelt(known): known for known in FIELDS[path].known} if path in FIELDS else {}
    if value not in known:
        raise RecordUnreadable("%(rule)s is not a field and one of its values", rule=shown(text))
    return path, known[value]


def _split_seat(text: str) -> tuple[int, str]:
    number, _blank, name = text.partition(" ")
    return read_number(number), name


def _outcome(head: _Block, sides: int, resigned: int | None) -> Outcome | None:
    result = head.one("Result", lambda text: text)
    if result == OPEN:
        if {"Score", "Ended"} & set(head.tags) or resigned is not None:
            raise RecordUnreadable("a match that goes on has no end", head.line, path="Result")
        return None
    winner = None if result == DRAW else head.one("Result", below(sides))
    score = head.one("Score", numbers_by_side(sides))
    limit = bool(head.maybe("Ended", read_limit))
    if limit and resigned is not None:
        raise RecordUnreadable("a match ends in one way", head.line)
    ended: Termination = "deal_limit" if limit else "completed"
    return Outcome(winner, ended if resigned is None else "resigned", score)


def _deal(block: _Block, players: int, sides: int) -> RecordedDeal:
    return RecordedDeal(
        number=block.one("Deal", read_number),
        dealer=block.one("Dealer", below(players)),
        pack=block.one("Pack", read_pack),
        table=block.one("Table", read_cards),
        void=bool(block.maybe("Void", read_yes)),
        bonus=block.maybe("Bonus", read_positive) or 0,
        declared=block.all("Declared", lambda text: read_hand(text, players)),
        moves=tuple(block.moves),
        points=block.maybe("Points", numbers_by_side(sides)),
    )
