"""A record as text, in the manner of PGN, and back (docs/notation.md has the grammar).

The rules are written as what differs from classic Scopa to 11, the defaults of `RuleSet`:
so a record means the same whatever becomes of the presets.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from .cards import Card
from .notation import UNKNOWN, GameRecord, RecordedDeal, write_move
from .ruleset import RuleSet, encode_rules, leaves_of

FORMAT: Final = 1
NONE, DRAW, OPEN = "-", "=", "*"
LIMIT: Final = "deal_limit"
ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}
_NUMBER: Final = 5


def write_record(record: GameRecord) -> str:
    """Write a record as text; `read_record` reads an equal record back."""
    blocks, ply = ["\n".join(_heading(record))], 0
    for deal in record.deals:
        blocks.append("\n".join(_deal(deal)))
        blocks += _moves(deal, ply, len(record.players))
        ply += len(deal.moves)
    return "\n\n".join(blocks) + "\n"


def spelt(value: object) -> str:
    """Write the value of a field of the rules as JSON does, but texts without quotes."""
    names = {None: "null", True: "true", False: "false"}
    return names[value] if value is None or isinstance(value, bool) else str(value)


def _tag(name: str, value: object) -> str:
    escaped = "".join(ESCAPES.get(letter, letter) for letter in str(value))
    return f'[{name} "{escaped}"]'


def _heading(record: GameRecord) -> Iterator[str]:
    yield _tag("Scopa", FORMAT)
    yield _tag("Match", record.match)
    yield _tag("Date", record.date)
    yield _tag("Engine", record.engine)
    for seat, name in enumerate(record.players):
        yield _tag("Seat", f"{seat} {name}")
    yield _tag("Rules", record.rules.slug)
    for path, value in _changes(record.rules):
        yield _tag("Rule", f"{path} = {spelt(value)}")
    yield from _result(record)


def _changes(rules: RuleSet) -> Iterator[tuple[str, Any]]:
    """Give what differs from classic Scopa, by path."""
    usual = dict(leaves_of(encode_rules(RuleSet())))
    for path, value in leaves_of(encode_rules(rules)):
        if path != "slug" and value != usual[path]:
            yield path, value


def _result(record: GameRecord) -> Iterator[str]:
    outcome = record.outcome
    if outcome is None:
        yield _tag("Result", OPEN)
        return
    yield _tag("Result", DRAW if outcome.winner_side is None else outcome.winner_side)
    yield _tag("Score", _joined(outcome.score))
    if record.resigned is not None:
        yield _tag("Resigned", record.resigned)
    if outcome.termination == LIMIT:
        yield _tag("Ended", LIMIT)


def _deal(deal: RecordedDeal) -> Iterator[str]:
    yield _tag("Deal", deal.number)
    yield _tag("Dealer", deal.dealer)
    yield _tag("Pack", UNKNOWN if deal.pack is None else _cards(deal.pack))
    yield _tag("Table", _cards(deal.table))
    if deal.void:
        yield _tag("Void", "yes")
    if deal.bonus:
        yield _tag("Bonus", deal.bonus)
    for hand in deal.declared:
        yield _tag("Declared", f"{hand.seat} {hand.kind} {hand.points} {_cards(hand.cards)}")
    if deal.points is not None:
        yield _tag("Points", _joined(deal.points))


def _moves(deal: RecordedDeal, ply: int, players: int) -> list[str]:
    """Write the moves, a line for each time round the table; the deal's leader comes first."""
    words = [write_move(move) for move in deal.moves]
    if not words:
        return []
    width = max(map(len, words))
    lines = [
        f"{ply + start}. ".ljust(_NUMBER) + _padded(words[start : start + players], width)
        for start in range(0, len(words), players)
    ]
    return ["\n".join(lines)]


def _padded(words: Sequence[str], width: int) -> str:
    return " ".join(word.ljust(width) for word in words).rstrip()


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards)) or NONE


def _joined(values: Iterable[int]) -> str:
    return "-".join(map(str, values))
