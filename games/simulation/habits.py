"""How invented people live: when they sleep, how soon they reply, and when they are away."""

import math
import statistics
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final
from zoneinfo import ZoneInfo

__all__ = ["SLEEPS_H", "Habits", "awake_reply", "draw_habits", "glance", "sitting"]

_ZONES: Final = ("Europe/Rome", "Europe/Rome", "Europe/London", "America/New_York", "Asia/Tokyo")
_SPREAD: Final = 0.6  # of the logarithm of a reply: one in six takes nearly twice the typical time
SLEEPS_H: Final = 8
_SITTING_M: Final = 10  # how long somebody who has played keeps looking, on average
_HALVINGS, _DRAWS = 12, 2_000
_ANY_DAY: Final = datetime(2026, 3, 2, tzinfo=UTC)
_TOGETHER: Final = 0.6  # most opponents live in one zone, and sleep at the same time


@dataclass(frozen=True, slots=True)
class Habits:
    """The life of one person.

    `awake`: what half of their replies do not exceed, nights left out. `bedtime`: local hour at
    which they fall asleep. `gone`: when they stop playing for good. `holiday`: from and to, if
    they take one.
    """

    zone: str
    awake: timedelta
    bedtime: int
    gone: datetime | None
    holiday: tuple[datetime, datetime] | None

    def replies_at(self, turn: datetime, dice: Random) -> datetime | None:
        """Tell when they reply to a turn that came at `turn`; None if they never do."""
        drawn = self.awake * math.exp(dice.gauss(0, _SPREAD))
        at = self.awake_at(turn + drawn, dice)
        if self.holiday is not None and self.holiday[0] <= at < self.holiday[1]:
            at = self.awake_at(self.holiday[1] + drawn, dice)
        return None if self.gone is not None and at >= self.gone else at

    def awake_at(self, at: datetime, dice: Random) -> datetime:
        """Put off what falls into the night until a while after getting up."""
        local = at.astimezone(ZoneInfo(self.zone))
        slept = (local.hour - self.bedtime) % 24
        if slept >= SLEEPS_H:
            return at
        up = local.replace(minute=0, second=0, microsecond=0) + timedelta(hours=SLEEPS_H - slept)
        return (up + timedelta(minutes=dice.uniform(0, 90))).astimezone(at.tzinfo)


def draw_habits(
    dice: Random, *, begins: datetime, days: int, awake: timedelta, leave: float, rest: float
) -> Habits:
    """Draw a person. `leave` and `rest`: the odds of going for good, and of a few days' holiday."""
    gone = begins + timedelta(days=dice.uniform(2, days)) if dice.random() < leave else None
    holiday = None
    if dice.random() < rest:
        since = begins + timedelta(days=dice.uniform(1, days))
        holiday = (since, since + timedelta(days=dice.uniform(2, 6)))
    own = awake * math.exp(dice.gauss(0, 0.25))
    return Habits(dice.choice(_ZONES), own, dice.choice((22, 23, 0)), gone, holiday)


def sitting(dice: Random) -> timedelta:
    """Tell how long somebody who has just played stays at the table, in whatever match."""
    return timedelta(minutes=dice.expovariate(1 / _SITTING_M))


def glance(dice: Random) -> timedelta:
    """Tell how long somebody at the table thinks about a turn that comes there."""
    return timedelta(seconds=dice.uniform(10, 120))


def awake_reply(typical: timedelta) -> timedelta:
    """Give the reply of people while awake whose typical reply, nights and all, is this.

    Found by letting many people answer turns that come at any hour: half of all replies then take
    no longer than `typical`.
    """
    low, high = timedelta(0), typical
    for _ in range(_HALVINGS):
        tried = (low + high) / 2
        low, high = (tried, high) if _median_reply(tried) < typical else (low, tried)
    return high


def _median_reply(awake: timedelta) -> timedelta:
    dice = Random(0)
    waits: list[float] = []
    for _ in range(_DRAWS):
        person = draw_habits(dice, begins=_ANY_DAY, days=1, awake=awake, leave=0, rest=0)
        turn = _ANY_DAY + timedelta(hours=dice.uniform(0, 24))
        # A turn comes when the opponent has played, and that is seldom at night.
        turn = person.awake_at(turn, dice) if dice.random() < _TOGETHER else turn
        waits.append(((person.replies_at(turn, dice) or turn) - turn).total_seconds())
    return timedelta(seconds=statistics.median(waits))
