"""Every call that asks for a token has a row that says which scope it needs."""

import re

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from players.scopes import known_scopes
from scopa_site.api.errors import ScopeMissing
from scopa_site.api.scopes import refuse_without_scope, register_route_scopes, route_scopes
from scopa_site.api.views import ApiView
from tests.api import contract

# Scopes that let nobody read: there is none to read the same.
ALONE = {"talk:write", "webhooks:manage"}


def private_routes(patterns=None):
    """Yield (name, methods) of each route of the URLconf whose view asks for a token."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLResolver):
            yield from private_routes(pattern.url_patterns)
        elif isinstance(pattern, URLPattern):
            view = getattr(pattern.callback, "view_class", None)
            if view is not None and issubclass(view, ApiView) and not view.public:
                methods = {name.upper() for name in view.http_method_names if hasattr(view, name)}
                yield pattern.name, methods - {"HEAD"}


class TestTheTables:
    def test_have_a_row_for_each_route_and_method_and_no_other(self):
        there = dict(private_routes())
        said = {name: set(methods) for name, methods in route_scopes().items()}
        assert said == there

    def test_know_each_route_by_one_name(self):
        names = [name for name, _methods in private_routes()]
        assert len(names) == len(set(names)) >= 39

    def test_name_only_scopes_that_a_token_can_have_and_all_of_them(self):
        used = {scope for methods in route_scopes().values() for scope in methods.values()}
        assert used - {None} == set(known_scopes())

    def test_keep_from_programs_what_concerns_the_ways_in(self):
        for name in ("sessions", "session", "tokens", "token", "logout"):
            assert set(route_scopes()[name].values()) == {None}


class TestACallThatNobodyMentioned:
    def test_is_for_sessions_alone(self):
        refuse_without_scope(None, route="new", method="GET")
        with pytest.raises(ScopeMissing) as refused:
            refuse_without_scope(frozenset(known_scopes()), route="new", method="GET")
        assert refused.value.members() == {"required_scope": None}

    def test_would_be_open_if_it_were_mentioned(self, monkeypatch):
        monkeypatch.setattr("scopa_site.api.scopes._scopes", {})
        register_route_scopes({"new": {"GET": "matches:read"}})
        refuse_without_scope(frozenset({"matches:read"}), route="new", method="HEAD")


class TestAScopeToWrite:
    def test_includes_the_one_to_read_the_same(self):
        read = {
            scope.partition(":")[0]: scope for scope in known_scopes() if scope.endswith(":read")
        }
        for scope in set(known_scopes()) - set(read.values()) - ALONE:
            register = {"GET": read[scope.partition(":")[0]]}
            with pytest.MonkeyPatch.context() as patch:
                patch.setitem(route_scopes(), "looking", register)
                refuse_without_scope(frozenset({scope}), route="looking", method="GET")


class TestTheDocument:
    def test_says_which_scope_each_call_needs(self):
        said = {
            operation["operationId"]: operation["responses"]["403"]["description"]
            for _method, _path, operation in contract.operations()
            if operation.get("security")
        }
        assert said["playMove"] == "The token lacks the scope `matches:play`."
        assert said["createToken"] == "A personal token may not do this."


class TestSecretsInAnswers:
    SECRETS = {"token", "code", "recovery_code", "secret"}

    def test_come_only_from_views_that_keep_them_sealed(self):
        schemas = contract.document()["components"]["schemas"]
        for method, path, operation in contract.operations():
            if method != "POST" or not operation.get("security"):
                continue
            for status, response in operation["responses"].items():
                for content in response.get("content", {}).values():
                    name = content["schema"].get("$ref", "").rpartition("/")[2]
                    members = set(schemas.get(name, {}).get("properties", {}))
                    if status.startswith("2") and members & self.SECRETS:
                        assert self.is_sealed(path), f"{method} {path}"

    @staticmethod
    def is_sealed(path):
        from django.urls import resolve

        if path.endswith("/links"):  # kept by its id, and read again: see link_references
            return True
        view = resolve(path.replace("{match_id}", "0")).func.view_class
        return view.answers_secret


class TestTheTableOfTheDocument:
    def test_tells_of_every_scope(self):
        text = (contract.COMMITTED.parent / "tokens.md").read_text(encoding="utf-8")
        told = re.findall(r"^\| `(\w+:\w+)` \|", text, re.MULTILINE)
        assert sorted(told) == known_scopes()
