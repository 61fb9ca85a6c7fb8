"""The help that a person gets at the table."""

import textwrap
from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.engine import RuleSet
from games.plain_rules import summary
from games.wording import in_language

__all__ = ["help_lines"]


def help_lines(rules: RuleSet, width: int) -> Iterator[str]:
    """Yield the keys, and the rules that are played by, broken for the terminal."""
    for paragraph in _paragraphs(rules):
        yield from textwrap.wrap(paragraph, min(width, 79), subsequent_indent="  ") or [""]


def _paragraphs(rules: RuleSet) -> Iterator[str]:
    yield ""
    yield _("Type the number below a card, or its name: value and letter of the suit, such as 7D.")
    yield _(
        "Suits: D coins, C cups, S swords, B clubs. The jack is worth 8, the knight 9, the king 10."
    )
    yield in_language(summary(rules))
    yield _("Enter shows the table again. q leaves; the match stays and can be taken up again.")
    yield ""
