"""Ratings of matches with more than two people: pairs, and three or more for themselves. Pure.

The Plackett-Luce model of the library openskill, on the same scale as `players.rating`: its numbers
are its own defaults times 42, so that a newcomer has 1500 give or take 350. A side is as strong as
its members together, and each member moves by what is not yet known of them. The volatility of a
rating is kept as it is: this model has none, and it serves for the growth with idle time.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from openskill.models import PlackettLuce

from players.rating import LARGEST_DEVIATION, NEWCOMER, SMALLEST_DEVIATION, Rating, idle

__all__ = ["rate_sides"]

# The proportions of the library: how far chance carries a single match, and the least that a
# rating moves on.
_CHANCE: Final = LARGEST_DEVIATION / 2
_MOTION: Final = LARGEST_DEVIATION / 100


def rate_sides(
    sides: Sequence[Sequence[Rating]],
    places: Sequence[int],
    *,
    periods: Sequence[Sequence[float]] | None = None,
) -> list[list[Rating]]:
    """Return the ratings after a match, in the same order.

    A side is the ratings of its members; all sides have as many. `places` has the place of each
    side, the lowest first; equal places are a draw. `periods` has the rating periods since the
    last result of each member, by side.
    """
    met = [
        [idle(member, gone) for member, gone in zip(side, times, strict=True)]
        for side, times in zip(sides, periods or [[0.0] * len(side) for side in sides], strict=True)
    ]
    # From the middle of the scale: the model takes exponentials of sums.
    teams = [
        [_model().rating(member.rating - NEWCOMER.rating, member.deviation) for member in side]
        for side in met
    ]
    after = _model().rate(teams, ranks=[float(place) for place in places])
    return [
        [_moved(member, new.mu, new.sigma) for member, new in zip(side, team, strict=True)]
        for side, team in zip(met, after, strict=True)
    ]


@cache
def _model() -> PlackettLuce:
    return PlackettLuce(mu=0.0, sigma=LARGEST_DEVIATION, beta=_CHANCE, tau=_MOTION)


def _moved(member: Rating, points: float, deviation: float) -> Rating:
    bounded = min(max(deviation, SMALLEST_DEVIATION), LARGEST_DEVIATION)
    return replace(member, rating=NEWCOMER.rating + points, deviation=bounded)
