"""What is said of values that a field cannot have: code, both languages, and what is allowed."""

import pytest

from games import engine
from games.engine.fields import FIELDS


def problem(changes, preset="scopa_classica"):
    """Return the only problem of a preset with these values."""
    with pytest.raises(engine.RuleSetInvalid) as refused:
        engine.resolve(preset, changes)
    (found,) = refused.value.errors
    return found


def spoilt(**changes):
    """Return the problems of the classic rules, written out, with other groups."""
    document = engine.encode_rules(engine.RuleSet())
    for name, value in changes.items():
        if value is None:
            del document[name]
        else:
            document[name] = value
    with pytest.raises(engine.RuleSetInvalid) as refused:
        engine.decode_rules(document)
    return refused.value.errors


NOT_ALLOWED = "value_not_allowed", "not a value of this field", "valore non ammesso"
WRONG_TYPE = "wrong_type", "not a value of the right type", "valore di tipo sbagliato"


class TestProblem:
    @pytest.mark.parametrize(
        ("path", "value", "texts", "choices"),
        [
            ("match.target", 0, NOT_ALLOWED, "1-101"),
            ("match.target", 102, NOT_ALLOWED, "1-101"),
            ("match.target", "11", WRONG_TYPE, "1-101"),
            ("match.target", True, WRONG_TYPE, "1-101"),
            ("match.target", 11.0, WRONG_TYPE, "1-101"),
            ("match.deals", 0, NOT_ALLOWED, "null"),
            ("capture.max_table_cards", 11, NOT_ALLOWED, "null, 2-10"),
            ("table.players", 5, NOT_ALLOWED, "2, 3, 4, 6"),
            ("capture.mandatory", 0, WRONG_TYPE, "true, false"),
            ("ace.sweep", None, WRONG_TYPE, "false, true"),
            ("table.sides", "pairs", NOT_ALLOWED, "solo"),
            ("declarations.wild", "7D", NOT_ALLOWED, "null"),
        ],
    )
    def test_names_the_values_that_are_allowed(self, path, value, texts, choices):
        found = problem({path: value})
        code, english, italian = texts
        assert (found.path, found.value, found.code) == (path, value, code)
        assert found.reason_en == f"{english}; allowed: {choices}"
        assert found.reason_it == f"{italian}; ammessi: {choices}"

    def test_names_what_would_fit_beside_the_other_values(self):
        found = problem({"table.sides": "teams"})
        assert found.path == "table.sides"
        assert (found.code, found.value) == ("combination_not_allowed", "teams")
        assert found.allowed == ("solo",)
        found = problem({"match.margin": 2}, "smazzata_singola")
        assert (found.path, found.allowed) == ("match.margin", (1,))

    def test_names_the_fields_there_are_where_one_is_unknown(self):
        found = problem({"match.goal": 3})
        assert (found.path, found.value, found.code) == ("match.goal", 3, "unknown_path")
        assert "match.target" in found.allowed
        assert found.allowed == tuple(FIELDS)

    def test_offers_what_fits_beside_the_other_values(self):
        found = problem({"match.deals": 0, "match.mode": "fixed_deals"})
        assert found.allowed == tuple(range(1, 102))
        assert found.reason_en.endswith("; allowed: 1-101")
        assert problem({"deal.hand_size": 4}, "scopone_scientifico").allowed == (10,)
        # What is wrong beside it is taken for what stood there before.
        with pytest.raises(engine.RuleSetInvalid) as refused:
            engine.resolve("scopone", {"deal.hand_size": 4, "table.players": 5})
        assert [error.allowed for error in refused.value.errors] == [(4,), (3, 9)]

    @pytest.mark.parametrize(
        ("asked", "meant"),
        [
            ({"match": {"target": 16}}, "match.target"),
            ({"match": {"target": 16, "nothing": 1}}, "match.target"),
            ({"scoring": {"napola": {"cap": 6, "enabled": True}}},
             "scoring.napola.enabled, scoring.napola.cap"),
            ({"scoring.napola": {"cap": 6}}, "scoring.napola.cap"),
            ({"table": 3}, "table.players, table.sides"),
            ({"table": {"nothing": 3}}, "table.players, table.sides"),
            ({"table": {1: 3}}, "table.players, table.sides"),
            ({"scoring": {}},
             ("scoring.cards.points, scoring.cards.award, scoring.denari.points,"
             " scoring.denari.award, scoring.settebello, scoring.primiera.points,"
             " scoring.primiera.method")),
        ],
        ids=str,
    )  # fmt: skip
    def test_says_how_to_write_a_group_of_fields(self, asked, meant):
        found = problem(asked)
        ((path, value),) = asked.items()
        assert (found.path, found.value, found.code) == (path, value, "unknown_path")
        assert found.reason_en == f"there is no such field; write it as {meant}"
        assert found.reason_it == f"questo campo non esiste; si scrive {meant}"
        assert ", ".join(found.allowed).startswith(meant)
        assert all(each.startswith(f"{path}.") for each in found.allowed)

    def test_says_no_such_thing_of_what_begins_alike(self):
        found = problem({"tab": {"players": 3}})
        assert found.reason_en == "there is no such field"
        assert found.reason_it == "questo campo non esiste"

    @pytest.mark.parametrize(
        ("asked", "paths"),
        [
            ({"no.such": 1, "match.target": 0, "sweep.points": 9},
             ["sweep.points", "match.target", "no.such"]),
            ({"no.such": 1, "table.sides": "teams", "nor": 2}, ["table.sides", "no.such", "nor"]),
            # Whether fields fit together is looked at when each is right by itself.
            ({"table.sides": "teams", "match.target": 0}, ["match.target"]),
        ],
        ids=str,
    )  # fmt: skip
    def test_is_told_of_every_path_that_is_wrong(self, asked, paths):
        with pytest.raises(engine.RuleSetInvalid) as refused:
            engine.resolve("scopa_classica", asked)
        assert [error.path for error in refused.value.errors] == paths

    @pytest.mark.parametrize("value", [None, 1, "x", []])
    def test_is_that_overrides_are_no_group(self, value):
        found = problem(value) if value is not None else problem(0)
        assert (found.path, found.code, found.allowed) == ("", "wrong_type", ())


class TestDocument:
    def test_is_refused_without_a_group_of_fields(self):
        (found,) = spoilt(match=None)
        assert (found.path, found.value, found.code) == ("match", None, "missing_path")
        assert found.allowed == ()
        assert (found.reason_en, found.reason_it) == ("the field is missing", "il campo manca")

    def test_is_refused_without_a_field(self):
        match = engine.encode_rules(engine.RuleSet())["match"]
        del match["margin"]
        (found,) = spoilt(match=match)
        assert (found.path, found.code) == ("match.margin", "missing_path")
        assert found.allowed == (1, 2)

    def test_is_refused_where_a_group_is_something_else(self):
        (found,) = spoilt(match=7)
        assert (found.path, found.value, found.code) == ("match", 7, "wrong_type")
        assert found.reason_en == "this must be a group of fields"
        assert found.reason_it == "qui va un gruppo di campi"

    def test_is_refused_with_a_field_that_is_not_known(self):
        sweep = {"points": 1, "last_card_counts": False, "more": 1}
        (found,) = spoilt(sweep=sweep)
        assert (found.path, found.value, found.code) == ("sweep.more", 1, "unknown_path")

    @pytest.mark.parametrize("schema", [0, 3, True, "2", 1.0])
    def test_is_refused_of_another_schema(self, schema):
        (found, *_) = spoilt(schema=schema)
        assert found.path == "schema"
        assert found.allowed == (1, 2)
        assert found.reason_en.endswith("; allowed: 1, 2")

    @pytest.mark.parametrize("slug", [1, ["x"], True])
    def test_is_refused_with_a_slug_that_is_no_text(self, slug):
        (found,) = spoilt(slug=slug)
        assert (found.path, found.value, found.code) == ("slug", slug, "wrong_type")
        assert found.reason_en == "the slug must be a text"
        assert found.reason_it == "lo slug deve essere un testo"

    def test_of_the_first_schema_needs_no_declarations_and_may_not_have_them(self):
        first = engine.encode_rules(engine.RuleSet(schema=1))
        with pytest.raises(engine.RuleSetInvalid) as refused:
            engine.decode_rules(first)
        assert [error.path for error in refused.value.errors] == ["declarations"]
        del first["declarations"]
        assert engine.decode_rules(first) == engine.RuleSet()
        (found,) = spoilt(declarations=None)
        assert (found.path, found.code) == ("declarations", "missing_path")
