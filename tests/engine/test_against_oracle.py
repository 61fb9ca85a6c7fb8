"""The engine against the naive program: 2,080 random matches, compared after every move."""

from collections import Counter

import pytest

from games import engine
from tests import oracle
from tests.engine.random_matches import SHORT, WHOLE, play_match, rules_of, shrunk

CHUNKS = 20
# Most matches are cut short by their rules, so that there can be many.
WHOLE_IN_A_CHUNK = 16
SHORT_IN_A_CHUNK = 88

# What a chunk must have met, or it has compared less than it says.
PHENOMENA = [
    "scope",
    "last-card sweeps",
    "voids",
    "void primes",
    "nobody's primiera",
    "nobody's carte",
    "level after a deal",
    "drawn",
    "legal probes",
    "match_over",
    "not_your_turn",
    "card_not_in_hand",
    "duplicate_capture_card",
    "capture_not_on_table",
    "capture_required",
    "ambiguous_capture",
    "capture_too_many",
    "capture_too_few",
    "equal_card_first",
    "capture_sum_mismatch",
]


def variants_of(chunk):
    """Return the presets and overrides of a chunk's matches, in order."""
    whole = [WHOLE[(chunk + n) % len(WHOLE)] for n in range(WHOLE_IN_A_CHUNK)]
    first = chunk * SHORT_IN_A_CHUNK
    return whole + [SHORT[(first + n) % len(SHORT)] for n in range(SHORT_IN_A_CHUNK)]


class TestEngine:
    @pytest.mark.parametrize("chunk", range(CHUNKS))
    def test_agrees_with_the_naive_program_after_every_move(self, chunk):
        seen = Counter()
        for number, (preset, changes) in enumerate(variants_of(chunk)):
            seen += play_match(preset, changes, seed=f"{chunk}/{number}")
        assert seen["matches"] == WHOLE_IN_A_CHUNK + SHORT_IN_A_CHUNK
        assert seen["plies"] >= 36 * seen["matches"]
        assert [name for name in PHENOMENA if not seen[name]] == []

    @pytest.mark.parametrize("preset", engine.PRESETS)
    def test_has_the_presets_that_were_written_out_by_hand(self, preset):
        by_hand = oracle.ruleset(preset)
        assert shrunk(rules_of(preset), by_hand) == by_hand

    def test_has_no_preset_that_was_not_written_out_by_hand(self):
        first_tier = [slug for slug, preset in engine.PRESETS.items() if preset.tier == 1]
        assert first_tier == list(oracle.PRESETS)


class TestTheComparison:
    def test_plays_more_than_two_thousand_matches(self):
        assert CHUNKS * (WHOLE_IN_A_CHUNK + SHORT_IN_A_CHUNK) == 2080

    def test_plays_every_preset_and_every_override(self):
        played = [str(variant) for chunk in range(CHUNKS) for variant in variants_of(chunk)]
        times = Counter(played)
        assert set(times) == {str(variant) for variant in [*WHOLE, *SHORT]}
        assert min(times.values()) >= 40
