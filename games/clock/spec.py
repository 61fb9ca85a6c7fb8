"""A clock, and what may stand in each of its fields."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any, Final, Literal

Kind = Literal["bank", "per_move", "unlimited"]
Calendar = Literal["none", "weekends", "quiet_hours"]
OnTimeout = Literal["forfeit", "claim", "ai"]

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """How much time a turn has. Seconds are whole; a name ending in `_s` tells the unit.

    `bank`: every seat has a bank, which is filled up after each of its turns and never beyond
    `cap_s`; the first `grace_s` of a turn are free. `per_move`: every turn has `turn_max_s`.
    `unlimited`: no turn ends by itself. The first turn of a seat lasts at least `first_turn_s`.

    By `calendar`, Saturdays and Sundays or the hours from `quiet_from` to `quiet_to` do not count,
    in the seat's own time zone. `holidays`: nor do those of the player. `on_timeout`: the seat
    loses; the others may claim that; or an opponent of the service takes the seat.
    """

    kind: Kind
    initial_s: int = 0
    refill_s: int = 0
    cap_s: int = 0
    turn_max_s: int = 0
    grace_s: int = 0
    first_turn_s: int = 0
    calendar: Calendar = "none"
    quiet_from: str = "22:00"
    quiet_to: str = "08:00"
    holidays: bool = False
    pauses_per_seat: int = 0
    pause_max_s: int = 0
    on_timeout: OnTimeout = "forfeit"


@dataclass(frozen=True, slots=True)
class Words:
    """A field that holds one of a few values."""

    known: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Numbers:
    """A field that holds a whole number between two, both included."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class TimeOfDay:
    """A field that holds hours and minutes, "00:00" to "23:59"."""


Field = Words | Numbers | TimeOfDay

FIELDS: Final[Mapping[str, Field]] = MappingProxyType(
    {
        "kind": Words(("bank", "per_move", "unlimited")),
        "initial_s": Numbers(0, 30 * DAY),
        "refill_s": Numbers(0, 7 * DAY),
        "cap_s": Numbers(0, 60 * DAY),
        "turn_max_s": Numbers(0, 14 * DAY),
        "grace_s": Numbers(0, 7 * DAY),
        "first_turn_s": Numbers(0, 14 * DAY),
        "calendar": Words(("none", "weekends", "quiet_hours")),
        "quiet_from": TimeOfDay(),
        "quiet_to": TimeOfDay(),
        "holidays": Words((False, True)),
        "pauses_per_seat": Numbers(0, 10),
        "pause_max_s": Numbers(0, 14 * DAY),
        "on_timeout": Words(("forfeit", "claim", "ai")),
    }
)

_TIME_OF_DAY: Final = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")


def encode_clock(clock: Clock) -> dict[str, Any]:
    """Write a clock as plain data, every field by its name."""
    return asdict(clock)


def is_time_of_day(value: object) -> bool:
    """Tell whether a value is hours and minutes as they are written here."""
    return type(value) is str and _TIME_OF_DAY.fullmatch(value) is not None


def minutes_of(time_of_day: str) -> int:
    """Give the minutes since midnight of "HH:MM"."""
    return int(time_of_day[:2]) * 60 + int(time_of_day[3:])


def quiet_minutes(quiet_from: str, quiet_to: str) -> int:
    """Give how long the quiet hours last on a day whose clocks are not changed."""
    return (minutes_of(quiet_to) - minutes_of(quiet_from)) % (24 * 60)
