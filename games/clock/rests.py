"""When time does not count: a player's weekends or quiet hours, and whatever stops a turn."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from heapq import merge
from types import MappingProxyType
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from .errors import ZoneUnknown
from .spec import Clock, minutes_of

# From one instant to a later one: a pause, a holiday, an outage given back.
Stop = tuple[datetime, datetime]

_DAY: Final = timedelta(days=1)
_WEEK: Final = timedelta(days=7)
_SATURDAY: Final = 5


def rests(clock: Clock, zone: str, stops: Iterable[Stop], start: datetime) -> Iterator[Stop]:
    """Yield what does not count from `start` on, by its beginning; some may overlap.

    Endless where the clock has a calendar. Raises `ZoneUnknown`.
    """
    utc = ((in_utc(since), in_utc(until)) for since, until in stops)
    ordered = sorted(stop for stop in utc if stop[0] < stop[1])
    recurring = _CALENDARS.get(clock.calendar)
    if recurring is None:
        return iter(ordered)
    return merge(ordered, recurring(clock, _zone(zone), start))


def after_stops(at: datetime, stops: Iterable[Stop]) -> datetime:
    """Give the instant itself, in UTC, or the end of the stops that it falls into."""
    at = in_utc(at)
    for since, until in sorted((in_utc(since), in_utc(until)) for since, until in stops):
        if since <= at < until:
            at = until
    return at


def in_utc(instant: datetime) -> datetime:
    """Give the same instant in UTC, where sums and differences are of real time."""
    if instant.tzinfo is UTC:
        return instant
    if instant.tzinfo is None:
        raise ValueError(f"{instant} has no time zone")
    return instant.astimezone(UTC)


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ZoneUnknown(f"there is no time zone {name!r}") from error


def _weekends(clock: Clock, zone: ZoneInfo, start: datetime) -> Iterator[Stop]:
    """Yield each Saturday and Sunday that are not over at `start`."""
    today = start.astimezone(zone).date()
    saturday = today - timedelta(days=(today.weekday() - _SATURDAY) % 7)
    while True:
        yield _instant(saturday, 0, zone), _instant(saturday + 2 * _DAY, 0, zone)
        saturday += _WEEK


def _quiet_hours(clock: Clock, zone: ZoneInfo, start: datetime) -> Iterator[Stop]:
    """Yield the quiet hours of each night, or day, from the one before `start`."""
    since, until = minutes_of(clock.quiet_from), minutes_of(clock.quiet_to)
    next_morning = _DAY if until < since else timedelta(0)
    day = start.astimezone(zone).date() - _DAY
    while True:
        yield _instant(day, since, zone), _instant(day + next_morning, until, zone)
        day += _DAY


_CALENDARS: Final[Mapping[str, Callable[[Clock, ZoneInfo, datetime], Iterator[Stop]]]] = (
    MappingProxyType({"weekends": _weekends, "quiet_hours": _quiet_hours})
)


@lru_cache(maxsize=4096)  # the same few days are asked for over and over
def _instant(day: date, minutes: int, zone: ZoneInfo) -> datetime:
    """Give the first instant at which a clock on the wall shows this time, or a later one.

    Where the clocks go back, a time is shown twice, and this is the first; where they go forward,
    a time is left out, and this is when they do.
    """
    wall = datetime.combine(day, time(minutes // 60, minutes % 60), zone)
    first = wall.astimezone(UTC)
    second = wall.replace(fold=1).astimezone(UTC)
    return first if first <= second else _change(second, first, zone)


def _change(before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """Find the second, between two instants, at which the clocks of a zone go forward."""
    old = before.astimezone(zone).utcoffset()
    low, high = 0, int((after - before).total_seconds())
    while high - low > 1:
        middle = (low + high) // 2
        shown = (before + timedelta(seconds=middle)).astimezone(zone).utcoffset()
        low, high = (middle, high) if shown == old else (low, middle)
    return before + timedelta(seconds=high)
