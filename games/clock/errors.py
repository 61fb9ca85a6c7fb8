"""The errors of clocks, each with a stable code.

ClockError
 +- ClockUnknown   unknown_clock
 +- ClockInvalid   invalid_clock
 +- ZoneUnknown    unknown_time_zone
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar


class ClockError(Exception):
    """Tell that a clock refuses its input."""

    code: ClassVar[str] = "clock_error"


class ClockUnknown(ClockError):
    """No clock has this slug."""

    code = "unknown_clock"

    def __init__(self, slug: object, known: Iterable[str]) -> None:
        """Keep the slug asked for and the slugs that exist."""
        self.slug = slug
        self.known = tuple(known)
        super().__init__(f"{slug!r} is none of {', '.join(self.known)}")


class ZoneUnknown(ClockError):
    """The database of time zones has no zone of this name."""

    code = "unknown_time_zone"


@dataclass(frozen=True, slots=True)
class ClockProblem:
    """One fault of a clock: where, what, why, and what would be allowed there.

    `allowed` holds the words allowed at `path`, or, for an unknown path, the paths that exist;
    `least` and `most` are the ends of what is allowed where that is a number.
    """

    path: str
    value: object
    code: str
    reason_en: str
    reason_it: str
    allowed: tuple[object, ...] = ()
    least: int | None = None
    most: int | None = None


class ClockInvalid(ClockError):
    """The clock holds values that are unknown or do not fit together."""

    code = "invalid_clock"

    def __init__(self, errors: Iterable[ClockProblem]) -> None:
        """Keep every problem found, in the order of the fields."""
        self.errors = tuple(errors)
        super().__init__("; ".join(f"{error.path}: {error.reason_en}" for error in self.errors))
