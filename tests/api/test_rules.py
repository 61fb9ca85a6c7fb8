"""GET /rules/schema, POST /rules/validate, and what is said of rules that cannot be played."""

import json

import pytest
from jsonschema import Draft202012Validator

from games import engine
from games.engine.combinations import COMBINATIONS
from games.engine.fields import FIELDS
from games.models import Match
from tests.api.callers import ME, RANDOM, Caller, faults, good, guest, refused
from tests.engine.impossible_rules import IMPOSSIBLE

AT_ONCE = 20  # so many matches a player may ask for without being taken for a flood
WRONG = [None, True, False, -1, 0, 5, 102, 1.5, "", "sum", "11", "7D", [], [11], {}, {"a": 1}]
# JSON Schema knows no difference between 1 and 1.0; the service does.
_JSON = {type(None), bool, int, float, str, list, dict}


def schema(language="en"):
    return good(Caller().get("/rules/schema", accept_language=language))


def leaf(document, path):
    for name in path.split("."):
        document = document["properties"][name]
    return document


def with_value(path, value):
    """Write the classic rules with one value changed, whether it may be played or not."""
    rules = engine.encode_rules(engine.RuleSet())
    *groups, name = path.split(".")
    inner = rules
    for group in groups:
        inner = inner[group]
    inner[name] = value
    return rules


def validated(preset, rules=None, **headers):
    body = {"preset": preset} if rules is None else {"preset": preset, "rules": rules}
    return Caller().post("/rules/validate", body, **headers)


class TestTheSchema:
    def test_is_a_valid_schema_of_the_2020_draft_for_anybody(self):
        response = Caller().get("/rules/schema")
        assert response.headers["Content-Type"] == "application/schema+json"
        document = good(response)
        assert document["$schema"].endswith("2020-12/schema")
        Draft202012Validator.check_schema(document)

    @pytest.mark.parametrize("preset", engine.PRESETS)
    def test_accepts_every_preset(self, preset):
        rules = engine.encode_rules(engine.resolve(preset))
        Draft202012Validator(schema()).validate(rules)

    @pytest.mark.parametrize("path", FIELDS)
    def test_accepts_each_value_of_a_field_and_refuses_any_other(self, path):
        validator = Draft202012Validator(schema())
        known = FIELDS[path].known
        for value in known:
            assert validator.is_valid(with_value(path, value)), value
        for value in WRONG:
            assert type(value) in _JSON
            is_known = any(type(value) is type(each) and value == each for each in known)
            assert validator.is_valid(with_value(path, value)) is is_known, value

    def test_refuses_what_is_missing_or_unknown(self):
        validator = Draft202012Validator(schema())
        rules = engine.encode_rules(engine.RuleSet())
        assert not validator.is_valid({**rules, "colour": "red"})
        assert not validator.is_valid({**rules, "match": {"target": 11}})
        del rules["declarations"]
        assert not validator.is_valid(rules)

    @pytest.mark.parametrize("path", FIELDS)
    def test_tells_of_each_field_its_path_its_default_and_its_words(self, path):
        described = leaf(schema(), path)
        assert described["x-path"] == path
        default = with_value("match.target", 11)
        for name in path.split("."):
            default = default[name]
        assert described["default"] == default
        for language in ("it", "en"):
            words = described[f"x-{language}"]
            assert words["title"]
            assert words["description"]
            if "options" in words:
                assert len(words["options"]) == len(described["enum"])

    def test_is_titled_in_the_language_of_the_request(self):
        for language, title in (("it", "Traguardo"), ("en", "Target")):
            described = leaf(schema(language), "match.target")
            assert described["title"] == title == described[f"x-{language}"]["title"]
        it, en = schema("it"), schema("en")
        assert it["title"] == it["x-it"]["title"] == en["x-it"]["title"]

    def test_tells_ranges_of_numbers(self):
        assert leaf(schema(), "match.target") | {"minimum": 1, "maximum": 101} == leaf(
            schema(), "match.target"
        )
        assert leaf(schema(), "match.deals")["type"] == ["integer", "null"]

    def test_names_the_combinations_that_are_refused(self):
        assert [each["path"] for each in schema()["x-combinations"]] == [
            rule.path for rule in COMBINATIONS
        ]


class TestValidation:
    @pytest.mark.parametrize("preset", engine.PRESETS)
    def test_answers_the_resolved_rules_and_a_summary_in_both_languages(self, preset):
        answer = good(validated(preset))
        assert answer["valid"] is True
        assert answer["rules"] == engine.encode_rules(engine.resolve(preset))
        assert answer["summary"].keys() == {"it", "en"}

    def test_changes_what_it_is_asked_to(self):
        asked = {"match.target": 16, "scoring.re_bello": 1}
        answer = good(validated("scopone_scientifico", asked))
        assert answer["rules"] == engine.encode_rules(engine.resolve("scopone_scientifico", asked))
        assert "16 points" in answer["summary"]["en"]
        assert "Re di denari" in answer["summary"]["it"]

    def test_refuses_an_unknown_preset(self):
        refused(validated("bridge"), 422, "unknown_preset")
        refused(validated("x" * 9000), 422, "unknown_preset")

    @pytest.mark.parametrize(
        ("body", "fault"),
        [
            ({}, ("/preset", "required")),
            ({"preset": 1}, ("/preset", "wrong_type")),
            ({"preset": "scopone", "rules": []}, ("/rules", "wrong_type")),
            ({"preset": "scopone", "seats": []}, ("/seats", "unknown_field")),
        ],
        ids=str,
    )
    def test_refuses_a_body_that_cannot_be_read(self, body, fault):
        assert fault in faults(Caller().post("/rules/validate", body), 400, "invalid_request")


class TestARefusedRule:
    def error(self, preset, rules, **headers):
        (error,) = refused(validated(preset, rules, **headers), 422, "invalid_rules")["errors"]
        return error

    def test_is_told_with_its_value_the_reason_and_what_would_be_allowed(self):
        error = self.error("scopa_classica", {"scoring.re_bello": 4})
        assert error == {
            "pointer": "/rules/scoring.re_bello",
            "code": "value_not_allowed",
            "detail": "Not a value of this field; allowed: 0, 1, 2, 3.",
            "value": 4,
            "allowed": [0, 1, 2, 3],
        }

    def test_has_its_reason_in_the_language_of_the_request(self):
        details = {
            language: self.error(
                "scopa_classica", {"table.sides": "teams"}, accept_language=language
            )["detail"]
            for language in ("it", "en")
        }
        assert details == {
            "it": "Le squadre richiedono quattro o sei giocatori.",
            "en": "Teams need four or six players.",
        }

    def test_is_told_the_range_where_many_values_are_allowed(self):
        error = self.error("scopa_classica", {"match.target": 102})
        assert error["allowed"] == {"min": 1, "max": 101}
        error = self.error("scopa_classica", {"match.deals": 0})
        assert error["allowed"] == {"min": 1, "max": 101, "null": True}

    def test_of_a_combination_is_told_what_would_fit(self):
        error = self.error("scopa_classica", {"match.deals": 3})
        assert (error["value"], error["allowed"]) == (3, [None])

    def test_at_an_unknown_path_is_told_the_paths_most_alike(self):
        error = self.error("scopa_classica", {"match.targt": 16})
        assert error["code"] == "unknown_path"
        assert error["allowed"][0] == "match.target"

    def test_keeps_the_answer_short(self):
        long = {"match.target": "9" * 10_000}
        error = self.error("scopa_classica", long)
        assert error["value"] == "9" * 63 + "…"
        error = self.error("scopa_classica", {"match.target": {"to": ["x" * 5_000]}})
        assert len(error["value"]) == 64
        error = self.error("scopa_classica", {"x" * 10_000: 1})
        assert len(error["pointer"]) == len("/rules/") + 64

    def test_keeps_the_answer_short_for_many_wrong_paths(self):
        many = {f"match.tar{number}": 1 for number in range(800)}
        response = validated("scopa_classica", many)
        assert len(refused(response, 422, "invalid_rules")["errors"]) == 64
        assert len(response.content) < 32_000

    def test_is_named_once_for_each_path(self):
        wrong = dict.fromkeys(FIELDS, "nonsense")
        found = faults(validated("scopa_classica", wrong), 422, "invalid_rules")
        assert [pointer for pointer, _code in found] == [f"/rules/{path}" for path in FIELDS]


@pytest.mark.django_db
class TestImpossibleRules:
    def test_are_at_least_sixty(self):
        assert len({json.dumps(case) for case in IMPOSSIBLE}) >= 60

    def test_are_refused_with_the_right_path_and_nothing_is_stored(self):
        hosts = [guest() for _each in range(0, len(IMPOSSIBLE), AT_ONCE)]
        for number, (preset, rules, path) in enumerate(IMPOSSIBLE):
            host = hosts[number // AT_ONCE]
            players = {**_values(preset), **rules}["table.players"]
            seats = [ME, *[RANDOM] * (players - 1)]
            body = {"preset": preset, "rules": rules, "seats": seats}
            response = host.post("/matches", body)
            errors = refused(response, 422, "invalid_rules")["errors"]
            assert {error["pointer"] for error in errors} == {f"/rules/{path}"}, rules
            for error in errors:
                assert error["detail"]
                assert not _is_allowed(error["value"], error["allowed"])
            assert validated(preset, rules).json()["errors"] == errors
        assert not Match.objects.exists()
        assert all(host.matches()["items"] == [] for host in hosts)


def _values(preset):
    return {"table.players": engine.PRESETS[preset].rules.table.players}


def _is_allowed(value, allowed):
    if isinstance(allowed, list):
        return any(type(value) is type(each) and value == each for each in allowed)
    if value is None:
        return "null" in allowed
    return allowed["min"] <= value <= allowed["max"]
