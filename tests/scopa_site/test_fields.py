"""Bodies and queries are read strictly: types are what they are, and nothing is guessed."""

import uuid

import pytest
from django.http import QueryDict
from django.utils import translation

from scopa_site.api import fields
from scopa_site.api.errors import InvalidRequest, UnknownParameter


class Seat(fields.StrictSerializer):
    type = fields.ChoiceField(choices=["me", "ai"])
    level = fields.StringField(required=False)


class Body(fields.StrictSerializer):
    text = fields.StringField(required=False)
    number = fields.IntegerField(required=False, min_value=0)
    flag = fields.BooleanField(required=False)
    id = fields.UUIDField(required=False)
    names = fields.ListField(child=fields.StringField(), required=False)
    few = fields.ListField(child=fields.StringField(), max_items=2, required=False)
    seats = fields.ListField(child=Seat(), required=False)
    rules = fields.ObjectField(required=False)
    maybe = fields.StringField(required=False, allow_null=True)


class Needed(fields.StrictSerializer):
    a = fields.StringField()
    b = fields.IntegerField()


class Query(fields.QuerySerializer):
    limit = fields.NumberParameter(min_value=1, max_value=100, default=50)
    status = fields.ChoiceField(choices=["active", "finished"], required=False)
    joinable = fields.FlagParameter(default=False)


def faults(serializer, data):
    with pytest.raises(InvalidRequest) as refusal:
        serializer.parse(data)
    return {(problem.pointer, problem.code) for problem in refusal.value.errors}


ID = "0f5a3c1e-8a51-4a38-9a7c-2f5b1f0a7b11"


class TestStrictSerializer:
    @pytest.mark.parametrize(
        ("data", "value"),
        [
            ({}, {}),
            ({"text": ""}, {"text": ""}),
            ({"text": "  as it is  "}, {"text": "  as it is  "}),
            ({"number": 0}, {"number": 0}),
            ({"flag": False}, {"flag": False}),
            ({"id": ID}, {"id": uuid.UUID(ID)}),
            ({"id": ID.upper()}, {"id": uuid.UUID(ID)}),
            ({"names": []}, {"names": []}),
            ({"names": ["a", ""]}, {"names": ["a", ""]}),
            ({"rules": {"match.target": [None, 1.5]}}, {"rules": {"match.target": [None, 1.5]}}),
            ({"maybe": None}, {"maybe": None}),
            ({"seats": [{"type": "me"}]}, {"seats": [{"type": "me"}]}),
        ],
    )
    def test_takes_what_was_declared(self, data, value):
        assert Body.parse(data) == value

    @pytest.mark.parametrize(
        ("name", "values"),
        [
            ("text", [1, 1.5, True, [], {}]),
            ("number", ["7", "", 7.0, 1.5, True, False, [], {}, [7]]),
            ("flag", ["true", "", 0, 1, "yes", [], {}]),
            ("id", ["", "x", ID[:-1], f"{{{ID}}}", f"urn:uuid:{ID}", ID.replace("-", ""), 1, []]),
            ("names", ["a", {}, 1, {"0": "a"}, True]),
            ("rules", ["{}", [], 1, True]),
            ("maybe", [1, [], True]),
        ],
    )
    def test_refuses_other_types(self, name, values):
        for value in values:
            assert faults(Body, {name: value}) == {(f"/{name}", "wrong_type")}, value

    @pytest.mark.parametrize("name", ["text", "number", "flag", "id", "names", "seats", "rules"])
    def test_refuses_null_where_it_is_not_allowed(self, name):
        assert faults(Body, {name: None}) == {(f"/{name}", "null")}

    def test_refuses_fields_that_nobody_declared(self):
        assert faults(Body, {"txet": 1}) == {("/txet", "unknown_field")}
        assert faults(Body, {"": 1}) == {("/", "unknown_field")}
        assert faults(Body, {"seats": [{"type": "me", "is_ai": True}]}) == {
            ("/seats/0/is_ai", "unknown_field")
        }

    def test_names_every_fault_at_once(self):
        assert faults(Needed, {"a": 1, "c": 2}) == {
            ("/a", "wrong_type"),
            ("/b", "required"),
            ("/c", "unknown_field"),
        }

    def test_points_into_lists_and_objects(self):
        data = {"seats": [{"type": "me"}, {"type": "you"}, {}, 7], "names": ["a", 1]}
        assert faults(Body, data) == {
            ("/seats/1/type", "invalid_choice"),
            ("/seats/2/type", "required"),
            ("/seats/3", "wrong_type"),
            ("/names/1", "wrong_type"),
        }

    def test_escapes_keys_in_pointers(self):
        assert faults(Body, {"a/b~c": 1}) == {("/a~1b~0c", "unknown_field")}

    def test_holds_numbers_to_their_bounds(self):
        assert faults(Body, {"number": -1}) == {("/number", "min_value")}

    def test_refuses_what_is_no_object(self):
        for data in ([], "a", None, 1):
            with pytest.raises(InvalidRequest):
                Body.parse(data)

    def test_answers_a_thousand_faults_with_a_few(self):
        with pytest.raises(InvalidRequest) as refusal:
            Body.parse({f"field{number}": 1 for number in range(1000)})
        assert len(refusal.value.errors) == 20

    def test_answers_a_long_name_with_its_beginning(self):
        assert faults(Body, {"x" * 10_000: 1}) == {("/" + "x" * 64, "unknown_field")}

    def test_takes_a_list_up_to_its_limit_and_reads_no_item_of_a_longer_one(self):
        assert Body.parse({"few": ["a", "b"]}) == {"few": ["a", "b"]}
        assert faults(Body, {"few": [1, 2, 3]}) == {("/few", "too_long")}

    @pytest.mark.parametrize(
        ("language", "detail"),
        [
            ("en", "This list may hold at most 2 items."),
            ("it", "Questa lista può contenere al massimo 2 elementi."),
        ],
    )
    def test_says_how_long_a_list_may_be(self, language, detail):
        with translation.override(language), pytest.raises(InvalidRequest) as refusal:
            Body.parse({"few": ["a"] * 3})
        assert [problem.detail for problem in refusal.value.errors] == [detail]

    def test_keeps_nothing_of_the_body_before(self):
        assert Body.parse({"text": "a"}) == {"text": "a"}
        assert Body.parse({}) == {}
        assert Body.parse({"names": ["b"]}) == {"names": ["b"]}

    def test_says_what_is_wrong_in_the_language_of_the_request(self):
        details = []
        for language in ("it", "en"):
            with translation.override(language), pytest.raises(InvalidRequest) as refusal:
                Needed.parse({"a": 1})
            details.append({str(problem.detail) for problem in refusal.value.errors})
        assert len(details[0]) == len(details[1]) == 2
        assert details[0].isdisjoint(details[1])


class TestQuerySerializer:
    def test_reads_texts_as_what_they_mean(self):
        query = QueryDict("limit=7&status=active&joinable=true")
        assert Query.parse_query(query) == {"limit": 7, "status": "active", "joinable": True}

    def test_fills_in_defaults(self):
        assert Query.parse_query(QueryDict("")) == {"limit": 50, "joinable": False}

    @pytest.mark.parametrize(
        ("query", "code"),
        [
            ("limit=0", "min_value"),
            ("limit=101", "max_value"),
            ("limit=-1", "min_value"),
            ("limit=", "wrong_type"),
            ("limit=7.0", "wrong_type"),
            ("limit=+7", "wrong_type"),
            ("limit=%C2%B2", "wrong_type"),
            ("limit=٣", "wrong_type"),
            ("limit=1e1", "wrong_type"),
            ("limit=" + "9" * 5000, "wrong_type"),
        ],
    )
    def test_refuses_other_numbers(self, query, code):
        with pytest.raises(InvalidRequest) as refusal:
            Query.parse_query(QueryDict(query))
        assert [(p.pointer, p.code) for p in refusal.value.errors] == [("?limit", code)]

    @pytest.mark.parametrize("value", ["1", "0", "True", "yes", "", "on"])
    def test_refuses_other_flags(self, value):
        with pytest.raises(InvalidRequest):
            Query.parse_query(QueryDict(f"joinable={value}"))

    @pytest.mark.parametrize("query", ["x=1", "limit=7&limit=8", "Limit=7", "limit[]=7", "=1"])
    def test_refuses_parameters_unknown_or_given_twice(self, query):
        with pytest.raises(UnknownParameter):
            Query.parse_query(QueryDict(query))

    def test_has_no_parameters_of_its_own(self):
        assert fields.NO_PARAMETERS.parse_query(QueryDict("")) == {}
        with pytest.raises(UnknownParameter) as refusal:
            fields.NO_PARAMETERS.parse_query(QueryDict("a=1"))
        assert [p.pointer for p in refusal.value.errors] == ["?a"]
