"""How invented people live: when they sleep, how soon they reply, and when they are away."""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Final
from zoneinfo import ZoneInfo

__all__ = ["Habits", "draw_habits"]

_ZONES: Final = ("Europe/Rome", "Europe/Rome", "Europe/London", "America/New_York", "Asia/Tokyo")
_SPREAD: Final = 0.6  # of the logarithm of a reply: one in six takes nearly twice the typical time
_SLEEPS_H: Final = 8


@dataclass(frozen=True, slots=True)
class Habits:
    """The life of one person.

    `typical`: the reply that half of their replies do not exceed while they are awake.
    `bedtime`: local hour at which they fall asleep. `gone`: when they stop playing for good.
    `holiday`: from and to, if they take one. `plans`: in how many of their turns in a hundred they
    lay out the next one.
    """

    zone: str
    typical: timedelta
    bedtime: int
    gone: datetime | None
    holiday: tuple[datetime, datetime] | None

    def replies_at(self, turn: datetime, dice: Random) -> datetime | None:
        """Tell when they reply to a turn that came at `turn`; None if they never do."""
        drawn = self.typical * math.exp(dice.gauss(0, _SPREAD))
        at = self._awake(turn + drawn, dice)
        if self.holiday is not None and self.holiday[0] <= at < self.holiday[1]:
            at = self._awake(self.holiday[1] + drawn, dice)
        return None if self.gone is not None and at >= self.gone else at

    def _awake(self, at: datetime, dice: Random) -> datetime:
        """Put off what falls into the night until a while after getting up."""
        local = at.astimezone(ZoneInfo(self.zone))
        slept = (local.hour - self.bedtime) % 24
        if slept >= _SLEEPS_H:
            return at
        up = local.replace(minute=0, second=0, microsecond=0) + timedelta(hours=_SLEEPS_H - slept)
        return (up + timedelta(minutes=dice.uniform(0, 90))).astimezone(at.tzinfo)


def draw_habits(
    dice: Random, *, begins: datetime, days: int, typical: timedelta, leave: float, rest: float
) -> Habits:
    """Draw a person. `leave` and `rest`: the odds of going for good, and of a week's holiday."""
    gone = begins + timedelta(days=dice.uniform(2, days)) if dice.random() < leave else None
    holiday = None
    if dice.random() < rest:
        since = begins + timedelta(days=dice.uniform(1, days))
        holiday = (since, since + timedelta(days=dice.uniform(2, 6)))
    own = typical * math.exp(dice.gauss(0, 0.25))
    return Habits(dice.choice(_ZONES), own, dice.choice((22, 23, 0)), gone, holiday)
