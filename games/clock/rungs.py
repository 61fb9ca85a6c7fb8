"""When a player is reminded of a turn that runs: the rungs of a ladder up to its deadline."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from .reckoning import counted, used_up
from .rests import Stop, after_stops, in_utc
from .spec import Clock

__all__ = ["APART", "AT_LEAST_AFTER", "AT_LEAST_BEFORE", "RUNGS", "Rung", "ladder"]

# By urgency.
RUNGS: Final = ("half", "six_hours", "one_hour")

# A turn that has just begun needs no reminder, and one that is all but over has no use for it.
AT_LEAST_AFTER: Final = timedelta(minutes=30)
AT_LEAST_BEFORE: Final = timedelta(minutes=5)
# Of two rungs that are closer only the later is left.
APART: Final = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class Rung:
    """One reminder: its name, when it is due, and whether the turn has none after it."""

    name: str
    at: datetime
    is_last: bool


def ladder(
    clock: Clock,
    *,
    zone: str,
    stops: Iterable[Stop],
    start: datetime,
    deadline: datetime,
    told: str = "",
) -> tuple[Rung, ...]:
    """Give the rungs of a turn in order of time; with `told`, those after that one alone.

    Half of the time that counts, and six hours and one before the deadline. One that falls into a
    stop is put off to its end. Instants are in UTC. Raises `ZoneUnknown`; KeyError for a rung that
    there is not.
    """
    stops, begun, ends = tuple(stops), in_utc(start), in_utc(deadline)
    due = _instants(clock, zone, stops, begun, ends)
    since = begun if not told else due[told]
    kept: list[tuple[str, datetime]] = []
    for name, at in sorted(due.items(), key=_by_time, reverse=True):
        fits = begun + AT_LEAST_AFTER <= at <= ends - AT_LEAST_BEFORE
        if fits and (not kept or kept[-1][1] - at >= APART):
            kept.append((name, at))
    return tuple(
        Rung(name, at, is_last=at == kept[0][1]) for name, at in reversed(kept) if at > since
    )


def _instants(
    clock: Clock, zone: str, stops: tuple[Stop, ...], start: datetime, deadline: datetime
) -> dict[str, datetime]:
    """Give the instant of each rung, whether or not it will do."""
    half = counted(clock, zone, stops, start, deadline) / 2
    raw = (
        used_up(clock, zone, stops, start, half),
        deadline - timedelta(hours=6),
        deadline - timedelta(hours=1),
    )
    return {name: after_stops(at, stops) for name, at in zip(RUNGS, raw, strict=True)}


def _by_time(rung: tuple[str, datetime]) -> tuple[datetime, int]:
    """Put the more urgent of two at one instant behind the other."""
    return rung[1], RUNGS.index(rung[0])
