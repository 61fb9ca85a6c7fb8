"""The description of the API: complete, valid, and the one that is committed."""

import json
import re

import pytest
from django.core.management import CommandError, call_command
from django.urls import get_resolver
from django.urls.resolvers import URLResolver
from openapi_spec_validator import OpenAPIV31SpecValidator

from scopa_site.api.schema import openapi_document, openapi_json, schema_warnings
from scopa_site.management.commands import openapi


def routes(resolver=None, prefix="/"):
    """Yield the path of every route, its converters as bare names in braces."""
    for pattern in (resolver or get_resolver()).url_patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, path)
        else:
            yield re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", path)


@pytest.fixture(scope="module")
def document():
    return openapi_document()


@pytest.fixture(scope="module")
def operations(document):
    return [
        (method, path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]


class TestDocument:
    def test_is_valid_openapi_3_1(self, document):
        assert document["openapi"] == "3.1.1"
        OpenAPIV31SpecValidator(document).validate()

    def test_leaves_nothing_undescribed(self, document):
        assert schema_warnings() == []

    def test_is_the_same_each_time(self, document):
        assert json.dumps(openapi_document()) == json.dumps(document)

    def test_describes_every_route_of_the_contract(self, document):
        contract = {path for path in routes() if path.startswith("/api/v1/")}
        assert contract | {"/healthz", "/readyz"} == set(document["paths"])

    def test_has_no_trace_of_the_library(self, document):
        assert "x-spec" not in json.dumps(document)

    def test_names_every_operation_once_verb_first(self, operations):
        names = [operation["operationId"] for _method, _path, operation in operations]
        assert len(set(names)) == len(names)
        assert [name for name in names if not re.fullmatch(r"[a-z]+([A-Z][a-zA-Z]+)+", name)] == []

    def test_says_what_every_operation_does(self, operations):
        for _method, path, operation in operations:
            assert operation["summary"], path
            assert operation["tags"], path

    def test_describes_every_answer(self, operations):
        for _method, path, operation in operations:
            for status, response in operation["responses"].items():
                assert response["description"], (path, status)

    def test_refuses_with_problems_alone(self, operations):
        for _method, path, operation in operations:
            responses = operation["responses"]
            assert {"400", "default"} <= set(responses), path
            for status, response in responses.items():
                if status >= "400" and path != "/readyz":
                    assert response["content"] == {
                        "application/problem+json": {
                            "schema": {"$ref": "#/components/schemas/Problem"}
                        }
                    }, (path, status)

    @pytest.mark.django_db
    def test_asks_for_a_token_where_the_service_does(self, operations, client):
        for method, path, operation in operations:
            if path in {"/healthz", "/readyz"}:
                continue
            address = re.sub(r"{\w+}", "0f5a3c1e-8a51-4a38-9a7c-2f5b1f0a7b11", path)
            response = client.generic(method.upper(), address, content_type="application/json")
            asks = response.status_code == 401
            assert asks == (operation.get("security") == [{"bearer": []}]), path

    def test_points_only_at_what_it_holds(self, document):
        for name in re.findall(r'"#/components/schemas/(\w+)"', json.dumps(document)):
            assert name in document["components"]["schemas"]


class TestServedDocument:
    def test_is_the_document(self, client, document):
        response = client.get("/api/v1/openapi.json", headers={"accept-language": "it"})
        assert response.status_code == 200
        assert response["Content-Type"] == "application/json"
        assert response.json() == document

    def test_is_the_committed_one(self):
        call_command("openapi", check=True)


class TestCommand:
    def test_writes_the_document_and_finds_it_current(self, tmp_path, monkeypatch, capsys):
        monkeypatch.setattr(openapi, "TARGET", tmp_path / "openapi.json")
        monkeypatch.setattr(openapi, "BASE_DIR", tmp_path)
        call_command("openapi")
        assert (tmp_path / "openapi.json").read_text(encoding="utf-8") == openapi_json()
        call_command("openapi", check=True)

    @pytest.mark.parametrize("content", [None, "{}", ""])
    def test_fails_when_the_file_is_out_of_date(self, content, tmp_path, monkeypatch):
        monkeypatch.setattr(openapi, "TARGET", tmp_path / "openapi.json")
        if content is not None:
            openapi.TARGET.write_text(content, encoding="utf-8")
        with pytest.raises(CommandError, match="out of date"):
            call_command("openapi", check=True)


class TestDocsPage:
    def test_takes_everything_from_this_server(self, client):
        response = client.get("/api/docs/")
        page = response.content.decode()
        assert response.status_code == 200
        assert "/api/v1/openapi.json" in page
        assert re.findall(r'(?:src|href)="(?!/static/)', page) == []
        assert "<script>" not in page

    def test_finds_its_scripts_and_styles(self, client):
        from django.contrib.staticfiles import finders

        page = client.get("/api/docs/").content.decode()
        assets = re.findall(r'(?:src|href)="/static/([^"]+)"', page)
        assert len(assets) == 4
        assert [asset for asset in assets if finders.find(asset) is None] == []
