"""Show how the points of a deal came about."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from games.engine import DealScore, RuleSet
from games.score_told import Category, categories, outright_told

__all__ = ["account_lines"]

_NAME_WIDTH = 12
_TITLE_WIDTH = 16


def account_lines(
    rules: RuleSet, score: DealScore, totals: Sequence[int], sides: Sequence[str]
) -> Iterator[str]:
    """Yield a table, and then a sentence for each way to score.

    The table has a column for each side, a row for each way to score, points as “+1”.
    """
    told = list(categories(rules, score, sides))
    rows = [
        *((category.title, _with_points(category)) for category in told),
        (_("This deal"), [str(points) for points in score.points]),
        (_("Score"), [str(total) for total in totals]),
    ]
    yield from _columns(_("Deal %(number)s") % {"number": score.number}, sides, rows)
    yield ""
    yield from (category.told for category in told)
    outright = outright_told(score, sides)
    if outright:
        yield outright


def _with_points(category: Category) -> list[str]:
    return [
        f"{value} +{points}".strip() if points else value
        for value, points in zip(category.values, category.points, strict=True)
    ]


def _columns(
    title: str, sides: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]
) -> Iterator[str]:
    widths = [max(len(side), 6) for side in sides]
    first = max(_NAME_WIDTH, len(title), *(len(_short(name)) for name, _cells in rows))
    yield _row(title, first, sides, widths)
    for name, cells in rows:
        yield _row(_short(name), first, cells, widths)


def _short(name: str) -> str:
    """Cut a title: its sentence below has it whole."""
    return name if len(name) <= _TITLE_WIDTH else name[: _TITLE_WIDTH - 1] + "…"


def _row(name: str, first: int, cells: Sequence[str], widths: Sequence[int]) -> str:
    shown = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
    return f"  {name.ljust(first)}  {'  '.join(shown)}".rstrip()
