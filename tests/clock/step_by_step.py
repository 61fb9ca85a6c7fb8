"""The time that counts, found the slow way: step by step, looking at a clock on the wall."""

from datetime import timedelta
from zoneinfo import ZoneInfo

from tests.clock.drawing import STEP


def counted_step_by_step(clock, zone, stops, start, end):
    """Count the steps from start to end in which neither the wall nor a stop says to rest.

    A wall clock that was put back says nothing new until it has caught up with itself.
    """
    place = ZoneInfo(zone)
    total = timedelta(0)
    shown = None
    at = start - timedelta(days=2)
    while at < end:
        wall = at.astimezone(place).replace(tzinfo=None)
        shown = wall if shown is None else max(shown, wall)
        stopped = any(since <= at < until for since, until in stops)
        if at >= start and not stopped and not RESTS[clock.calendar](clock, shown):
            total += STEP
        at += STEP
    return total


def _in_quiet_hours(clock, wall):
    time = f"{wall:%H:%M}"
    if clock.quiet_from < clock.quiet_to:
        return clock.quiet_from <= time < clock.quiet_to
    return time >= clock.quiet_from or time < clock.quiet_to


RESTS = {
    "none": lambda clock, wall: False,
    "weekends": lambda clock, wall: wall.weekday() >= 5,
    "quiet_hours": _in_quiet_hours,
}
