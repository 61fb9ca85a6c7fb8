"""Draw how long matches took: a picture for whoever chooses a clock."""

import math
from collections import Counter
from typing import Final
from xml.sax.saxutils import escape

from django.utils.translation import gettext as _

from games.simulation.figures import Figures

__all__ = ["draw"]

_WIDTH, _HEIGHT = 720, 320
_LEFT, _TOP, _FOOT = 48, 56, 56
_PROMISED_DAYS: Final = 14
_INK, _BAR, _MARK = "#222", "#4a7c59", "#b5382a"


def draw(figures: Figures, *, title: str) -> str:
    """Return an SVG picture: matches by the days they took, the median, and two weeks."""
    counts = Counter(math.floor(days) for days in figures.days if math.isfinite(days))
    last = max([*counts, _PROMISED_DAYS]) + 1
    highest = max(counts.values(), default=1)
    step = (_WIDTH - 2 * _LEFT) / (last + 1)
    tall = _HEIGHT - _TOP - _FOOT
    parts = [_text(_LEFT, 24, title, size=16), _text(_LEFT, 44, _told(figures), size=12)]
    for day in range(last + 1):
        left, bar = _LEFT + day * step, tall * counts[day] / highest
        parts.append(
            f'<rect x="{left:.1f}" y="{_TOP + tall - bar:.1f}" width="{step - 2:.1f}"'
            f' height="{bar:.1f}" fill="{_BAR}"><title>{day}: {counts[day]}</title></rect>'
        )
        if day % 2 == 0:
            parts.append(_text(left, _TOP + tall + 18, str(day), size=11))
    for at, label in ((figures.median_days, _("median")), (_PROMISED_DAYS, _("two weeks"))):
        if math.isfinite(at):
            parts += _mark(_LEFT + at * step, tall, label)
    parts.append(_text(_LEFT, _HEIGHT - 12, _("days from the first deal to the end"), size=12))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img"'
        f' font-family="sans-serif"><title>{escape(title)}</title>'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


def _told(figures: Figures) -> str:
    return _("%(cohort)d matches; half of them within %(median).1f days, nine in ten %(p90).1f") % {
        "cohort": figures.cohort,
        "median": figures.median_days,
        "p90": figures.p90_days,
    }


def _mark(at: float, tall: float, label: str) -> list[str]:
    line = f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{_TOP}" y2="{_TOP + tall}" stroke="{_MARK}"/>'
    return [line, _text(at + 4, _TOP + 10, label, size=11)]


def _text(left: float, top: float, text: str, *, size: int) -> str:
    return f'<text x="{left:.1f}" y="{top}" font-size="{size}" fill="{_INK}">{escape(text)}</text>'
