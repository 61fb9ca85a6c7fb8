"""Show how the points of a deal came about."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine import DECK, Card, DealScore, PlayedMove, RuleSet, Suit, side_count, side_of
from games.wording import cards_named

__all__ = ["Account", "account_lines", "counted"]

_NAME_WIDTH = 12


@dataclass(frozen=True, slots=True)
class Account:
    """What each side had at the end of a deal, and who took the cards left over."""

    piles: tuple[frozenset[Card], ...]
    leftovers: tuple[Card, ...]
    last_side: int | None


def counted(rules: RuleSet, moves: Sequence[PlayedMove]) -> Account:
    """Gather the piles from all moves of a deal, which are public.

    The cards that nobody took go to the side that captured last (R5.1).
    """
    piles: list[set[Card]] = [set() for _side in range(side_count(rules))]
    last = None
    for move in moves:
        if move.capture:
            last = side_of(rules, move.seat)
            piles[last].update((move.card, *move.capture))
    left = tuple(card for card in DECK if not any(card in pile for pile in piles))
    if last is not None:
        piles[last].update(left)
    return Account(tuple(map(frozenset, piles)), left, last)


def account_lines(
    rules: RuleSet,
    score: DealScore,
    account: Account,
    totals: Sequence[int],
    sides: Sequence[str],
) -> Iterator[str]:
    """Yield a table: a column for each side, a row for each way to score, points as “+1”."""
    scoring = rules.scoring
    cards = [str(len(pile)) for pile in account.piles]
    coins = [str(sum(card.suit is Suit.DENARI for card in pile)) for pile in account.piles]
    primiera = ["–" if value is None else str(value) for value in score.primiera_values]
    nothing = [""] * len(sides)
    rows = (
        (_("Cards"), _with_point(cards, score.carte, scoring.cards.points)),
        (_("Coins"), _with_point(coins, score.denari, scoring.denari.points)),
        (_("Settebello"), _with_point(nothing, score.settebello, scoring.settebello)),
        (_("Primiera"), _with_point(primiera, score.primiera, scoring.primiera.points)),
        (_("Scope"), _with_scope(score.scope, rules.sweep.points)),
        (_("This deal"), [str(points) for points in score.points]),
        (_("Score"), [str(total) for total in totals]),
    )
    if account.leftovers and account.last_side is not None:
        yield _("Left on the table, for the last to take: %(cards)s (%(name)s).") % {
            "cards": cards_named(account.leftovers),
            "name": sides[account.last_side],
        }
    yield from _columns(_("Deal %(number)s") % {"number": score.number}, sides, rows)


def _with_point(values: Sequence[str], side: int | None, points: int) -> list[str]:
    return [
        f"{value} +{points}".strip() if index == side else value
        for index, value in enumerate(values)
    ]


def _with_scope(scope: Sequence[int], points: int) -> list[str]:
    return [f"{count} +{count * points}" if count * points else str(count) for count in scope]


def _columns(
    title: str, sides: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]
) -> Iterator[str]:
    widths = [max(len(side), 6) for side in sides]
    first = max(_NAME_WIDTH, len(title), *(len(name) for name, _cells in rows))
    yield _row(title, first, sides, widths)
    for name, cells in rows:
        yield _row(name, first, cells, widths)


def _row(name: str, first: int, cells: Sequence[str], widths: Sequence[int]) -> str:
    shown = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
    return f"  {name.ljust(first)}  {'  '.join(shown)}".rstrip()
