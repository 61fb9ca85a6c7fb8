"""Results that count, and what they do to stored ratings."""

import pytest

from players import services
from players.models import RatedResult, Rating, RatingChange
from players.rating import NEWCOMER, SETTLED_DEVIATION, idle, rate
from players.rating import Rating as Numbers
from players.rating_book import MET_TOO_OFTEN, MOST_MEETINGS, WINDOW
from players.services import SeatResult
from tests.players.results import DAY, NOW, duel, players, stands, table

pytestmark = pytest.mark.django_db


class TestRecordResult:
    def test_moves_both_by_glicko_two(self):
        anna, bruno = players(2)
        duel(anna, bruno)
        won = rate(NEWCOMER, [(NEWCOMER, 1)], periods=0)
        assert stands(anna).rating == pytest.approx(won.rating, abs=1e-5)
        assert stands(anna).deviation == pytest.approx(won.deviation, abs=1e-5)
        assert stands(bruno).rating == pytest.approx(3000 - won.rating, abs=1e-5)

    def test_reckons_with_the_time_since_the_last_result_of_each(self):
        anna, bruno, carla = players(3)
        duel(anna, carla)
        duel(bruno, carla, at=NOW + 350 * DAY)
        before, other = stands(anna), stands(bruno)
        duel(anna, bruno, at=NOW + 364 * DAY)
        expected = rate(
            Numbers(before.rating, before.deviation, before.volatility),
            [(idle(Numbers(other.rating, other.deviation, other.volatility), 2), 1)],
            periods=52,
        )
        assert stands(anna).rating == pytest.approx(expected.rating, abs=1e-4)
        assert stands(anna).deviation == pytest.approx(expected.deviation, abs=1e-4)

    def test_moves_nobody_by_a_draw_of_equals(self):
        anna, bruno = players(2)
        duel(anna, bruno, drawn=True)
        assert stands(anna).rating == stands(bruno).rating == 1500
        assert stands(anna).results == 1

    def test_writes_each_change_with_what_was_before(self):
        anna, bruno = players(2)
        duel(anna, bruno)
        duel(bruno, anna, at=NOW + DAY)
        first, second = RatingChange.objects.filter(rating__player=anna).order_by("result")
        assert (first.rating_before, first.deviation_before) == (1500, 350)
        assert first.rating_after == second.rating_before
        assert second.rating_after == stands(anna).rating
        assert second.at == stands(anna).rated_at == NOW + DAY

    def test_counts_a_match_once(self):
        anna, bruno = players(2)
        match = duel(anna, bruno)
        seats = [SeatResult(0, 0, 1, anna.pk), SeatResult(1, 1, 2, bruno.pk)]
        again = services.record_result(
            match=match, family="duel", system="glicko2", seats=seats, now=NOW
        )
        assert not again
        assert stands(anna).results == 1

    def test_keeps_families_apart(self):
        anna, bruno = players(2)
        duel(anna, bruno)
        duel(bruno, anna, family="duel_losing")
        assert stands(anna).rating > 1500 > stands(anna, "duel_losing").rating

    def test_moves_pairs_together(self):
        anna, bruno, carla, dario = players(4)
        table([anna, bruno], [carla, dario])
        up, down = stands(anna, "pairs"), stands(dario, "pairs")
        assert up.rating == stands(bruno, "pairs").rating > 1500
        assert up.rating + down.rating == pytest.approx(3000)

    def test_rates_levels_of_the_computer_beside_people(self):
        seats = [SeatResult(0, 0, 1, level="greedy"), SeatResult(1, 1, 2, level="random")]
        for number in range(5):
            match = f"{number:032x}"
            services.record_result(
                match=match, family="duel", system="glicko2", seats=seats, now=NOW
            )
        better, worse = Rating.objects.order_by("-rating")
        assert (better.level, worse.level) == ("greedy", "random")
        assert better.results == 5  # levels may meet as often as they like


class TestOpponentsWhoMeetOften:
    def test_move_nothing_after_so_many_results_in_a_day(self):
        anna, bruno = players(2)
        for _ in range(MOST_MEETINGS):
            duel(anna, bruno)
        before = stands(anna)
        duel(anna, bruno, at=NOW + WINDOW / 2)
        assert stands(anna).rating == before.rating
        assert stands(anna).results == MOST_MEETINGS
        last = RatingChange.objects.filter(rating=before).latest("result")
        assert last.not_counted == MET_TOO_OFTEN
        assert last.rating_before == last.rating_after == before.rating

    def test_count_again_a_day_later(self):
        anna, bruno = players(2)
        for _ in range(MOST_MEETINGS + 2):
            duel(anna, bruno)
        before = stands(anna)
        duel(anna, bruno, at=NOW + WINDOW)
        assert stands(anna).rating > before.rating

    def test_gain_no_more_from_thirty_resignations_in_a_row_than_from_three(self):
        anna, bruno = players(2)
        for number in range(30):
            duel(anna, bruno, at=NOW + number * WINDOW / 30)
        assert stands(anna).results == MOST_MEETINGS

    def test_are_no_hindrance_to_others(self):
        anna, bruno, carla = players(3)
        for _ in range(MOST_MEETINGS):
            duel(anna, bruno)
        before = stands(anna)
        duel(anna, carla)
        assert stands(anna).rating > before.rating

    def test_are_not_those_who_play_on_one_side(self):
        anna, bruno, *others = players(10)
        for number in range(MOST_MEETINGS + 1):
            table([anna, bruno], others[2 * number : 2 * number + 2])
        assert stands(anna, "pairs").results == MOST_MEETINGS + 1

    def test_are_told_from_those_of_another_family(self):
        anna, bruno = players(2)
        for _ in range(MOST_MEETINGS):
            duel(anna, bruno)
        duel(anna, bruno, family="duel_losing")
        assert stands(anna, "duel_losing").results == 1


class TestASettledRating:
    def test_says_until_when_it_is(self):
        anna, *others = players(13)
        for number, other in enumerate(others * 2):
            pair = (anna, other) if number % 2 else (other, anna)
            duel(*pair, at=NOW + number * DAY)
        row = stands(anna)
        assert row.deviation < SETTLED_DEVIATION
        gone = (row.settled_until - row.rated_at) / (7 * DAY)
        numbers = Numbers(row.rating, row.deviation, row.volatility)
        assert idle(numbers, gone).deviation == pytest.approx(SETTLED_DEVIATION)

    def test_is_none_of_a_newcomer(self):
        anna, bruno = players(2)
        duel(anna, bruno)
        assert stands(anna).settled_until is None


def test_a_result_has_an_id_after_those_that_moved_its_ratings_before():
    anna, bruno = players(2)
    duel(anna, bruno)
    duel(anna, bruno, at=NOW - DAY)  # a clock that was set back
    assert RatedResult.objects.count() == 2
    assert stands(anna).rated_at == NOW
