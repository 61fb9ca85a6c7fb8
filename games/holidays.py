"""How many days of holiday a player has: earned by the month, spent by the day.

A player begins with a week and earns two days in thirty, up to thirty days; none are earned on
holiday. Nothing here reads a clock.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

__all__ = ["AT_FIRST", "AT_MOST", "EARNED", "IN", "balance", "fits"]

Stay = tuple[datetime, datetime]

AT_FIRST: Final = timedelta(days=7)
AT_MOST: Final = timedelta(days=30)
EARNED: Final = timedelta(days=2)
IN: Final = timedelta(days=30)
_NOTHING: Final = timedelta(0)


def balance(now: datetime, taken: Iterable[Stay], since: datetime) -> timedelta:
    """Give the holiday that a player has left at `now`, from nothing to `AT_MOST`.

    `taken` are holidays from their beginning to their end; what is still to come of them does not
    count, and a day in two of them counts once. `since`: when the account was made.
    """
    left, at = AT_FIRST, _in_utc(since)
    until = max(at, _in_utc(now))
    for begins, ends in _joined(taken, at, until):
        left = max(_NOTHING, _earned(left, begins - at) - (ends - begins))
        at = ends
    return _earned(left, until - at)


def fits(wanted: Stay, *, taken: Iterable[Stay], since: datetime) -> bool:
    """Tell whether a holiday can be had beside those taken or planned, none of them overdrawn.

    One that was over before is not judged again, should less be earned today than was then.
    """
    at = _in_utc(since)
    if _in_utc(wanted[0]) < at or wanted[1] <= wanted[0]:
        return False
    left = AT_FIRST
    for begins, ends in _joined((*taken, wanted), at, None):
        left = _earned(left, begins - at) - (ends - begins)
        if left < _NOTHING and ends > _in_utc(wanted[0]):
            return False
        left, at = max(_NOTHING, left), ends
    return True


def _earned(left: timedelta, worked: timedelta) -> timedelta:
    """Add what a time without holiday earns. The order of factors keeps it exact."""
    return min(AT_MOST, left + worked * EARNED.days // IN.days)


def _joined(stays: Iterable[Stay], earliest: datetime, latest: datetime | None) -> Iterator[Stay]:
    """Yield the holidays apart from one another, in order, within the bounds."""
    end = earliest
    for begins, ends in sorted((_in_utc(begins), _in_utc(ends)) for begins, ends in stays):
        begins = max(begins, end)
        ends = ends if latest is None else min(ends, latest)
        if ends > begins:
            yield begins, ends
            end = ends


def _in_utc(instant: datetime) -> datetime:
    if instant.tzinfo is None:
        raise ValueError(f"{instant} has no time zone")
    return instant.astimezone(UTC)
