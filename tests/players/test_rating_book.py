"""The book of a family: which results move it."""

from datetime import UTC, datetime, timedelta

import pytest

from players.rating_book import MET_TOO_OFTEN, MOST_MEETINGS, WINDOW, Book, Result, Subject, Taking

NOW = datetime(2026, 4, 1, tzinfo=UTC)
ANNA, BRUNO = Subject(1), Subject(2)


def entered(book, key, at):
    """Let Anna win once more; return why it did not count."""
    seats = (Taking(ANNA, 0, 1), Taking(BRUNO, 1, 2))
    return book.enter(Result(key, at, False, seats))[0].not_counted


class TestABook:
    @pytest.mark.parametrize(
        ("later", "why"),
        [(WINDOW - timedelta(seconds=1), MET_TOO_OFTEN), (WINDOW, ""), (1.5 * WINDOW, "")],
    )
    def test_looks_back_as_far_as_the_window(self, later, why):
        book = Book()
        for key in range(MOST_MEETINGS):
            assert entered(book, key, NOW) == ""
        assert entered(book, 99, NOW + later) == why

    def test_forgets_no_time_that_went_by_before_a_result_that_did_not_count(self):
        book = Book()
        for key in range(MOST_MEETINGS + 1):
            entered(book, key, NOW + key * timedelta(hours=1))
        assert book.standings[ANNA].rated_at == NOW + (MOST_MEETINGS - 1) * timedelta(hours=1)
