"""The help that a person gets at the table."""

import textwrap
from collections.abc import Iterator

from django.utils.translation import gettext as _

__all__ = ["help_lines"]


def help_lines(width: int) -> Iterator[str]:
    """Yield the help, broken for the terminal."""
    for paragraph in _paragraphs():
        yield from textwrap.wrap(paragraph, min(width, 79), subsequent_indent="  ") or [""]


def _paragraphs() -> Iterator[str]:
    yield ""
    yield _("Type the number below a card, or its name: value and letter of the suit, such as 7D.")
    yield _(
        "Suits: D coins, C cups, S swords, B clubs. The jack is worth 8, the knight 9, the king 10."
    )
    yield _(
        "A card takes a card of the same value from the table, or else several that add up to it."
        " What can take, must. What cannot is laid down."
    )
    yield _("Whoever clears the table scores a scopa; the very last card of the deal never does.")
    yield _(
        "A point each for: most cards, most coins, the settebello (7 of coins), the best primiera."
        " For the primiera the best card of each suit counts: 7 is 21, 6 is 18, ace 16, 5 is 15,"
        " 4 is 14, 3 is 13, 2 is 12, figures 10."
    )
    yield _("Enter shows the table again. q leaves; the match stays and can be taken up again.")
    yield ""
