"""The engine against the naive program in a few matches: quick enough to run after each change.

`test_against_oracle` plays hundreds of each, and says what must come about in them.
"""

import pytest

from tests import oracle
from tests.engine.random_matches import play_match
from tests.engine.variants import CHOSEN, changes_of, cut_short


class TestEngine:
    @pytest.mark.parametrize("preset", oracle.PRESETS)
    def test_agrees_with_the_naive_program_in_two_matches_of(self, preset):
        for number in (1, 2):
            seen = play_match(preset, changes_of(preset, number), seed=f"few/{preset}/{number}")
            assert seen["matches"] == 1
            assert seen["plies"] > 0

    @pytest.mark.parametrize(("preset", "chosen"), CHOSEN)
    def test_agrees_in_a_match_under_rules_that_seldom_come_together(self, preset, chosen):
        seen = play_match(preset, cut_short(preset, chosen, 1), seed=f"few/{preset}/{chosen}")
        assert seen["matches"] == 1
        assert seen["plies"] > 0
