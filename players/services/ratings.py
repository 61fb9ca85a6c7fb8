"""Let results count: the one way in which ratings change.

A rating is nobody's to set. It follows from the rows of results, in the order of their ids, and a
replay of all of them gives the same ratings and the same changes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from players.models import RatedResult, RatedSeat, Rating, RatingChange
from players.rating_book import Book, Subject
from players.services.rating_replay import replay_from
from players.services.rating_rows import (
    RATING_COLUMNS,
    change_row,
    load_meetings,
    lock_ratings,
    refuse_outside_a_transaction,
    result_of,
    standing_of,
    subject_of,
    write_standing,
)

__all__ = ["SeatResult", "amend_result", "annul_result", "record_result"]


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a seat came out: 1 is the best place, and the same for all of a side.

    Either `player_id` or `level`, of the computer, says who sat there.
    """

    seat: int
    side: int
    place: int
    player_id: int | None = None
    level: str = ""


def record_result(
    *, match: UUID, family: str, system: str, seats: Sequence[SeatResult], now: datetime
) -> bool:
    """Let a match that has just ended count; False if it has been recorded before.

    The caller has opened the transaction, that of the end; if it locks feeds, it has locked them.
    Everybody is in one seat. The ratings are locked before the result gets its id, so that the ids
    of the results of one rating are in the order in which they changed it.
    """
    refuse_outside_a_transaction()
    if RatedResult.objects.filter(match=match).exists():
        return False
    rows = lock_ratings(family, [Subject(seat.player_id, seat.level) for seat in seats])
    result = RatedResult.objects.create(match=match, family=family, system=system, finished_at=now)
    RatedSeat.objects.bulk_create([_seat_row(result, seat) for seat in seats])
    _enter(result, rows)
    return True


def annul_result(*, match: UUID, now: datetime) -> bool:
    """Take a result back, and reckon anew what followed from it; False where none counts.

    The caller has opened the transaction.
    """
    refuse_outside_a_transaction()
    result = _counting(match)
    if result is None:
        return False
    result.annulled_at = now
    result.save(update_fields=["annulled_at"])
    replay_from(result)
    return True


def amend_result(*, match: UUID, places: Mapping[int, int]) -> bool:
    """Give the seats of a result these places, by seat, and reckon anew; False where none counts.

    The caller has opened the transaction. Raises ValueError unless each seat has a place, and those
    of a side the same.
    """
    refuse_outside_a_transaction()
    result = _counting(match)
    if result is None:
        return False
    seats = list(result.seats.all())
    if {seat.seat for seat in seats} != set(places):
        raise ValueError("each seat of a result has one place")
    if len({(seat.side, places[seat.seat]) for seat in seats}) > len({seat.side for seat in seats}):
        raise ValueError("a side has one place")
    for seat in seats:
        seat.place = places[seat.seat]
    RatedSeat.objects.bulk_update(seats, ["place"])
    replay_from(result)
    return True


def _counting(match: UUID) -> RatedResult | None:
    rows = RatedResult.objects.filter(match=match, annulled_at=None)
    return rows.select_for_update(no_key=True).first()


def _seat_row(result: RatedResult, seat: SeatResult) -> RatedSeat:
    return RatedSeat(
        result=result,
        seat=seat.seat,
        side=seat.side,
        place=seat.place,
        player_id=seat.player_id,
        level=seat.level,
    )


def _enter(result: RatedResult, rows: dict[Subject, Rating]) -> None:
    """Reckon a new result, and write what it changed."""
    book = Book({subject_of(row): standing_of(row) for row in rows.values()})
    load_meetings(book, rows.values(), at=result.finished_at, before=None)
    changes = book.enter(result_of(result))
    RatingChange.objects.bulk_create(
        [change_row(change, result=result, row=rows[change.subject]) for change in changes]
    )
    moved = [change.subject for change in changes if not change.not_counted]
    for subject in moved:
        row = rows[subject]
        write_standing(row, book.standings[subject], system=result.system, results=row.results + 1)
    if moved:
        Rating.objects.bulk_update([rows[subject] for subject in moved], RATING_COLUMNS)
