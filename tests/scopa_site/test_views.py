"""What every API view does alike: method, token, query, language, headers, problems."""

import json
from types import SimpleNamespace

import pytest
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404, UnreadablePostError
from django.test import RequestFactory
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import (
    AuthenticationFailed,
    NotFound,
    ParseError,
    UnsupportedMediaType,
)
from rest_framework.response import Response

from scopa_site.api import fields
from scopa_site.api.errors import TooManyRequests
from scopa_site.api.rendering import answer, no_content
from scopa_site.api.views import ApiView
from scopa_site.errors import DomainError, FieldProblem, Kind

# On PostgreSQL a view asks the database when the request arrived.
pytestmark = pytest.mark.django_db

factory = RequestFactory()


class ItalianWithTheWord(BaseAuthentication):
    """Knows one player, who speaks Italian and says “sesame”."""

    def authenticate(self, request):
        if request.META.get("HTTP_AUTHORIZATION") != "Bearer sesame":
            return None
        return SimpleNamespace(pk=7, counted_as="7", language="it"), "sesame"


class Moved(DomainError):
    """Raised by these tests."""

    kind = Kind.CONFLICT
    code = "moved_in_these_tests"
    title = "Moved"
    message = "Now at %(ply)s."

    def members(self):
        return {"current_ply": self.params["ply"]}


class Query(fields.QuerySerializer):
    limit = fields.NumberParameter(default=5)


class PublicView(ApiView):
    public = True
    query = {"GET": Query}

    def get(self, request):
        return answer({"limit": self.parameters["limit"], "text": _("Not found")})

    def post(self, request):
        return answer(request.data, 201)

    def delete(self, request):
        return no_content()


class PrivateView(ApiView):
    authentication_classes = [ItalianWithTheWord]

    def get(self, request):
        return answer({"player": self.player_id, "language": translation.get_language()})


def raising(error):
    class View(ApiView):
        public = True

        def get(self, request):
            raise error

    return View.as_view()


def ask(view, method="GET", path="/api/v1/x", body=b"", **headers):
    as_view = view.as_view() if isinstance(view, type) else view
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return as_view(
        factory.generic(method, path, body, content_type="application/json", headers=names)
    )


def data(response):
    return json.loads(response.content)


class TestMethods:
    @pytest.mark.parametrize("method", ["PUT", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"])
    def test_that_a_view_lacks_are_refused_with_those_it_has(self, method):
        response = ask(PublicView, method)
        assert response.status_code == 405
        assert response["Content-Type"] == "application/problem+json"
        assert data(response)["code"] == "method_not_allowed"
        assert set(response["Allow"].split(", ")) == {"GET", "HEAD", "POST", "DELETE"}

    @pytest.mark.parametrize("method", ["DISPATCH", "QUERY", "PUBLIC", "AS_VIEW", "__INIT__"])
    def test_are_not_names_of_anything_else_in_the_class(self, method):
        assert ask(PublicView, method).status_code == 405

    def test_include_head_where_there_is_get(self):
        assert ask(PublicView, "HEAD", "/api/v1/x?limit=3").status_code == 200
        assert ask(PublicView, "HEAD", "/api/v1/x?other=3").status_code == 400

    def test_are_refused_before_anybody_asks_for_a_token(self):
        assert ask(PrivateView, "POST").status_code == 405


class TestTokens:
    def test_are_asked_for(self):
        response = ask(PrivateView)
        assert response.status_code == 401
        assert response["WWW-Authenticate"] == "Bearer"
        assert data(response)["code"] == "not_authenticated"

    def test_let_their_player_in(self):
        response = ask(PrivateView, authorization="Bearer sesame")
        assert data(response) == {"player": 7, "language": "it"}

    def test_are_not_read_where_none_is_needed(self):
        assert ask(PublicView, authorization="Bearer stale").status_code == 200


class TestQueries:
    def test_are_read_as_declared(self):
        assert data(ask(PublicView, path="/api/v1/x?limit=3"))["limit"] == 3
        assert data(ask(PublicView))["limit"] == 5

    @pytest.mark.parametrize("query", ["other=1", "limit=3&limit=4", "limit=3&other="])
    def test_are_refused_when_unknown_or_given_twice(self, query):
        response = ask(PublicView, path=f"/api/v1/x?{query}")
        assert response.status_code == 400
        assert data(response)["code"] == "unknown_parameter"

    def test_belong_to_their_method(self):
        assert ask(PublicView, "POST", "/api/v1/x?limit=3").status_code == 400

    def test_of_the_wrong_type_are_refused(self):
        response = ask(PublicView, path="/api/v1/x?limit=many")
        assert data(response)["code"] == "invalid_request"
        assert data(response)["errors"][0]["pointer"] == "?limit"


class TestLanguages:
    @pytest.mark.parametrize(
        ("accepted", "language", "text"),
        [
            ("it-IT,it;q=0.9", "it", "Non trovato"),
            ("en", "en", "Not found"),
            ("de", "en", "Not found"),
            ("de,it;q=0.1", "it", "Non trovato"),
            ("", "en", "Not found"),
        ],
    )
    def test_follow_what_the_client_accepts(self, accepted, language, text):
        response = ask(PublicView, accept_language=accepted)
        assert response["Content-Language"] == language
        assert data(response)["text"] == text

    def test_fall_back_to_the_players_own(self):
        response = ask(PrivateView, authorization="Bearer sesame", accept_language="de")
        assert data(response)["language"] == "it"

    def test_of_the_client_go_before_the_players_own(self):
        response = ask(PrivateView, authorization="Bearer sesame", accept_language="en")
        assert data(response)["language"] == "en"

    def test_apply_to_problems(self):
        texts = [data(ask(PrivateView, accept_language=code))["detail"] for code in ("it", "en")]
        assert texts[0] != texts[1]

    def test_do_not_stay_on_for_the_next_request(self):
        with translation.override("en"):
            ask(PublicView, accept_language="it")
            ask(PrivateView, authorization="Bearer sesame")
            assert translation.get_language() == "en"


class TestAnswers:
    @pytest.mark.parametrize(
        "accept", ["*/*", "application/json", "text/html", "application/xml", "image/*;q=0", "junk"]
    )
    def test_are_json_whatever_the_client_accepts(self, accept):
        response = ask(PublicView, accept=accept)
        assert response.status_code == 200
        assert response["Content-Type"] == "application/json"

    @pytest.mark.parametrize(
        "response",
        [
            lambda: ask(PublicView),
            lambda: ask(PublicView, "DELETE"),
            lambda: ask(PublicView, "BREW"),
            lambda: ask(PrivateView),
            lambda: ask(raising(Moved(ply=3))),
        ],
    )
    def test_are_never_stored_and_vary_with_who_asks(self, response):
        response = response()
        assert response["Cache-Control"] == "no-store"
        assert response["Vary"] == "Authorization, Accept-Language"

    def test_have_no_type_without_a_body(self):
        response = ask(PublicView, "DELETE")
        assert response.status_code == 204
        assert response.content == b""
        assert "Content-Type" not in response

    def test_may_be_the_frameworks_own(self):
        class View(ApiView):
            public = True

            def get(self, request):
                return Response({"text": _("Not found")}, status=202)

        response = ask(View, accept_language="it")
        assert response.status_code == 202
        assert data(response) == {"text": "Non trovato"}
        assert response["Content-Type"] == "application/json"

    def test_read_a_body_once_and_give_it_again(self):
        class View(ApiView):
            public = True

            def post(self, request):
                return answer({"same": request.data is request.data, "data": request.data})

        response = ask(View, "POST", body=b'{"a": 1}')
        assert data(response) == {"same": True, "data": {"a": 1}}

    def test_count_no_body_as_an_empty_one(self):
        assert data(ask(PublicView, "POST")) == {}


class TestProblems:
    def test_tell_what_the_error_knows(self):
        error = Moved(errors=[FieldProblem("/ply", "stale", "Stale.")], ply=12)
        response = ask(raising(error))
        assert response.status_code == 409
        assert response["Content-Type"] == "application/problem+json"
        assert data(response) == {
            "type": "urn:scopa:problem:moved_in_these_tests",
            "title": "Moved",
            "status": 409,
            "detail": "Now at 12.",
            "code": "moved_in_these_tests",
            "errors": [{"pointer": "/ply", "code": "stale", "detail": "Stale."}],
            "current_ply": 12,
        }

    def test_say_when_to_try_again(self):
        response = ask(raising(TooManyRequests(seconds=17, scope="tests")))
        assert response.status_code == 429
        assert response["Retry-After"] == "17"

    @pytest.mark.parametrize(
        ("error", "status", "code"),
        [
            (Http404(), 404, "not_found"),
            (PermissionDenied(), 403, "forbidden"),
            (SuspiciousOperation(), 400, "bad_request"),
            (AuthenticationFailed(), 401, "not_authenticated"),
            (NotFound(), 404, "not_found"),
            (ParseError(), 400, "bad_request"),
            (UnsupportedMediaType("text/html"), 415, "not_json"),
            (UnreadablePostError(), 400, "body_unreadable"),
            (RequestDataTooBig(), 413, "body_too_large"),
            (OperationalError("server closed the connection"), 503, "unavailable"),
        ],
    )
    def test_stand_for_the_frameworks_own_errors(self, error, status, code):
        response = ask(raising(error))
        assert response.status_code == status
        assert data(response)["code"] == code
        assert "server closed" not in response.content.decode()

    def test_tell_to_try_again_when_the_database_is_away(self):
        assert ask(raising(OperationalError()))["Retry-After"] == "1"

    def test_do_not_swallow_what_nobody_anticipated(self):
        with pytest.raises(ZeroDivisionError):
            ask(raising(ZeroDivisionError()))
