"""Plain data read strictly: the ends of what is let through."""

import pytest

from games import engine
from games.engine import strict


class TestCount:
    @pytest.mark.parametrize("value", [0, 1, strict.MANY])
    def test_is_none_or_more(self, value):
        assert strict.count(value) == value

    @pytest.mark.parametrize("value", [-1, strict.MANY + 1, True, 1.0, "1", None])
    def test_is_nothing_else(self, value):
        with pytest.raises(engine.StateUnreadable):
            strict.count(value)


class TestRank:
    @pytest.mark.parametrize("value", range(1, 11))
    def test_is_that_of_any_card_r1_2(self, value):
        assert strict.rank(value) == value

    @pytest.mark.parametrize("value", [-1, 0, 11, True, "7", None])
    def test_is_no_other_number_r1_2(self, value):
        with pytest.raises(engine.StateUnreadable):
            strict.rank(value)
