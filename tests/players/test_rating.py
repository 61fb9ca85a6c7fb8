"""Glicko-2 as its author gives it, and what must hold of any rating."""

import math
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from players.rating import (
    LARGEST_DEVIATION,
    NEWCOMER,
    PERIOD_DAYS,
    SETTLED_DEVIATION,
    SMALLEST_DEVIATION,
    Rating,
    idle,
    rate,
)
from tests.architecture.tree import ROOT

ratings = st.builds(
    Rating,
    st.floats(0, 3000),
    st.floats(SMALLEST_DEVIATION, LARGEST_DEVIATION),
    st.floats(0.02, 0.12),
)
scores = st.sampled_from((0.0, 0.5, 1.0))
times = st.floats(0, 100)


def is_provisional(rating):
    return rating.deviation > SETTLED_DEVIATION


class TestTheAuthorsExample:
    """Glickman's own: a player of 1500 wins against 1400, loses against 1550 and 1700."""

    OWN = Rating(1500, 200, 0.06)
    RESULTS = [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)]

    def test_is_met(self):
        new = rate(self.OWN, self.RESULTS, tau=0.5)
        assert new.rating == pytest.approx(1464.06, abs=0.01)
        assert new.deviation == pytest.approx(151.52, abs=0.005)
        assert new.volatility == pytest.approx(0.05999, abs=0.00001)

    def test_is_met_in_any_order(self):
        backwards = rate(self.OWN, self.RESULTS[::-1])
        assert backwards.rating == pytest.approx(rate(self.OWN, self.RESULTS).rating)


class TestRate:
    @given(ratings, ratings, times)
    def test_never_takes_from_who_wins_nor_gives_to_who_loses(self, own, opponent, periods):
        assert rate(own, [(opponent, 1)], periods=periods).rating >= own.rating
        assert rate(own, [(opponent, 0)], periods=periods).rating <= own.rating

    @given(ratings, ratings, scores, times)
    def test_stays_within_its_bounds(self, own, opponent, score, periods):
        new = rate(own, [(opponent, score)], periods=periods)
        assert SMALLEST_DEVIATION <= new.deviation <= LARGEST_DEVIATION
        assert 0.01 <= new.volatility <= 0.15
        assert math.isfinite(new.rating)

    @given(ratings, ratings, scores)
    def test_is_surer_after_a_result_than_without_it(self, own, opponent, score):
        steady = replace(own, volatility=0.05)
        known = rate(steady, [(opponent, score)], periods=0).deviation
        assert known <= steady.deviation

    @given(ratings, st.floats(0, 3000), st.floats(1, 500))
    def test_gives_no_less_for_a_stronger_opponent(self, own, points, more):
        weak, strong = Rating(points, 50), Rating(points + more, 50)
        own = replace(own, volatility=0.06)
        tolerance = 1e-6
        assert rate(own, [(strong, 1)]).rating >= rate(own, [(weak, 1)]).rating - tolerance

    @given(st.floats(SMALLEST_DEVIATION, LARGEST_DEVIATION), times)
    def test_moves_equals_by_as_much_and_a_draw_between_them_by_nothing(self, deviation, periods):
        own = Rating(1500, deviation)
        won = rate(own, [(own, 1)], periods=periods).rating - 1500
        lost = 1500 - rate(own, [(own, 0)], periods=periods).rating
        assert won == pytest.approx(lost)
        assert won > 0
        assert rate(own, [(own, 0.5)], periods=periods).rating == pytest.approx(1500)

    @given(ratings, ratings)
    def test_weighs_an_opponent_less_who_is_little_known(self, own, opponent):
        own = replace(own, rating=opponent.rating)
        known = rate(own, [(replace(opponent, deviation=40), 1)]).rating
        unknown = rate(own, [(replace(opponent, deviation=300), 1)]).rating
        assert unknown <= known

    @given(ratings, times)
    def test_is_idleness_without_results(self, own, periods):
        assert rate(own, [], periods=periods) == idle(own, periods)

    def test_raises_the_volatility_of_who_surprises(self):
        own = Rating(1500, 60, 0.06)
        surprised = rate(own, [(Rating(2300, 40), 1)] * 5)
        expected = rate(own, [(Rating(1500, 40), 1), (Rating(1500, 40), 0)] * 3)
        assert surprised.volatility > 0.0601 > expected.volatility

    def test_never_takes_oddities_for_a_strength_that_wanders_daily(self):
        own = Rating(1000, 60, 0.12)
        assert rate(own, [(Rating(2800, 30), 1)] * 30).volatility == 0.15

    def test_finds_whoever_is_stronger(self):
        strong = weak = NEWCOMER
        for number in range(60):
            score = 0.0 if number % 4 == 3 else 1.0
            strong, weak = (
                rate(strong, [(weak, score)], periods=0.1),
                rate(weak, [(strong, 1 - score)], periods=0.1),
            )
        # Three in four won is what a lead of 191 points stands for.
        assert strong.rating - weak.rating == pytest.approx(191, abs=60)
        assert not is_provisional(strong)


class TestIdle:
    @given(ratings, times, times)
    def test_is_the_same_in_one_span_or_two(self, own, first, second):
        twice = idle(idle(own, first), second)
        assert twice.deviation == pytest.approx(idle(own, first + second).deviation)

    @example(Rating(1500, 350 / 3), 0)
    @given(ratings, times)
    def test_makes_less_sure_and_changes_nothing_else(self, own, periods):
        later = idle(own, periods)
        assert own.deviation <= later.deviation <= LARGEST_DEVIATION
        assert replace(later, deviation=own.deviation) == own

    def test_makes_a_settled_rating_provisional_after_a_year_and_a_half(self):
        settled = Rating(1600, 60)
        assert not is_provisional(idle(settled, 365 / PERIOD_DAYS))
        assert is_provisional(idle(settled, 2 * 365 / PERIOD_DAYS))


class TestANewcomer:
    def test_is_settled_after_about_ten_results(self):
        own, opponent = NEWCOMER, Rating(1500, 80)
        played = 0
        while is_provisional(own):
            own = rate(own, [(opponent, played % 2)], periods=0.2)
            played += 1
        assert 8 <= played <= 12


class TestTheModule:
    def test_imports_with_nothing_installed(self):
        program = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import players.rating"
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-W", "error", "-c", program],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
