"""R8.1 to R8.4: presets, and changing them by path."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import PRESETS, RuleSetInvalid, UnknownPreset, encode_rules, resolve
from games.engine.fields import FIELDS
from games.engine.ruleset import leaves_of

TIER_1 = [
    "scopa_classica",
    "scopa_21",
    "scopa_breve",
    "smazzata_singola",
    "scopa_in_tre",
    "scopa_a_coppie",
    "scopone",
    "scopone_scientifico",
]

LATER = [
    (path, value)
    for path, field in FIELDS.items()
    for value in field.known
    if value not in field.supported
]


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
    def test_are_those_of_the_first_tier_r8_4(self):
        assert list(PRESETS) == TIER_1
        assert {preset.tier for preset in PRESETS.values()} == {1}

    @pytest.mark.parametrize("slug", TIER_1)
    def test_have_a_text_in_both_languages(self, slug):
        preset = PRESETS[slug]
        assert preset.slug == preset.rules.slug == slug
        for texts in (preset.label, preset.description):
            assert set(texts) == {"it", "en"}
            assert all(texts.values())
            assert texts["it"] != texts["en"]

    def test_cannot_be_changed(self):
        with pytest.raises(TypeError):
            PRESETS["scopa_nuova"] = PRESETS["scopone"]
        with pytest.raises(TypeError):
            PRESETS["scopone"].label["it"] = "Scopa"

    @pytest.mark.parametrize(
        ("slug", "expected"),
        [
            ("scopa_21", {"match.target": 21}),
            ("scopa_breve", {"match.target": 7}),
            (
                "smazzata_singola",
                {"match.mode": "fixed_deals", "match.deals": 1, "match.tie": "draw"},
            ),
            ("scopa_in_tre", {"table.players": 3}),
            ("scopa_a_coppie", {"table.players": 4, "table.sides": "teams"}),
            ("scopone", {"table.players": 4, "table.sides": "teams", "deal.hand_size": 9}),
            (
                "scopone_scientifico",
                {
                    "table.players": 4,
                    "table.sides": "teams",
                    "deal.hand_size": 10,
                    "deal.table_size": 0,
                    "deal.redeal_kings_min": None,
                    "match.target": 21,
                },
            ),
        ],
    )
    def test_differ_from_the_classic_game_by_these_values_r8_4(self, slug, expected):
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
        assert caught.value.known == tuple(TIER_1)

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

    @pytest.mark.parametrize(("path", "value"), LATER, ids=str)
    def test_refuses_what_it_knows_but_does_not_play_r8_2(self, path, value):
        found = problems("scopa_classica", {path: value})[path]
        assert (found.path, found.value, found.code) == (path, value, "value_not_supported")
        assert found.allowed == FIELDS[path].supported

    def test_refuses_five_players_who_are_not_even_known(self):
        found = problems("scopa_classica", {"table.players": 5})["table.players"]
        assert (found.code, found.allowed) == ("value_not_allowed", (2, 3, 4))

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
    ("scopa_classica", {"table.players": 4, "table.sides": "teams"}),
    ("scopa_classica", {"deal.redeal_kings_min": None}),
    ("scopa_21", {"match.mode": "fixed_deals", "match.deals": 5}),
    ("scopa_classica", {"match.mode": "fixed_deals", "match.deals": 2, "match.tie": "draw"}),
    ("smazzata_singola", {"match.mode": "target", "match.deals": None, "match.tie": "extra_deal"}),
    ("scopone", {"deal.hand_size": 3}),
]

UNFITTING = [
    ("scopa_classica", {"table.sides": "teams"}, "table.sides", ("solo",)),
    ("scopa_in_tre", {"table.sides": "teams"}, "table.sides", ("solo",)),
    ("scopa_classica", {"deal.table_size": 0, "deal.redeal_kings_min": None}, "deal.hand_size", ()),
    ("scopa_classica", {"deal.hand_size": 9}, "deal.hand_size", (3,)),
    ("scopone", {"table.sides": "solo"}, "deal.hand_size", (3,)),
    ("scopone", {"deal.hand_size": 10}, "deal.hand_size", (3, 9)),
    ("scopone", {"deal.table_size": 0, "deal.redeal_kings_min": None}, "deal.hand_size", (10,)),
    ("scopone_scientifico", {"deal.redeal_kings_min": 3}, "deal.redeal_kings_min", (None,)),
    ("scopa_classica", {"match.deals": 1}, "match.deals", (None,)),
    (
        "scopa_classica",
        {"match.mode": "fixed_deals"},
        "match.deals",
        tuple(range(1, 102)),
    ),
    ("smazzata_singola", {"match.mode": "target"}, "match.deals", (None,)),
    ("scopa_classica", {"match.tie": "draw"}, "match.tie", ("extra_deal",)),
]


class TestCombinations:
    @pytest.mark.parametrize(("slug", "overrides"), FITTING, ids=str)
    def test_that_fit_are_played_r8_3(self, slug, overrides):
        leaves = dict(leaves_of(encode_rules(resolve(slug, overrides))))
        assert {path: leaves[path] for path in overrides} == overrides

    @pytest.mark.parametrize(("slug", "overrides", "path", "allowed"), UNFITTING, ids=str)
    def test_that_do_not_fit_are_refused_with_what_would_r8_3(self, slug, overrides, path, allowed):
        found = problems(slug, overrides)[path]
        assert found.code == "combination_not_allowed"
        assert found.allowed == allowed
        assert found.reason_en != found.reason_it
