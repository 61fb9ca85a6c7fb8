"""R8.1 to R8.4: presets, and changing them by path."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import PRESETS, RuleSetInvalid, UnknownPreset, encode_rules, resolve
from games.engine.fields import FIELDS
from games.engine.ruleset import leaves_of

PAIRS = {"table.players": 4, "table.sides": "teams"}
TEN_CARDS = {
    **PAIRS,
    "deal.hand_size": 10,
    "deal.table_size": 0,
    "deal.redeal_kings_min": None,
}

# R8.4: tier, and what differs from the classic game.
PRESET_TABLE = {
    "scopa_classica": (1, {}),
    "scopa_21": (1, {"match.target": 21}),
    "scopa_breve": (1, {"match.target": 7}),
    "smazzata_singola": (
        1,
        {"match.mode": "fixed_deals", "match.deals": 1, "match.tie": "draw"},
    ),
    "scopa_in_tre": (1, {"table.players": 3}),
    "scopa_a_coppie": (1, PAIRS),
    "scopone": (1, {**PAIRS, "deal.hand_size": 9}),
    "scopone_scientifico": (1, {**TEN_CARDS, "match.target": 21}),
    "scopa_in_sei": (2, {"table.players": 6, "table.sides": "teams"}),
    "scopa_napola": (
        2,
        {
            "scoring.napola.enabled": True,
            "scoring.napola.napoleone_wins": True,
            "match.target": 21,
        },
    ),
    "scopa_rebello": (2, {"scoring.re_bello": 1}),
    "scopa_assi": (2, {"ace.sweep": True}),
    "asso_piglia_tutto": (2, {"ace.sweep": True, "ace.scores_scopa": True}),
    "scopone_assi": (
        2,
        {
            **TEN_CARDS,
            "ace.sweep": True,
            "ace.on_empty_table": "taken",
            "ace.opening": "forbidden",
            "scoring.napola.enabled": True,
        },
    ),
    "scopa_quindici": (2, {"capture.mode": "fifteen", "deal.redeal_kings_min": None}),
    "escoba": (
        2,
        {
            "capture.mode": "fifteen",
            "deal.redeal_kings_min": None,
            "deal.dealer_bonus": "groups_of_15",
            "scoring.sevens.most": 1,
            "scoring.sevens.all_four": 1,
            "match.target": 21,
        },
    ),
    "scopa_a_perdere": (2, {"match.objective": "lose", "match.target": 21}),
    "scopa_bga": (
        2,
        {"capture.choice": "fewest_cards", "scoring.primiera.missing_suit": "partial_sum"},
    ),
    "scopa_figure": (3, {"scoring.primiera.scale": "figures_8_9_10"}),
    "cirulla": (
        3,
        {
            "capture.mode": "sum_or_fifteen",
            "capture.choice": "any",
            "ace.sweep": True,
            "ace.scores_scopa": True,
            "deal.redeal_kings_min": None,
            "deal.redeal_aces_min": 2,
            "deal.dealer_bonus": "total_15_30",
            "scoring.napola.enabled": True,
            "scoring.napola.cap": 6,
            "scoring.napola.napoleone_wins": True,
            "scoring.grande": 5,
            "declarations.low_hand": 3,
            "declarations.three_of_a_kind": 10,
            "declarations.wild": "7C",
            "match.target": 51,
        },
    ),
}


# What a value needs beside it that no preset has.
WITH = {
    "deal.hand_size": {"table.sides": "teams"},
    "match.deals": {"match.mode": "fixed_deals"},
}


def problems(preset, overrides):
    with pytest.raises(RuleSetInvalid) as caught:
        resolve(preset, overrides)
    return {error.path: error for error in caught.value.errors}


def refused_paths(preset, overrides):
    """Return the paths that are wrong, and the rules if there is none."""
    try:
        return set(), resolve(preset, overrides)
    except RuleSetInvalid as refusal:
        return {error.path for error in refusal.errors}, None


def differences(slug):
    default = dict(leaves_of(encode_rules(PRESETS["scopa_classica"].rules)))
    rules = dict(leaves_of(encode_rules(PRESETS[slug].rules)))
    return {path: value for path, value in rules.items() if value != default[path]} | {"slug": slug}


class TestPresets:
    def test_are_these_in_this_order_with_these_tiers_r8_4(self):
        found = [(slug, preset.tier) for slug, preset in PRESETS.items()]
        assert found == [(slug, tier) for slug, (tier, _) in PRESET_TABLE.items()]

    @pytest.mark.parametrize("slug", PRESET_TABLE)
    def test_have_a_text_in_both_languages(self, slug):
        preset = PRESETS[slug]
        assert preset.slug == preset.rules.slug == slug
        for texts in (preset.label, preset.description):
            assert set(texts) == {"it", "en"}
            assert all(texts.values())
        assert preset.description["it"] != preset.description["en"]

    @pytest.mark.parametrize("language", ["it", "en"])
    def test_have_a_label_and_a_description_of_their_own(self, language):
        for texts in ("label", "description"):
            found = [getattr(preset, texts)[language] for preset in PRESETS.values()]
            assert len(set(found)) == len(PRESETS)

    def test_cannot_be_changed(self):
        with pytest.raises(TypeError):
            PRESETS["scopa_nuova"] = PRESETS["scopone"]
        with pytest.raises(TypeError):
            PRESETS["scopone"].label["it"] = "Scopa"

    @pytest.mark.parametrize("slug", PRESET_TABLE)
    def test_differ_from_the_classic_game_by_these_values_r8_4(self, slug):
        _, expected = PRESET_TABLE[slug]
        assert differences(slug) == expected | {"slug": slug}


class TestResolve:
    def test_gives_the_preset_itself_without_overrides(self):
        assert resolve("scopone") == resolve("scopone", {}) == PRESETS["scopone"].rules

    def test_keeps_the_slug_of_the_preset_it_started_from(self):
        assert resolve("scopa_breve", {"match.target": 16}).slug == "scopa_breve"

    @pytest.mark.parametrize("slug", ["scopa", "", None, 1, ["scopone"], "SCOPONE"])
    def test_refuses_an_unknown_preset_and_names_the_known_ones(self, slug):
        with pytest.raises(UnknownPreset) as caught:
            resolve(slug)
        assert (caught.value.code, caught.value.slug) == ("unknown_preset", slug)
        assert caught.value.known == tuple(PRESET_TABLE)

    @pytest.mark.parametrize("target", [1, 7, 11, 16, 21, 101])
    def test_takes_a_target_from_1_to_101_r7_2(self, target):
        assert resolve("scopa_classica", {"match.target": target}).match.target == target

    @pytest.mark.parametrize("target", [0, 102, -1, 10**30])
    def test_refuses_a_target_out_of_range_r7_2(self, target):
        found = problems("scopa_classica", {"match.target": target})["match.target"]
        assert found.code == "value_not_allowed"
        assert found.allowed == tuple(range(1, 102))
        assert found.reason_en.endswith("allowed: 1-101")
        assert found.reason_it.endswith("ammessi: 1-101")

    @pytest.mark.parametrize("value", [True, "11", 11.0, None, [11], {"value": 11}])
    def test_refuses_what_only_looks_like_a_number_r8_2(self, value):
        found = problems("scopa_classica", {"match.target": value})["match.target"]
        assert (found.code, found.value) == ("wrong_type", value)

    @pytest.mark.parametrize("value", [1, 0, "true", None])
    def test_refuses_what_only_looks_like_true_or_false_r8_2(self, value):
        found = problems("scopa_classica", {"sweep.last_card_counts": value})
        assert found["sweep.last_card_counts"].code == "wrong_type"

    @pytest.mark.parametrize("path", FIELDS)
    def test_plays_every_value_of_every_field_with_some_preset(self, path):
        for value in FIELDS[path].known:
            tries = [{path: value}, {**WITH.get(path, {}), path: value}]
            refusals = [refused_paths(preset, tried)[0] for preset in PRESETS for tried in tries]
            assert set() in refusals, value

    def test_refuses_five_players(self):
        found = problems("scopa_classica", {"table.players": 5})["table.players"]
        assert (found.code, found.allowed) == ("value_not_allowed", (2, 3, 4, 6))

    @pytest.mark.parametrize(
        "path",
        [
            "target",
            "match",
            "match.",
            "match.goal",
            "match.target.x",
            "schema",
            "slug",
            "",
            3,
            None,
        ],
    )
    def test_refuses_an_unknown_path_by_name_r8_2(self, path):
        found = problems("scopa_classica", {path: 1})[str(path)]
        assert found.code == "unknown_path"
        assert "match.target" in found.allowed

    @pytest.mark.parametrize("overrides", [None, [], "match.target", 1])
    def test_refuses_overrides_that_are_no_mapping(self, overrides):
        assert problems("scopa_classica", overrides)[""].code == "wrong_type"

    def test_changes_nothing_for_the_next_caller(self):
        resolve("scopone", {"match.target": 3})
        assert resolve("scopone").match.target == 11

    @given(st.dictionaries(st.sampled_from(list(FIELDS)), st.sampled_from([None, 0, 1, 3, 4, "x"])))
    def test_keeps_every_override_or_says_which_one_is_wrong(self, overrides):
        refused, rules = refused_paths("scopa_a_coppie", overrides)
        assert refused <= set(FIELDS)
        if not refused:
            leaves = dict(leaves_of(encode_rules(rules)))
            assert {path: leaves[path] for path in overrides} == overrides


FITTING = [
    ("scopa_classica", {"table.players": 3}),
    ("scopa_classica", {"table.players": 4}),
    ("scopa_classica", {"table.players": 6}),
    ("scopa_classica", {"table.players": 4, "table.sides": "teams"}),
    ("scopa_in_sei", {"deal.hand_size": 6}),
    ("scopa_classica", {"deal.redeal_kings_min": None}),
    ("scopa_assi", {"deal.redeal_aces_min": 1}),
    ("scopa_21", {"match.mode": "fixed_deals", "match.deals": 5}),
    ("scopa_classica", {"match.mode": "fixed_deals", "match.deals": 2, "match.tie": "draw"}),
    ("smazzata_singola", {"match.mode": "target", "match.deals": None, "match.tie": "extra_deal"}),
    ("scopone", {"deal.hand_size": 3}),
    ("scopone_scientifico", {"match.target": 16, "scoring.re_bello": 1}),
    ("scopa_classica", {"capture.mandatory": False, "capture.choice": "any"}),
    ("cirulla", {"table.players": 4, "table.sides": "teams"}),
    ("scopa_classica", {"scoring.napola.napoleone_wins": True}),
    ("scopa_a_perdere", {"match.mode": "fixed_deals", "match.deals": 3}),
    ("cirulla", {"declarations.low_hand": 0, "declarations.three_of_a_kind": 0}),
]


class TestCombinations:
    @pytest.mark.parametrize(("slug", "overrides"), FITTING, ids=str)
    def test_that_fit_are_played_r8_3(self, slug, overrides):
        leaves = dict(leaves_of(encode_rules(resolve(slug, overrides))))
        assert {path: leaves[path] for path in overrides} == overrides

    def test_that_do_not_fit_tell_all_their_faults(self):
        found = problems("scopa_classica", {"ace.opening": "forbidden", "match.tie": "draw"})
        assert list(found) == ["ace.opening", "match.tie"]
