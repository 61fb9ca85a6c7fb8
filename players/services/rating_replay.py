"""Reckon ratings anew from the rows of results: after one is taken back, or to prove them all."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import isclose
from typing import Any, Final

from django.db.models import Max, QuerySet

from players.models import RatedResult, RatedSeat, Rating, RatingChange
from players.rating import Rating as Numbers
from players.rating_book import Book, Change, Standing, Subject
from players.services.rating_rows import (
    RATING_COLUMNS,
    change_row,
    load_meetings,
    lock_ratings,
    result_of,
    subject_of,
    write_standing,
)
from scopa_site.transactions import one_transaction

__all__ = ["Difference", "rated_families", "recompute_ratings", "replay_from", "verify_ratings"]

_CHANGE_COLUMNS: Final = [
    "rating_before",
    "deviation_before",
    "volatility_before",
    "rating_after",
    "deviation_after",
    "volatility_after",
    "not_counted",
    "at",
]
_AT_ONCE: Final = 500
# What two machines may make of one logarithm, many results later.
_NEAR: Final = 1e-4
_SOON: Final = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Difference:
    """A row that does not say what a replay of the results says."""

    family: str
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.family}, {self.where}: {self.what}"


def rated_families() -> list[str]:
    """List the families in which anything was recorded, in order of their names."""
    names = RatedResult.objects.order_by("family").values_list("family", flat=True)
    return list(names.distinct())


def verify_ratings(*, family: str) -> list[Difference]:
    """Replay all results of a family, and return where the rows differ. Changes nothing.

    Locks the ratings of the family: no result of it is recorded meanwhile.
    """
    with one_transaction():
        return _replayed(family).differences


def recompute_ratings(*, family: str) -> list[Difference]:
    """Replay all results of a family, write what differed, and return it."""
    with one_transaction():
        seats = RatedSeat.objects.filter(result__family=family).order_by()
        whose = seats.values_list("player_id", "level").distinct()
        lock_ratings(family, [Subject(*each) for each in whose])
        replay = _replayed(family)
        replay.write()
        return replay.differences


def replay_from(result: RatedResult) -> None:
    """Reckon anew what follows from a result that was taken back or amended.

    That is the later results of its people, of those whom they met in them, and so on; ratings that
    have nothing to do with it are not touched. The caller has opened the transaction.
    """
    replay = _Replay(result.family)
    replay.run(RatedResult.objects.filter(family=result.family, pk__gte=result.pk))
    replay.write()


def _replayed(family: str) -> "_Replay":
    replay = _Replay(family)
    for subject in replay.rows:
        replay.book.standings[subject] = Standing()
    replay.run(RatedResult.objects.filter(family=family), in_full=True)
    return replay


@dataclass(slots=True)
class _Replay:
    """A family that is reckoned anew: its rows, locked, and what in them is not as it should be.

    Who is in the book has been touched; all others stay as they are.
    """

    family: str
    rows: dict[Subject, Rating] = field(init=False)
    book: Book = field(default_factory=Book)
    counts: Counter[Subject] = field(default_factory=Counter)
    saved: list[RatingChange] = field(default_factory=list)
    made: list[RatingChange] = field(default_factory=list)
    dropped: list[RatingChange] = field(default_factory=list)
    moved: list[Rating] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)

    def __post_init__(self) -> None:
        ratings = Rating.objects.filter(family=self.family).order_by("pk")
        self.rows = {subject_of(row): row for row in ratings.select_for_update(no_key=True)}

    def run(self, results: QuerySet[RatedResult], *, in_full: bool = False) -> None:
        """Enter results; not in full, only the first and what is touched by it."""
        system, is_first = "", True
        for result in _in_order(results):
            system = result.system
            subjects = [subject_of(seat) for seat in result.seats.all()]
            follows = not self.book.standings.keys().isdisjoint(subjects)
            if in_full or is_first or (follows and result.annulled_at is None):
                self._reckon(result, subjects)
            is_first = False
        for subject, standing in self.book.standings.items():
            self._compare_rating(subject, standing, system)

    def write(self) -> None:
        """Write what is not as it should be."""
        RatingChange.objects.filter(pk__in=[row.pk for row in self.dropped]).delete()
        RatingChange.objects.bulk_update(self.saved, _CHANGE_COLUMNS, batch_size=_AT_ONCE)
        RatingChange.objects.bulk_create(self.made, batch_size=_AT_ONCE)
        Rating.objects.bulk_update(self.moved, RATING_COLUMNS, batch_size=_AT_ONCE)

    def _reckon(self, result: RatedResult, subjects: Sequence[Subject]) -> None:
        self._touch(result, [who for who in subjects if who not in self.book.standings])
        changes = [] if result.annulled_at else self.book.enter(result_of(result))
        self.counts.update(change.subject for change in changes if not change.not_counted)
        stored = {change.rating_id: change for change in result.changes.all()}
        for change in changes:
            self._compare_change(result, change, stored)
        for left in stored.values():
            self.dropped.append(left)
            self._differs(result, f"rating {left.rating_id} has a change that is none")

    def _touch(self, result: RatedResult, subjects: Sequence[Subject]) -> None:
        """Take in the standings that others had before this result, and whom they had just met."""
        rows = [self.rows[subject] for subject in subjects if subject in self.rows]
        for row in rows:
            earlier = RatingChange.objects.filter(rating=row, result__lt=result.pk)
            self.book.standings[subject_of(row)] = _standing_after(earlier)
            self.counts[subject_of(row)] = earlier.filter(not_counted="").count()
        if rows:
            load_meetings(self.book, rows, at=result.finished_at, before=result.pk)

    def _compare_change(
        self, result: RatedResult, change: Change, stored: dict[int, RatingChange]
    ) -> None:
        row = self.rows.get(change.subject)
        if row is None:
            self._differs(result, f"{change.subject} has no rating")
            return
        wanted = change_row(change, result=result, row=row)
        found = stored.pop(row.pk, None)
        if found is None:
            self.made.append(wanted)
            self._differs(result, f"rating {row.pk} has no change")
        elif not _are_alike(found, wanted, _CHANGE_COLUMNS):
            _copy(wanted, found, _CHANGE_COLUMNS)
            self.saved.append(found)
            self._differs(result, f"the change of rating {row.pk} is another")

    def _compare_rating(self, subject: Subject, standing: Standing, system: str) -> None:
        row = self.rows.get(subject)
        if row is None or not system:
            return
        wanted = Rating()
        write_standing(wanted, standing, system=system, results=self.counts[subject])
        if not _are_alike(row, wanted, RATING_COLUMNS):
            _copy(wanted, row, RATING_COLUMNS)
            self.moved.append(row)
            self.differences.append(Difference(self.family, f"rating {row.pk}", "is another"))

    def _differs(self, result: RatedResult, what: str) -> None:
        self.differences.append(Difference(self.family, f"result {result.pk}", what))


def _in_order(results: QuerySet[RatedResult]) -> Iterator[RatedResult]:
    rows = results.order_by("pk").prefetch_related("seats", "changes")
    return rows.iterator(chunk_size=_AT_ONCE)


def _standing_after(changes: QuerySet[RatingChange]) -> Standing:
    """Read from its changes how a rating stood."""
    last = changes.order_by("-result").first()
    if last is None:
        return Standing()
    numbers = Numbers(last.rating_after, last.deviation_after, last.volatility_after)
    return Standing(numbers, changes.filter(not_counted="").aggregate(at=Max("at"))["at"])


def _are_alike(one: Any, other: Any, columns: Sequence[str]) -> bool:
    return all(_is_alike(getattr(one, name), getattr(other, name)) for name in columns)


def _is_alike(one: Any, other: Any) -> bool:
    """Tell whether two values are equal; numbers and instants, nearly."""
    if isinstance(one, float):
        return isclose(one, other, rel_tol=0, abs_tol=_NEAR)
    if isinstance(one, datetime) and isinstance(other, datetime):
        return abs(one - other) < _SOON
    return bool(one == other)


def _copy(source: Any, target: Any, columns: Sequence[str]) -> None:
    for name in columns:
        setattr(target, name, getattr(source, name))
