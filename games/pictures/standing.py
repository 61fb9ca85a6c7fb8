"""Draw what a player does: the course of a rating, and what a deal brings. No name is in it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.decks.svg import element, group, label, plain
from games.pictures.layout import MARGIN, WIDTH, Part, fitted, stacked

__all__ = ["Course", "PerDeal", "draw_standing"]

_INNER = WIDTH - 2 * MARGIN
_PAPER, _INK, _DIM, _LINE, _BAR = "#fbf8f0", "#23352c", "#5a6b61", "#1d5c43", "#b8862b"
_FONT = "Inter, system-ui, sans-serif"
_TALL: Final = 90.0
_ROW: Final = 20.0
_NAMES: Final = 110.0
_VALUES: Final = 40.0


@dataclass(frozen=True, slots=True)
class Course:
    """The ratings of one family, one after another, from the one before the first change drawn."""

    label: str
    ratings: Sequence[float]


@dataclass(frozen=True, slots=True)
class PerDeal:
    """How many scope, settebelli and primiere a deal brings, and how many deals that rests on."""

    deals: int
    scope: float
    settebelli: float
    primiere: float


def draw_standing(course: Course | None, per_deal: PerDeal | None) -> str:
    """Draw one SVG element with a title and a description; what is None is left out."""
    body = stacked(_parts(course, per_deal), gap=16)
    height = body.height + 2 * MARGIN
    return element(
        "svg",
        element("title", plain(_("What this player does"))),
        element("desc", plain(" ".join(_told(course, per_deal)))),
        element("rect", width=WIDTH, height=f"{height:g}", rx=12, fill=_PAPER),
        group(body.markup, x=MARGIN, y=MARGIN),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height:g}",
        role="img",
        aria_label=" ".join(_told(course, per_deal)),
        fill=_INK,
        font_family=_FONT,
    )


def _parts(course: Course | None, per_deal: PerDeal | None) -> Iterator[Part]:
    if course is not None:
        yield _drawn_course(course)
    if per_deal is not None:
        yield _drawn_deals(per_deal)
    if course is None and per_deal is None:
        yield Part(label(_nothing(), x=0, y=14, size=13, fill=_DIM), 20)


def _told(course: Course | None, per_deal: PerDeal | None) -> Iterator[str]:
    """Say in words what is drawn."""
    if course is not None:
        yield _("Rating, %(family)s: %(last)d now, between %(lowest)d and %(highest)d.") % {
            "family": course.label,
            "last": round(course.ratings[-1]),
            "lowest": round(min(course.ratings)),
            "highest": round(max(course.ratings)),
        }
    if per_deal is not None:
        rows = ", ".join(f"{name} {_written(value)}" for name, value in _rows(per_deal))
        yield _("By deal, over %(deals)d: %(rows)s.") % {"deals": per_deal.deals, "rows": rows}
    if course is None and per_deal is None:
        yield _nothing()


def _nothing() -> str:
    """Say what is missing: matches may have been counted that brought neither."""
    return _("There is no rating and no deal to show yet.")


def _drawn_course(course: Course) -> Part:
    lowest, highest = min(course.ratings), max(course.ratings)
    span = max(highest - lowest, 1.0)
    step = _INNER / max(len(course.ratings) - 1, 1)
    places = [
        (index * step, _TALL - (rating - lowest) / span * _TALL)
        for index, rating in enumerate(course.ratings)
    ]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    last = places[-1]
    drawn = [
        _heading(course.label, str(round(course.ratings[-1]))),
        group(
            element("polyline", points=points, fill="none", stroke=_LINE, stroke_width=2),
            element("circle", cx=f"{last[0]:.1f}", cy=f"{last[1]:.1f}", r=3, fill=_LINE),
            y=28,
        ),
        label(f"{lowest:.0f} – {highest:.0f}", x=0, y=_TALL + 48, size=12, fill=_DIM),
    ]
    return Part("".join(drawn), _TALL + 52)


def _drawn_deals(per_deal: PerDeal) -> Part:
    rows = _rows(per_deal)
    longest = max(1.0, *(value for _name, value in rows))
    width = _INNER - _NAMES - _VALUES
    drawn = [_heading(_("By deal"), "")]
    for number, (name, value) in enumerate(rows):
        top = 26 + number * _ROW
        bar = f"{value / longest * width:.1f}"
        drawn.append(label(fitted(name, width=_NAMES, size=13), x=0, y=top + 12, size=13))
        drawn.append(element("rect", x=_NAMES, y=f"{top:g}", width=bar, height=14, rx=2, fill=_BAR))
        drawn.append(
            label(_written(value), x=_INNER, y=top + 12, size=13, text_anchor="end", fill=_DIM)
        )
    return Part("".join(drawn), 26 + len(rows) * _ROW)


def _heading(left: str, right: str) -> str:
    text = label(fitted(left, width=_INNER - 50, size=14), x=0, y=14, size=14, font_weight=700)
    if not right:
        return text
    return text + label(right, x=_INNER, y=14, size=14, font_weight=700, text_anchor="end")


def _rows(per_deal: PerDeal) -> list[tuple[str, float]]:
    return [
        (_("scope"), per_deal.scope),
        (_("settebello"), per_deal.settebelli),
        (_("primiera"), per_deal.primiere),
    ]


def _written(value: float) -> str:
    return number_format(round(value, 2), decimal_pos=2)
