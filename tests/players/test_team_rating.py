"""Ratings of pairs, and of three and more for themselves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from players.rating import LARGEST_DEVIATION, NEWCOMER, SMALLEST_DEVIATION, Rating, idle
from players.team_rating import rate_sides

ratings = st.builds(
    Rating, st.floats(500, 2500), st.floats(SMALLEST_DEVIATION, LARGEST_DEVIATION), st.just(0.06)
)
pairs = st.lists(ratings, min_size=2, max_size=2)


def points(sides):
    return [[round(member.rating, 6) for member in side] for side in sides]


class TestRateSides:
    @given(st.lists(pairs, min_size=2, max_size=3))
    def test_lifts_who_wins_and_lowers_who_comes_last(self, sides):
        after = rate_sides(sides, range(1, len(sides) + 1))
        for old, new in zip(sides[0], after[0], strict=True):
            assert new.rating > old.rating
        for old, new in zip(sides[-1], after[-1], strict=True):
            assert new.rating < old.rating

    @given(st.lists(pairs, min_size=2, max_size=3))
    def test_stays_within_its_bounds(self, sides):
        for side in rate_sides(sides, [1] * len(sides)):
            for member in side:
                assert SMALLEST_DEVIATION <= member.deviation <= LARGEST_DEVIATION

    @given(st.permutations([0, 1, 2]), st.lists(ratings, min_size=3, max_size=3))
    def test_asks_for_no_order_of_the_sides(self, order, three):
        sides = [[member] for member in three]
        straight = rate_sides(sides, [1, 2, 3])
        mixed = rate_sides([sides[at] for at in order], [at + 1 for at in order])
        for place, at in enumerate(order):
            assert mixed[place][0].rating == pytest.approx(straight[at][0].rating)
            assert mixed[place][0].deviation == pytest.approx(straight[at][0].deviation)

    def test_moves_a_newcomer_more_than_a_partner_who_is_known(self):
        known = Rating(1500, 60)
        (new, old), _ = rate_sides([[NEWCOMER, known], [known, known]], [1, 2])
        assert new.rating - 1500 > 5 * (old.rating - 1500) > 0

    def test_moves_nobody_by_a_draw_of_equals(self):
        assert points(rate_sides([[NEWCOMER] * 2] * 2, [1, 1])) == [[1500, 1500]] * 2

    def test_gives_who_comes_second_of_three_a_place_between(self):
        (first,), (second,), (third,) = rate_sides([[NEWCOMER]] * 3, [1, 2, 3])
        assert first.rating > second.rating > third.rating

    def test_grows_less_sure_with_the_time_since_the_last_result(self):
        sides, known = [[Rating(1500, 60)], [Rating(1500, 60)]], [[0.0], [0.0]]
        (long_gone,), (other,) = rate_sides(sides, [1, 2], periods=[[200.0], [0.0]])
        (usual,), _ = rate_sides(sides, [1, 2], periods=known)
        assert long_gone.deviation > usual.deviation
        assert long_gone.rating > usual.rating
        grown = [[idle(sides[0][0], 200)], sides[1]]
        assert rate_sides(grown, [1, 2]) == [[long_gone], [other]]

    def test_is_the_model_of_the_library_on_our_scale(self):
        library = PlackettLuce()
        theirs = [
            [library.rating(25, 8), library.rating(30, 4)],
            [library.rating(22, 6), library.rating(22, 6)],
        ]
        ours = [
            [Rating(1500 + 42 * (member.mu - 25), 42 * member.sigma) for member in side]
            for side in theirs
        ]
        expected = library.rate(theirs, ranks=[2, 1])
        for side, team in zip(rate_sides(ours, [2, 1]), expected, strict=True):
            for member, rating in zip(side, team, strict=True):
                assert member.rating == pytest.approx(1500 + 42 * (rating.mu - 25))
                assert member.deviation == pytest.approx(42 * rating.sigma)

    def test_keeps_the_volatility(self):
        own = Rating(1500, 100, 0.08)
        assert rate_sides([[own], [NEWCOMER]], [1, 2])[0][0].volatility == 0.08
