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
WHOLE = [0.0, 1.0, 2.0, 9.0, 11.0, 101.0, 102.0, 1e300]
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


def wrong_fields(document):
    """Return the paths of the fields that the engine refuses by themselves."""
    try:
        engine.decode_rules(document)
    except engine.RuleSetInvalid as refusal:
        errors = refusal.errors
        return {each.path for each in errors if each.code != "combination_not_allowed"}
    return set()


def _is_code(value):
    """Tell whether a value is a word of the API that people do not use."""
    return isinstance(value, str) and "_" in value


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

    @pytest.mark.parametrize("path", FIELDS)
    def test_differs_from_the_engine_only_where_a_whole_number_has_a_point(self, path):
        validator = Draft202012Validator(schema())
        for value in [*FIELDS[path].known, *WRONG, *WHOLE]:
            document = with_value(path, value)
            faulty = path in wrong_fields(document)
            if type(value) is float and value == int(value):
                assert faulty, value
                assert validator.is_valid(document) is (path not in wrong_fields(
                    with_value(path, int(value))
                )), value  # fmt: skip
            else:
                assert validator.is_valid(document) is not faulty, value

    def test_says_that_such_a_number_is_refused(self):
        for language in ("it", "en"):
            assert "11.0" in schema(language)["description"]

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
            labels = words.get("options", [])
            assert len(labels) == len(described.get("enum", []))
            assert len(set(labels)) == len(labels)
            assert all(labels)

    def test_names_numbers_and_nothing_and_yes_and_no_too(self):
        document = schema()
        for path, options in (
            ("table.players", ["2 players", "3 players", "4 players", "6 players"]),
            ("sweep.points", ["0 points", "1 point"]),
            ("deal.redeal_kings_min", ["Never", "3 or more Kings"]),
            ("ace.sweep", ["No", "Yes"]),
            ("capture.mode", ["Sum", "Fifteen", "Sum or fifteen"]),
        ):
            assert leaf(document, path)["x-en"]["options"] == options
        aces = leaf(document, "deal.redeal_aces_min")["x-it"]["options"]
        assert aces == ["Mai", "1 Asso o più", "2 Assi o più"]

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
        told = schema()["x-combinations"]
        assert [each["paths"] for each in told] == [list(rule.paths) for rule in COMBINATIONS]
        assert all({*each["paths"]} <= set(FIELDS) for each in told)

    def test_names_no_value_of_a_field_in_its_reasons(self):
        words = {value for field in FIELDS.values() for value in field.known if _is_code(value)}
        for each in schema()["x-combinations"]:
            for text in (each["it"], each["en"]):
                assert not words & set(text.replace(",", " ").split()), text


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
            "also": {},
        }

    def test_has_its_reason_in_the_language_of_the_request(self):
        details = {
            language: self.error(
                "scopa_classica", {"table.sides": "teams"}, accept_language=language
            )["detail"]
            for language in ("it", "en")
        }
        assert details == {
            "it": "Le squadre richiedono quattro o sei giocatori; per tenere teams qui, imposta"
            " anche table.players a 4.",
            "en": "Teams need four or six players; to keep teams here, also set table.players"
            " to 4.",
        }

    def test_is_told_the_range_where_many_values_are_allowed(self):
        error = self.error("scopa_classica", {"match.target": 102})
        assert error["allowed"] == {"min": 1, "max": 101}
        error = self.error("scopa_classica", {"match.deals": 0})
        assert error["allowed"] == [None]
        error = self.error("scopa_classica", {"match.deals": 0, "capture.max_table_cards": 4,
                                              "match.mode": "fixed_deals"})  # fmt: skip
        assert error["allowed"] == {"min": 1, "max": 101}
        error = self.error("scopa_classica", {"capture.max_table_cards": 11})
        assert error["allowed"] == [None, *range(2, 11)]
        error = self.error("smazzata_singola", {"match.target": 0})
        assert error["allowed"] == {"min": 1, "max": 101}

    def test_of_a_combination_is_told_what_would_fit(self):
        error = self.error("scopa_classica", {"match.deals": 3})
        assert (error["value"], error["allowed"]) == (3, [None])
        assert error["also"] == {"match.mode": "fixed_deals"}

    @pytest.mark.parametrize("players", [2, 3, 6])
    def test_of_the_players_alone_says_what_else_to_set_and_works_then(self, players):
        asked = {"table.players": players}
        error = self.error("scopone_scientifico", asked)
        assert error["pointer"] == "/rules/table.players"
        assert f"presets for {players} players: scopa" in error["detail"]
        good(validated("scopone_scientifico", asked | error["also"]))

    def test_that_is_a_group_is_told_how_to_write_it(self):
        error = self.error("scopa_classica", {"match": {"target": 16}})
        assert error["code"] == "unknown_path"
        assert error["detail"] == "There is no such field; write it as match.target."
        assert error["value"] == {"target": 16}
        assert error["allowed"] == ["match.target"]

    def test_hides_no_other(self):
        response = validated("scopa_classica", {"nothing": 1, "match.target": 0, "sweep.points": 2})
        assert faults(response, 422, "invalid_rules") == [
            ("/rules/sweep.points", "value_not_allowed"),
            ("/rules/match.target", "value_not_allowed"),
            ("/rules/nothing", "unknown_path"),
        ]

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
