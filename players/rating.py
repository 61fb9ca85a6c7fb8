"""Glicko-2: how strong a player is, how sure that is, and what results change. Pure.

Rating and deviation are on the scale that people see, where a newcomer has 1500 give or take 350;
the reckoning is done on Glickman's inner scale, where that is 0 and about 2. What the
numbers say is in docs/ratings.md.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

__all__ = [
    "LARGEST_DEVIATION",
    "NEWCOMER",
    "PERIOD_DAYS",
    "SETTLED_DEVIATION",
    "SETTLED_TEAM_DEVIATION",
    "SMALLEST_DEVIATION",
    "Rating",
    "idle",
    "periods_until",
    "rate",
]

MIDDLE: Final = 1500.0
LARGEST_DEVIATION: Final = 350.0
# Below this a rating would hardly move any more, however much its player learns.
SMALLEST_DEVIATION: Final = 30.0
# Above this a rating is provisional, and on no leaderboard.
SETTLED_DEVIATION: Final = 110.0
# The same for matches of more than two, where each result says less of each person.
SETTLED_TEAM_DEVIATION: Final = 250.0
PERIOD_DAYS: Final = 7

# Points of the outer scale in one unit of the inner one.
_UNIT: Final = 400 / math.log(10)
# How readily the volatility itself changes.
_TAU: Final = 0.5
_NEAR_ENOUGH: Final = 1e-9
# A volatility beyond these says that results were odd, not that a player learns and forgets daily.
_SMALLEST_VOLATILITY: Final = 0.01
_LARGEST_VOLATILITY: Final = 0.15


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of a player's strength: points, the error of that, and how it wanders."""

    rating: float = MIDDLE
    deviation: float = LARGEST_DEVIATION
    volatility: float = 0.06


NEWCOMER: Final = Rating()


def idle(rating: Rating, periods: float) -> Rating:
    """Return the rating after so many rating periods without a result: as high, less sure."""
    deviation = _grown(rating.deviation, rating.volatility * _UNIT, periods)
    return Rating(rating.rating, _within_bounds(deviation), rating.volatility)


def periods_until(rating: Rating, deviation: float) -> float | None:
    """Return how many idle periods make a rating as unsure as `deviation`; None if it is so now."""
    if rating.deviation > deviation:
        return None
    return (deviation**2 - rating.deviation**2) / (rating.volatility * _UNIT) ** 2


def rate(
    own: Rating,
    results: Sequence[tuple[Rating, float]],
    *,
    periods: float = 1.0,
    tau: float = _TAU,
) -> Rating:
    """Return the rating after these results, each an opponent and a score of 0, 0.5 or 1.

    `periods` is the time that they took, in rating periods; a fraction is allowed, so that a
    result can be reckoned when it falls. Without results this is `idle`.
    """
    if not results:
        return idle(own, periods)
    spread = own.deviation / _UNIT
    variance, surplus = _evidence(own, results)
    volatility = _volatility(own.volatility, spread, variance, variance * surplus, tau)
    before = _grown(spread, volatility, periods)
    after = 1 / math.sqrt(1 / before**2 + 1 / variance)
    points = own.rating + _UNIT * after**2 * surplus
    return Rating(points, _within_bounds(after * _UNIT), volatility)


def _evidence(own: Rating, results: Sequence[tuple[Rating, float]]) -> tuple[float, float]:
    """Return how unsure the results alone are (a variance), and by how much they beat what was due.

    An opponent who is little known weighs less.
    """
    information = surplus = 0.0
    for opponent, score in results:
        weight = 1 / math.sqrt(1 + 3 * (opponent.deviation / _UNIT / math.pi) ** 2)
        due = 1 / (1 + math.exp(-weight * (own.rating - opponent.rating) / _UNIT))
        information += weight**2 * due * (1 - due)
        surplus += weight * (score - due)
    return 1 / information, surplus


def _grown(spread: float, volatility: float, periods: float) -> float:
    return math.sqrt(spread**2 + periods * volatility**2)


def _within_bounds(deviation: float) -> float:
    return min(max(deviation, SMALLEST_DEVIATION), LARGEST_DEVIATION)


def _volatility(old: float, spread: float, variance: float, gain: float, tau: float) -> float:
    """Return how much the player's strength wanders, given what the results would gain alone.

    It is the root of a falling function of the logarithm of its square.
    """
    start = math.log(old**2)

    def too_small(at: float) -> float:
        square = math.exp(at)
        whole = spread**2 + variance + square
        return square * (gain**2 - whole) / (2 * whole**2) - (at - start) / tau**2

    surprise = gain**2 - spread**2 - variance
    end = math.log(surprise) if surprise > 0 else start - tau
    while surprise <= 0 and too_small(end) < 0:
        end -= tau
    found = math.exp(_root(too_small, start, end) / 2)
    return min(max(found, _SMALLEST_VOLATILITY), _LARGEST_VOLATILITY)


def _root(function: Callable[[float], float], one: float, other: float) -> float:
    """Return where a function is nothing, between two points where its signs differ.

    The false position, with the weight of an end that stays halved (the Illinois rule).
    """
    value, value_other = function(one), function(other)
    while abs(other - one) > _NEAR_ENOUGH:
        between = one + (one - other) * value / (value_other - value)
        value_between = function(between)
        if value_between * value_other <= 0:
            one, value = other, value_other
        else:
            value /= 2
        other, value_other = between, value_between
    return one
