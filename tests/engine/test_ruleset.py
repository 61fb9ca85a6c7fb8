"""R8: rule sets as data, what may stand in them, and what is said of what may not."""

import copy
import json
from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    PRESETS,
    RuleSet,
    RuleSetInvalid,
    decode_rules,
    encode_rules,
    new_match,
    resolve,
    side_count,
    side_of,
)
from games.engine.fields import FIELDS, is_one_of
from games.engine.ruleset import TableRules, leaves_of, sides_by_seat

DOCUMENT = {
    "schema": 2,
    "slug": "scopa_classica",
    "table": {"players": 2, "sides": "solo"},
    "deal": {
        "hand_size": 3,
        "table_size": 4,
        "redeal_kings_min": 3,
        "redeal_aces_min": None,
        "dealer_bonus": "none",
        "first_dealer": "random",
    },
    "capture": {
        "mode": "sum",
        "choice": "single_first",
        "mandatory": True,
        "max_table_cards": None,
    },
    "ace": {
        "sweep": False,
        "scores_scopa": False,
        "with_ace_on_table": "by_value",
        "on_empty_table": "stays",
        "opening": "free",
    },
    "sweep": {"points": 1, "last_card_counts": False},
    "leftovers": {"to": "last_capturer"},
    "scoring": {
        "cards": {"points": 1, "award": "most"},
        "denari": {"points": 1, "award": "most"},
        "settebello": 1,
        "primiera": {"points": 1, "method": "sum", "scale": "standard", "missing_suit": "void"},
        "re_bello": 0,
        "napola": {"enabled": False, "cap": 10, "napoleone_wins": False},
        "grande": 0,
        "sevens": {"most": 0, "all_four": 0},
    },
    "declarations": {
        "low_hand": 0,
        "low_hand_max": 9,
        "three_of_a_kind": 0,
        "wild": None,
    },
    "match": {
        "mode": "target",
        "target": 11,
        "deals": None,
        "margin": 1,
        "tie": "extra_deal",
        "objective": "win",
    },
}

# Changed alone, these can put another field in the wrong.
PARTNERS = {"table.players", "deal.table_size", "match.mode"}
# A number here is read as rules of an earlier schema, and written as those of today.
SCHEMA = "schema"

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)


def problem(document):
    """Return the only problem of a document."""
    with pytest.raises(RuleSetInvalid) as caught:
        decode_rules(document)
    (only,) = caught.value.errors
    return only


def refused_paths(document):
    """Return the paths that are wrong, and the rules if there is none."""
    try:
        return set(), decode_rules(document)
    except RuleSetInvalid as refusal:
        return {error.path for error in refusal.errors}, None


def changed(path, value):
    """Return the default document with one value changed."""
    document = copy.deepcopy(DOCUMENT)
    *groups, name = path.split(".")
    group = document
    for step in groups:
        group = group[step]
    group[name] = value
    return document


class TestRuleSet:
    def test_is_the_classic_game_by_default(self):
        assert encode_rules(RuleSet()) == DOCUMENT

    def test_has_an_entry_in_the_table_of_fields_for_each_path(self):
        paths = [path for path, _ in leaves_of(DOCUMENT)]
        assert paths[:2] == ["schema", "slug"]
        assert paths[2:] == list(FIELDS)

    def test_cannot_be_changed(self):
        with pytest.raises(FrozenInstanceError):
            RuleSet().match.target = 21

    @pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.slug)
    def test_goes_through_json_and_back(self, preset):
        assert decode_rules(json.loads(json.dumps(encode_rules(preset.rules)))) == preset.rules


class TestFields:
    @pytest.mark.parametrize("path", FIELDS)
    def test_plays_every_default(self, path):
        assert is_one_of(dict(leaves_of(DOCUMENT))[path], FIELDS[path].known)

    @pytest.mark.parametrize("path", FIELDS)
    def test_holds_each_value_once(self, path):
        known = [(type(value), value) for value in FIELDS[path].known]
        assert len(set(known)) == len(known)


class TestSides:
    def test_are_the_seats_where_each_plays_alone_r1_4(self):
        rules = resolve("scopa_in_tre")
        assert side_count(rules) == 3
        assert [side_of(rules, seat) for seat in range(3)] == [0, 1, 2]

    def test_are_two_trios_of_six_in_teams_r1_4(self):
        rules = resolve("scopa_in_sei")
        assert side_count(rules) == 2
        assert [side_of(rules, seat) for seat in range(6)] == [0, 1, 0, 1, 0, 1]

    def test_alternate_in_teams_r1_4(self):
        rules = resolve("scopone")
        assert side_count(rules) == 2
        assert [side_of(rules, seat) for seat in range(4)] == [0, 1, 0, 1]

    @pytest.mark.parametrize("preset", ["scopa_classica", "scopone", "scopa_in_sei"])
    def test_are_given_for_each_seat_and_no_more_r1_4(self, preset):
        rules = resolve(preset)
        assert len(sides_by_seat(rules)) == rules.table.players

    def test_are_four_where_four_play_alone_r1_4(self):
        rules = resolve("scopa_classica", {"table.players": 4})
        assert side_count(rules) == 4
        assert [side_of(rules, seat) for seat in range(4)] == [0, 1, 2, 3]


class TestDecodeRules:
    def test_reads_a_whole_document(self):
        assert decode_rules(DOCUMENT) == RuleSet()

    def test_leaves_the_document_alone(self):
        document = copy.deepcopy(DOCUMENT)
        decode_rules(document)
        assert document == DOCUMENT

    @pytest.mark.parametrize("document", [None, [], "scopa", 1, True])
    def test_refuses_what_is_no_object(self, document):
        assert problem(document).code == "wrong_type"

    @pytest.mark.parametrize("path", ["match", "scoring.primiera", "table"])
    @pytest.mark.parametrize("value", [None, [], 11, "x"])
    def test_refuses_a_group_that_is_no_object(self, path, value):
        found = problem(changed(path, value))
        assert (found.path, found.code) == (path, "wrong_type")

    def test_names_a_field_that_is_missing(self):
        document = copy.deepcopy(DOCUMENT)
        del document["match"]["target"]
        found = problem(document)
        assert (found.path, found.code) == ("match.target", "missing_path")

    @pytest.mark.parametrize("path", ["extra", "match.extra", "scoring.napola.extra"])
    def test_names_a_field_that_does_not_exist(self, path):
        found = problem(changed(path, 1))
        assert (found.path, found.code, found.value) == (path, "unknown_path", 1)

    @pytest.mark.parametrize("value", [3, 0, True, 2.0, "1", None, [1]])
    def test_refuses_another_schema(self, value):
        found = problem(changed("schema", value))
        assert (found.path, found.allowed) == ("schema", (1, 2))

    def test_reads_rules_of_the_first_schema_as_rules_without_what_came_later(self):
        document = changed("schema", 1)
        del document["declarations"]
        assert decode_rules(document) == RuleSet()

    def test_refuses_in_the_first_schema_what_came_later(self):
        found = problem(changed("schema", 1))
        assert (found.path, found.code) == ("declarations", "unknown_path")

    @pytest.mark.parametrize("value", [1, None, ["scopa_classica"]])
    def test_refuses_a_slug_that_is_no_text(self, value):
        assert problem(changed("slug", value)).path == "slug"

    def test_tells_all_problems_at_once(self):
        document = changed("match.target", 0)
        document["table"]["players"] = 5
        with pytest.raises(RuleSetInvalid) as caught:
            decode_rules(document)
        assert [error.path for error in caught.value.errors] == ["table.players", "match.target"]

    @given(st.sampled_from(["schema", "slug", *FIELDS]), json_values)
    def test_answers_any_value_at_any_path_with_rules_or_with_that_path(self, path, value):
        refused, rules = refused_paths(changed(path, value))
        if refused:
            assert refused == {path} or path in PARTNERS
        else:
            kept = dict(leaves_of(encode_rules(rules)))[path]
            assert (kept, type(kept)) == (value, type(value)) or path == SCHEMA


class TestUncheckedRules:
    def test_start_no_match(self):
        made_by_hand = replace(RuleSet(), table=TableRules(players=5))
        with pytest.raises(RuleSetInvalid):
            new_match(made_by_hand, 0)

    @pytest.mark.parametrize("rules", [None, "scopa_classica", {}, DOCUMENT], ids=type)
    def test_are_no_rules_when_they_are_something_else(self, rules):
        with pytest.raises(RuleSetInvalid) as caught:
            new_match(rules, 0)
        (found,) = caught.value.errors
        assert (found.path, found.value, found.code) == ("", rules, "wrong_type")
