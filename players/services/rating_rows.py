"""Ratings and results as rows, and as what is reckoned with."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from players import rating
from players.models import RatedResult, RatedSeat, Rating, RatingChange, RatingSystem
from players.rating_book import WINDOW, Book, Change, Result, Standing, Subject, Taking, opponents

__all__ = [
    "RATING_COLUMNS",
    "change_row",
    "load_meetings",
    "lock_ratings",
    "refuse_outside_a_transaction",
    "result_of",
    "settled_until",
    "standing_of",
    "subject_of",
    "write_standing",
]

RATING_COLUMNS: Final = [
    "rating",
    "deviation",
    "volatility",
    "rated_at",
    "results",
    "settled_until",
]
_SETTLED: Final = {
    RatingSystem.GLICKO2: rating.SETTLED_DEVIATION,
    RatingSystem.PLACKETT_LUCE: rating.SETTLED_TEAM_DEVIATION,
}
_PERIOD: Final = timedelta(days=rating.PERIOD_DAYS)


def lock_ratings(family: str, subjects: Collection[Subject]) -> dict[Subject, Rating]:
    """Lock the ratings of these in a family, in the order of their ids; make those that miss.

    They are made before any is locked: whoever holds one must wait for nobody who makes another.
    """
    wanted = _of(family, subjects)
    there = {subject_of(row) for row in wanted}
    new = [_newcomer(family, subject) for subject in sorted(subjects, key=repr)]
    Rating.objects.bulk_create(
        [row for row in new if subject_of(row) not in there], ignore_conflicts=True
    )
    locked = _of(family, subjects).order_by("pk").select_for_update(no_key=True)
    return {subject_of(row): row for row in locked}


def refuse_outside_a_transaction() -> None:
    """Raise TransactionManagementError where a rating could change without its cause."""
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("ratings change with their cause: open one")


def subject_of(row: Rating | RatedSeat) -> Subject:
    """Tell whose a row is."""
    return Subject(row.player_id, row.level)


def standing_of(row: Rating) -> Standing:
    """Read a rating as it stands."""
    return Standing(rating.Rating(row.rating, row.deviation, row.volatility), row.rated_at)


def result_of(row: RatedResult) -> Result:
    """Read a result with its seats."""
    seats = sorted(row.seats.all(), key=lambda seat: seat.seat)
    return Result(
        key=row.pk,
        at=row.finished_at,
        by_sides=row.system != RatingSystem.GLICKO2,
        seats=tuple(Taking(subject_of(seat), seat.side, seat.place) for seat in seats),
    )


def write_standing(row: Rating, standing: Standing, *, system: str, results: int) -> None:
    """Put a standing into its row, which the caller saves."""
    row.rating = standing.rating.rating
    row.deviation = standing.rating.deviation
    row.volatility = standing.rating.volatility
    row.rated_at = standing.rated_at
    row.results = results
    row.settled_until = settled_until(standing, system)


def settled_until(standing: Standing, system: str) -> datetime | None:
    """Tell until when a rating may be compared with others, if nothing is played; None: not now."""
    periods = rating.periods_until(standing.rating, _SETTLED[RatingSystem(system)])
    if periods is None or standing.rated_at is None:
        return None
    return standing.rated_at + periods * _PERIOD


def change_row(change: Change, *, result: RatedResult, row: Rating) -> RatingChange:
    """Write down a change."""
    before, after = change.before, change.after
    return RatingChange(
        result=result,
        rating=row,
        rating_before=before.rating,
        deviation_before=before.deviation,
        volatility_before=before.volatility,
        rating_after=after.rating,
        deviation_after=after.deviation,
        volatility_after=after.volatility,
        not_counted=change.not_counted,
        at=result.finished_at,
    )


def load_meetings(book: Book, rows: Iterable[Rating], *, at: datetime, before: int | None) -> None:
    """Tell a book of the results that counted for these ratings in the window before `at`.

    With `before`, only of those with a lesser key. The index over the changes of a rating finds
    them, however many there are from other days. One query.
    """
    counted = RatingChange.objects.filter(
        rating__in=[row.pk for row in rows], at__gt=at - WINDOW, not_counted=""
    )
    if before is not None:
        counted = counted.filter(result__lt=before)
    seats = RatedSeat.objects.filter(result__in=counted.values("result")).select_related("result")
    found: dict[int, tuple[datetime, list[Taking]]] = {}
    for seat in seats:
        _at, takings = found.setdefault(seat.result_id, (seat.result.finished_at, []))
        takings.append(Taking(subject_of(seat), seat.side, seat.place))
    for key, (when, takings) in found.items():
        for pair in opponents(Result(key, when, True, tuple(takings))):
            book.meetings.setdefault(pair, {})[key] = when


def _of(family: str, subjects: Iterable[Subject]) -> QuerySet[Rating]:
    players = [subject.player for subject in subjects if subject.player is not None]
    levels = [subject.level for subject in subjects if subject.player is None]
    whose = Q(player__in=players) if players else Q(player=None)
    if levels:
        whose = Q(player__in=players) | Q(level__in=levels)
    return Rating.objects.filter(whose, family=family)


def _newcomer(family: str, subject: Subject) -> Rating:
    new = rating.NEWCOMER
    return Rating(
        family=family,
        player_id=subject.player,
        level=subject.level,
        rating=new.rating,
        deviation=new.deviation,
        volatility=new.volatility,
    )
