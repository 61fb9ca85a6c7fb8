"""The clock that somebody asks for: one by name, and what differs from it."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import get_language

from games import clock
from games.errors import InvalidClock, UnknownClock
from scopa_site.errors import FieldProblem

__all__ = ["clock_asked_for"]

_SHOWN: Final = 64  # letters of a name or a value; problems of one answer


def clock_asked_for(slug: str, overrides: Mapping[str, object]) -> clock.Clock:
    """Give a clock by name with some values changed.

    Raises UnknownClock, or InvalidClock with an error for each value that is wrong.
    """
    try:
        return clock.resolve_clock(slug, overrides)
    except clock.ClockUnknown as error:
        raise UnknownClock(slug=str(error.slug)[:_SHOWN], known=", ".join(error.known)) from error
    except clock.ClockInvalid as error:
        problems = [_problem(problem) for problem in error.errors[:_SHOWN]]
        raise InvalidClock(errors=problems) from error


def _problem(problem: clock.ClockProblem) -> FieldProblem:
    italian = (get_language() or "").startswith("it")
    name = problem.path[:_SHOWN].replace("~", "~0").replace("/", "~1")  # RFC 6901
    reason = problem.reason_it if italian else problem.reason_en
    return FieldProblem(
        pointer=f"/clock_rules/{name}",
        code=problem.code,
        detail=f"{reason[:1].upper()}{reason[1:]}.",
        more=_more(problem),
    )


def _more(problem: clock.ClockProblem) -> dict[str, Any]:
    shown = problem.value
    if not (shown is None or isinstance(shown, bool | int | float)):
        shown = str(shown)[:_SHOWN]
    allowed: object = list(problem.allowed)
    if problem.least is not None and problem.most is not None:
        allowed = {"min": problem.least, "max": problem.most}
    return {"value": shown, "allowed": allowed}
