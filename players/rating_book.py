"""What results do to ratings, one after another: the same for one result and for all. Pure.

A book holds the ratings of one family of presets. Who enters results in the order of their keys
ends with the same ratings, whether they were entered as they fell or are all entered anew.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import chain, combinations
from typing import Final, NamedTuple, TypeAlias

from players.rating import NEWCOMER, PERIOD_DAYS, Rating, idle, rate
from players.team_rating import rate_sides

__all__ = [
    "MET_TOO_OFTEN",
    "MOST_MEETINGS",
    "WINDOW",
    "Book",
    "Change",
    "Pair",
    "Result",
    "Standing",
    "Subject",
    "Taking",
    "opponents",
]

# So many results of the same two opponents move their ratings within so long.
MOST_MEETINGS: Final = 3
WINDOW: Final = timedelta(hours=24)
MET_TOO_OFTEN: Final = "met_too_often"

_PERIOD: Final = timedelta(days=PERIOD_DAYS)
# Coarser than what two machines may differ by in a logarithm; far finer than anybody reads.
_PLACES: Final = 6
_VOLATILITY_PLACES: Final = 9


class Subject(NamedTuple):
    """Who is rated: a player by key, or a level of the computer."""

    player: int | None = None
    level: str = ""


Pair: TypeAlias = frozenset[Subject]


class Taking(NamedTuple):
    """A seat of a result; `place` 1 is the best, and the same for all of a side."""

    subject: Subject
    side: int
    place: int


@dataclass(frozen=True, slots=True)
class Result:
    """A match as it counts. `key` gives the order of results; `by_sides`: not one against one."""

    key: int
    at: datetime
    by_sides: bool
    seats: tuple[Taking, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A rating, and when it was last moved."""

    rating: Rating = NEWCOMER
    rated_at: datetime | None = None


class Change(NamedTuple):
    """What a result did to a rating; with a reason in `not_counted`, nothing."""

    subject: Subject
    before: Rating
    after: Rating
    not_counted: str


@dataclass(slots=True)
class Book:
    """Ratings as they stand, and when opponents met, by the key of the result that counted."""

    standings: dict[Subject, Standing] = field(default_factory=dict)
    meetings: dict[Pair, dict[int, datetime]] = field(default_factory=dict)

    def enter(self, result: Result) -> list[Change]:
        """Let a result count and return what it changed, in order of its seats."""
        before = [self.standings.get(seat.subject, Standing()) for seat in result.seats]
        if self._is_farmed(result):
            old = [standing.rating for standing in before]
            return _changes(result, old, old, MET_TOO_OFTEN)
        after = [_rounded(rating) for rating in _reckoned(result, before)]
        for seat, standing, rating in zip(result.seats, before, after, strict=True):
            latest = max(result.at, standing.rated_at or result.at)
            self.standings[seat.subject] = Standing(rating, latest)
        for pair in opponents(result):
            self.meetings.setdefault(pair, {})[result.key] = result.at
        return _changes(result, [standing.rating for standing in before], after, "")

    def _is_farmed(self, result: Result) -> bool:
        """Tell whether two opponents of this result have met too often of late."""
        return any(
            sum(at > result.at - WINDOW for at in self.meetings.get(pair, {}).values())
            >= MOST_MEETINGS
            for pair in opponents(result)
        )


def opponents(result: Result) -> Iterator[Pair]:
    """Yield each two people of different sides. Levels of the computer may meet as they like."""
    people = [seat for seat in result.seats if seat.subject.player is not None]
    for one, other in combinations(people, 2):
        if one.side != other.side:
            yield frozenset((one.subject, other.subject))


def _reckoned(result: Result, before: list[Standing]) -> list[Rating]:
    times = [_periods(standing, result.at) for standing in before]
    ratings = [standing.rating for standing in before]
    return _by_sides(result, ratings, times) if result.by_sides else _two(result, ratings, times)


def _periods(standing: Standing, at: datetime) -> float:
    return 0.0 if standing.rated_at is None else max((at - standing.rated_at) / _PERIOD, 0.0)


def _two(result: Result, ratings: list[Rating], times: list[float]) -> list[Rating]:
    one, other = result.seats
    score = 0.5 if one.place == other.place else float(one.place < other.place)
    met = [idle(rating, gone) for rating, gone in zip(ratings, times, strict=True)]
    return [
        rate(ratings[0], [(met[1], score)], periods=times[0]),
        rate(ratings[1], [(met[0], 1 - score)], periods=times[1]),
    ]


def _by_sides(result: Result, ratings: list[Rating], times: list[float]) -> list[Rating]:
    sides: dict[int, list[int]] = {}
    for at, seat in enumerate(result.seats):
        sides.setdefault(seat.side, []).append(at)
    after = rate_sides(
        [[ratings[at] for at in members] for members in sides.values()],
        [result.seats[members[0]].place for members in sides.values()],
        periods=[[times[at] for at in members] for members in sides.values()],
    )
    new = dict(zip(chain(*sides.values()), chain(*after), strict=True))
    return [new[at] for at in range(len(ratings))]


def _rounded(rating: Rating) -> Rating:
    return Rating(
        round(rating.rating, _PLACES),
        round(rating.deviation, _PLACES),
        round(rating.volatility, _VOLATILITY_PLACES),
    )


def _changes(
    result: Result, before: list[Rating], after: list[Rating], not_counted: str
) -> list[Change]:
    return [
        Change(seat.subject, old, new, not_counted)
        for seat, old, new in zip(result.seats, before, after, strict=True)
    ]
