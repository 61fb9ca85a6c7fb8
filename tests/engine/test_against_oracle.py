"""The engine against the naive program: random matches, compared after every move.

Two hundred of every preset, as it is or with a target that few deals reach; then rules that
chance would seldom bring together, and rules thrown together by chance. Many more are played by
`python -m tests.engine.compare`.
"""

import random
from collections import Counter

import pytest

from games import engine
from tests import oracle
from tests.engine.random_matches import Difference, play_match
from tests.engine.variants import CHOSEN, changes_of, combination, cut_short, thrown_together
from tests.oracle.fitting import VALUES, fits

OF_A_PRESET = 200
OF_A_CHOICE = 10
CHUNKS = 10
THROWN = [f"together/{number}" for number in range(600)]
JUDGED = 4000

# What the matches of a group must have met, or they have compared less than they say.
ALWAYS = [
    "scope",
    "leftovers",
    "nobody's denari",
    "all four sevens",
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
    "capture_sum_mismatch",
]
WITH_A_TARGET = ["level after a deal", "nobody's carte", "nobody's primiera"]
SUMS = ["last-card sweeps", "equal_card_first"]
MET = {
    "scopa_classica": [*SUMS, *WITH_A_TARGET, "voids", "void primes"],
    "scopa_21": [*SUMS, *WITH_A_TARGET, "voids", "void primes"],
    "scopa_breve": [*SUMS, *WITH_A_TARGET, "voids", "void primes"],
    "smazzata_singola": [*SUMS, "drawn", "voids", "void primes"],
    "scopa_in_tre": [*SUMS, *WITH_A_TARGET, "voids", "void primes"],
    "scopa_a_coppie": [*SUMS, *WITH_A_TARGET, "voids", "void primes"],
    "scopone": [*SUMS, *WITH_A_TARGET, "voids", "void primes"],
    "scopone_scientifico": [*SUMS, *WITH_A_TARGET, "void primes"],
    "scopa_napola": [*SUMS, *WITH_A_TARGET, "napola", "won outright"],
    "scopa_rebello": [*SUMS, *WITH_A_TARGET, "re bello"],
    "scopa_assi": [*SUMS, *WITH_A_TARGET, "Ace sweeps for no scopa"],
    "asso_piglia_tutto": [*SUMS, *WITH_A_TARGET, "Ace sweeps for a scopa"],
    "scopone_assi": [
        *WITH_A_TARGET,
        "Ace sweeps for no scopa",
        "Ace kept from an empty table",
        "ace_may_not_open",
        "napola",
    ],
    "scopa_quindici": [*WITH_A_TARGET, "fifteens", "tables of twelve"],
    "escoba": [*WITH_A_TARGET, "fifteens", "bonus of 1", "bonus of 2", "most sevens"],
    "scopa_a_perdere": [*SUMS, *WITH_A_TARGET, "lowest wins"],
    "scopa_bga": [*WITH_A_TARGET, "last-card sweeps", "fewest_cards_first", "short primes"],
    "scopa_in_sei": [*SUMS, *WITH_A_TARGET, "voids", "void primes"],
    "scopa_figure": [*SUMS, *WITH_A_TARGET, "void primes"],
    "cirulla": [
        "fifteens",
        "voids",
        "bonus of 1",
        "bonus of 2",
        "Ace sweeps for a scopa",
        "low_hand",
        "three_of_a_kind",
        "wild declared",
        "wild plays",
        "napola past its cap",
        "grande",
        "won outright",
    ],
}
MET_BY_CHOICE = [
    *SUMS,
    *WITH_A_TARGET,
    "drawn",
    "lays a card that could take",
    "nobody captured",
    "leftovers to a dealer who captured before",
    "too small a lead",
    "lowest wins",
    "too_many_table_cards",
    "fewest_cards_first",
    "ace_may_not_open",
    "opens with Aces only",
    "Ace kept from an empty table",
    "short primes",
    "napola past its cap",
]


def missing(names, seen):
    """Return what has not come about."""
    return [name for name in [*ALWAYS, *names] if not seen[name]]


class TestEngine:
    @pytest.mark.parametrize("preset", oracle.PRESETS)
    def test_agrees_with_the_naive_program_after_every_move_of(self, preset):
        seen = Counter()
        for number in range(OF_A_PRESET):
            seen += play_match(preset, changes_of(preset, number), seed=f"{preset}/{number}")
        assert seen["matches"] == OF_A_PRESET
        assert seen["plies"] >= 36 * OF_A_PRESET * 0.9
        assert missing(MET[preset], seen) == []

    def test_agrees_under_rules_that_seldom_come_together(self):
        seen = Counter()
        for number in range(OF_A_CHOICE):
            for preset, chosen in CHOSEN:
                changes = cut_short(preset, chosen, 1 + number % 3)
                seen += play_match(preset, changes, seed=f"{preset}/{chosen}/{number}")
        assert seen["matches"] == OF_A_CHOICE * len(CHOSEN)
        assert missing(MET_BY_CHOICE, seen) == []

    @pytest.mark.parametrize("chunk", range(CHUNKS))
    def test_agrees_under_rules_thrown_together(self, chunk):
        seen = Counter()
        for seed in THROWN[chunk::CHUNKS]:
            seen += play_match(*combination(seed), seed)
        assert seen["matches"] == len(THROWN) / CHUNKS
        assert missing([], seen) == []

    def test_plays_the_rules_that_fit_together_and_refuses_the_others(self):
        dice, judged = random.Random("judged"), Counter()
        for _ in range(JUDGED):
            preset, changes = thrown_together(dice)
            fitting = fits(oracle.ruleset(preset, changes))
            judged[fitting] += 1
            assert accepts(preset, changes) == fitting, (preset, changes)
        assert min(judged[True], judged[False]) > JUDGED / 10

    @pytest.mark.parametrize("preset", engine.PRESETS)
    def test_has_the_presets_that_were_written_out_by_hand(self, preset):
        resolved = engine.encode_rules(engine.resolve(preset))
        del resolved["schema"]
        assert resolved == {"slug": preset, **oracle.ruleset(preset)}

    def test_has_no_preset_that_was_not_written_out_by_hand(self):
        assert set(engine.PRESETS) == set(oracle.PRESETS)


def accepts(preset, changes):
    """Say whether the engine plays a preset with these overrides."""
    try:
        engine.resolve(preset, changes)
    except engine.RuleSetInvalid:
        return False
    return True


class TestTheComparison:
    def test_plays_two_hundred_matches_of_every_preset(self):
        assert OF_A_PRESET == 200
        assert set(MET) == set(oracle.PRESETS)

    def test_plays_some_matches_of_every_preset_to_its_own_target(self):
        for preset in oracle.PRESETS:
            whole = [n for n in range(OF_A_PRESET) if changes_of(preset, n) == {}]
            assert len(whole) >= 20

    def test_plays_every_value_of_every_field(self):
        played = {
            (path, str(value))
            for preset, changes in [*CHOSEN, *map(combination, THROWN)]
            for path, value in leaves(oracle.ruleset(preset, changes))
        }
        values = [(path, str(value)) for path, some in VALUES.items() for value in some]
        assert [value for value in values if value not in played] == []

    @pytest.mark.parametrize("preset", ["scopa_classica", "escoba", "cirulla"])
    def test_tells_a_difference(self, preset, monkeypatch):
        other = {**oracle.PRESETS[preset], "scoring.settebello": 2}
        monkeypatch.setitem(oracle.PRESETS, preset, other)
        with pytest.raises(Difference, match=preset):
            play_match(preset, {"match.target": 1}, seed="different")


def leaves(rules, prefix=""):
    """Yield the path and the value of each field."""
    for name, value in rules.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value
