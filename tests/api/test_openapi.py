"""docs/openapi.json is what is served, is valid, and tells the truth."""

import json
import re
from typing import get_args, get_type_hints
from uuid import uuid4

import pytest
from django.urls import resolve
from openapi_spec_validator import OpenAPIV31SpecValidator

from games import engine
from games.ai import LEVELS
from games.api import bodies, components
from games.api.operations import CALLS
from games.models import MatchStatus, MoveSource, SeatKind, SeatStatus
from scopa_site.api.schema import openapi_json, schema_warnings
from tests.api import contract
from tests.api.callers import Caller, good, guests, invited
from tests.api.playing import steps, table_of
from tests.api.routes import api_templates

OPERATIONS = list(contract.operations())
NAMES = [operation["operationId"] for _method, _path, operation in OPERATIONS]

# Parameters of addresses that are no ids.
NO_IDS = {
    "link": {},
    "family": {},
    "provider": {"enum": ["apple", "google"]},
    "installation_id": {"minLength": 1, "maxLength": 64, "pattern": "^[A-Za-z0-9._:-]+$"},
}


def schemas(part=None):
    """Yield every schema of the document, at any depth; what only looks like one is an example."""
    part = contract.document() if part is None else part
    if isinstance(part, dict):
        if isinstance(part.get("type"), str | list) or "enum" in part:
            yield part
        for name, inner in part.items():
            if name not in {"example", "examples"}:
                yield from schemas(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from schemas(inner)


def component_names(parts):
    """Return the names of all components that the parts lead to."""
    found, waiting = set(), list(re.findall(r"schemas/(\w+)", json.dumps(list(parts))))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            component = contract.document()["components"]["schemas"][name]
            waiting += re.findall(r"schemas/(\w+)", json.dumps(component))
    return found


def is_of_games(path):
    """Tell whether the games answer at this address, and not the players or the site."""
    view = resolve(re.sub(r"\{\w+\}", str(uuid4()), path))
    return view.func.__module__.startswith("games.api")


class TestTheDocument:
    def test_is_committed_as_it_is_served(self):
        served = Caller().get("/openapi.json").content.decode()
        assert contract.COMMITTED.read_text(encoding="utf-8") == served == openapi_json()

    def test_leaves_nothing_undescribed(self):
        openapi_json()
        assert schema_warnings() == []

    def test_is_valid_openapi(self):
        assert contract.document()["openapi"].startswith("3.1")
        OpenAPIV31SpecValidator(contract.document()).validate()

    def test_has_exactly_the_addresses_of_the_urlconf(self):
        described = {path for _method, path, _operation in OPERATIONS if path.startswith("/api/")}
        assert described == api_templates()

    def test_is_the_same_in_every_language(self):
        texts = [
            Caller().get("/openapi.json", accept_language=language).content
            for language in ("it", "en")
        ]
        assert texts[0] == texts[1]


class TestEveryOperation:
    @pytest.mark.parametrize(
        ("method", "path", "operation"), OPERATIONS, ids=[f"{m} {p}" for m, p, _ in OPERATIONS]
    )
    def test_has_a_name_a_summary_a_tag_and_described_answers(self, method, path, operation):
        assert re.fullmatch(r"[a-z]+([A-Z][A-Za-z]*)", operation["operationId"])
        assert operation["summary"]
        assert operation["tags"]
        for status, response in operation["responses"].items():
            assert response["description"], status
        for name in re.findall(r"\{(\w+)\}", path):
            (parameter,) = (p for p in operation["parameters"] if p["name"] == name)
            assert parameter["schema"] == {"type": "string", **NO_IDS.get(name, {"format": "uuid"})}

    def test_has_a_name_of_its_own(self):
        assert len(set(NAMES)) == len(NAMES)

    def test_about_matches_names_the_codes_with_which_it_refuses(self):
        about_matches = {
            operation["operationId"]: operation["responses"]
            for _method, path, operation in OPERATIONS
            if is_of_games(path)
        }
        assert about_matches.keys() == CALLS.keys()
        for name, responses in about_matches.items():
            for status, codes in CALLS[name].items():
                for code in codes:
                    assert f"`{code}`" in responses[str(status)]["description"]

    def test_answers_with_a_component_that_has_a_name(self):
        for _method, path, operation in OPERATIONS:
            if "/matches" not in path:
                continue
            for response in operation["responses"].values():
                for media_type, content in response.get("content", {}).items():
                    if media_type != "text/plain":
                        assert content["schema"].keys() == {"$ref"}


class TestEverySchema:
    """What generators of clients stumble over."""

    def test_of_a_list_says_of_what(self):
        lists = [part for part in schemas() if part.get("type") == "array"]
        assert lists
        assert [part for part in lists if "items" not in part] == []

    def test_of_a_text_is_not_two_texts(self):
        assert [part for part in schemas() if part.get("maxLength") == 0] == []

    def test_of_words_says_their_type_and_keeps_null_apart(self):
        words = [part["enum"] for part in schemas() if "enum" in part]
        assert words
        assert [part for part in schemas() if "enum" in part and "type" not in part] == []
        assert [each for each in words if {type(None), bool} & set(map(type, each))] == []


class TestADelete:
    def test_has_a_body_where_it_asks_for_one(self):
        paths = contract.document()["paths"]
        assert "requestBody" in paths["/api/v1/me/email"]["delete"]
        assert "requestBody" not in paths["/api/v1/me/holiday"]["delete"]


class TestWhatIsClosed:
    """Bodies are: an unknown field is refused. Answers are not: members are added to them."""

    def test_are_all_bodies(self):
        closed = component_names(operation.get("requestBody") for _, _, operation in OPERATIONS)
        assert {"LoginBody", "PlayMove", "CreateMatch", "SeatRequest"} <= closed
        components = contract.document()["components"]["schemas"]
        objects = {name for name in closed if "properties" in components[name]}
        assert {
            n for n in objects if components[n].get("additionalProperties") is not False
        } == set()

    def test_is_no_answer(self):
        bodies = component_names(operation.get("requestBody") for _, _, operation in OPERATIONS)
        answers = component_names(operation["responses"] for _, _, operation in OPERATIONS)
        components = contract.document()["components"]["schemas"]
        objects = {name for name in bodies & answers if "properties" in components[name]}
        assert objects == set()


class TestEveryExample:
    def test_fits_its_schema(self):
        checked = 0
        for _method, _path, operation in OPERATIONS:
            contents = [operation.get("requestBody", {}), *operation["responses"].values()]
            for content in contents:
                for media in content.get("content", {}).values():
                    for example in media.get("examples", {}).values():
                        contract.check_schema(media["schema"], example["value"])
                        checked += 1
        assert checked >= 8

    def test_shows_moves_that_its_table_allows(self):
        from games.api.examples import MATCH_VIEW

        deal, moves = MATCH_VIEW.value["deal"], MATCH_VIEW.value["legal_moves"]
        table = engine.mask_of(map(engine.parse_card, deal["table"]))
        expected = [
            {"card": card, "capture": [str(each) for each in engine.cards_in(option)]}
            for card in deal["hand"]
            for option in engine.capture_options(table, engine.parse_card(card).rank) or (0,)
        ]
        assert moves == expected


class TestTheWordsOfTheDocument:
    def test_are_those_of_the_tables(self):
        assert set(bodies.MATCH_STATUSES) == set(MatchStatus.values)
        assert set(components.SEAT_STATUSES) == set(SeatStatus.values)
        schemas = contract.document()["components"]["schemas"]
        assert set(schemas["ViewSeat"]["properties"]["type"]["enum"]) == set(SeatKind.values)
        assert set(schemas["Move"]["properties"]["source"]["enum"]) == set(MoveSource.values)
        words, nothing = schemas["ViewSeat"]["properties"]["level"]["oneOf"]
        assert (set(words["enum"]), nothing) == (set(LEVELS), {"type": "null"})

    def test_are_those_of_the_engine(self):
        schemas = contract.document()["components"]["schemas"]
        kinds = get_args(get_type_hints(engine.Declaration)["kind"])
        assert set(components.DECLARATIONS) == set(kinds)
        known = get_args(get_type_hints(engine.Outcome)["termination"])
        # To the engine, whoever runs out of time has resigned.
        assert set(schemas["Result"]["properties"]["termination"]["enum"]) == {*known, "timeout"}
        pattern = schemas["Card"]["pattern"]
        codes = [f"{rank}{suit}" for rank in range(12) for suit in "DCSBX"]
        assert [code for code in codes if re.search(pattern, code)] == [
            str(card) for card in engine.DECK
        ]


@pytest.mark.django_db
class TestAWholeMatch:
    def test_gives_only_answers_that_the_document_describes(self):
        host, other = guests(2)
        view = host.create("smazzata_singola", seats=[{"type": "me"}, invited(other)])
        table = table_of(other.join(view["id"]), [host, other])
        for _view in steps(table, seed=9, checked=1):
            for caller in table.callers:
                caller.look(table.id)
                caller.moves(table.id, limit="3")
                caller.matches()
        assert host.look(table.id)["status"] == "finished"

    def test_would_not_pass_with_a_member_that_is_not_described(self):
        host = guests(1)[0]
        view = host.create(seats=[{"type": "me"}, {"type": "open"}])
        schema = {"$ref": "#/components/schemas/MatchView"}
        contract.check_schema(schema, view)
        seats = [{**seat, "hand": ["7D"]} for seat in view["seats"]]
        for wrong in (
            {**view, "stock": []},
            {**view, "seats": seats},
            {name: value for name, value in view.items() if name != "ply"},
            {**view, "status": "begun"},
            {**view, "server_time": "yesterday"},
        ):
            with pytest.raises(AssertionError):
                contract.check_schema(schema, wrong)

    def test_would_not_pass_with_a_status_that_is_not_described(self):
        response = Caller().get("/rules/presets")
        good(response)
        response.status_code = 202
        with pytest.raises(AssertionError, match="never says 202"):
            contract.check("GET", "/api/v1/rules/presets", response)
