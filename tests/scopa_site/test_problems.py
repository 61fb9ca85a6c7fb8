"""Problems outside a view: addresses that do not exist, and errors that nobody anticipated."""

import logging

import pytest
from django.test import Client

from scopa_site.api import problems
from tests.players.accounts import assert_problem


class TestUnknownAddresses:
    @pytest.mark.parametrize(
        "path",
        [
            "/api/",
            "/api/v1/",
            "/api/v1/nothing",
            "/api/v2/me",
            "/api/v1/me/",
            "/api/v1/matches/not-an-id/x",
            "/api/v1/%00",
            "/api/v1/%ff",
        ],
    )
    def test_under_the_api_are_problems(self, path, client):
        response = client.get(path, headers={"accept-language": "it"})
        problem = assert_problem(response, 404, "not_found")
        assert problem["detail"] == "A questo indirizzo non c’è nulla."
        assert response["Content-Language"] == "it"

    @pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
    def test_are_problems_for_every_method(self, method, client):
        assert_problem(client.generic(method, "/api/v1/nothing"), 404, "not_found")

    def test_elsewhere_are_pages(self, client):
        response = client.get("/nothing")
        assert response.status_code == 404
        assert response["Content-Type"].startswith("text/html")


class TestAWrongHost:
    @pytest.mark.parametrize("path", ["/healthz", "/readyz", "/api/v1/me"])
    def test_is_a_problem_wherever_machines_ask(self, path, client):
        response = client.get(path, headers={"host": "elsewhere.example"})
        assert_problem(response, 400, "bad_request")

    def test_is_a_page_for_people(self, client):
        response = client.get("/admin/", headers={"host": "elsewhere.example"})
        assert response.status_code == 400
        assert response["Content-Type"].startswith("text/html")


class TestUnanticipatedErrors:
    @pytest.fixture
    def troubled(self, settings):
        settings.ROOT_URLCONF = "tests.scopa_site.troubled_urls"
        return Client(raise_request_exception=False)

    def test_are_logged_and_told_to_nobody(self, troubled, caplog):
        with caplog.at_level(logging.ERROR, logger="django.request"):
            response = troubled.get("/api/v1/trouble", headers={"accept-language": "it"})
        problem = assert_problem(response, 500, "internal_error")
        assert "7D" not in response.content.decode()
        assert problem["title"] == "Errore interno"
        assert "the secret is 7D" in caplog.text

    def test_reach_the_developer(self, settings):
        settings.ROOT_URLCONF = "tests.scopa_site.troubled_urls"
        with pytest.raises(RuntimeError):
            Client().get("/api/v1/trouble")


class TestHandlers:
    @pytest.mark.parametrize(
        ("handler", "status", "code"),
        [
            (lambda request: problems.handler400(request, Exception()), 400, "bad_request"),
            (lambda request: problems.handler403(request, Exception()), 403, "forbidden"),
            (lambda request: problems.handler404(request, Exception()), 404, "not_found"),
            (problems.handler500, 500, "internal_error"),
        ],
    )
    def test_answer_the_api_with_problems_and_people_with_pages(self, handler, status, code, rf):
        assert_problem_of(handler(rf.get("/api/v1/x")), status, code)
        page = handler(rf.get("/x"))
        assert page.status_code == status
        assert page["Content-Type"].startswith("text/html")


def assert_problem_of(response, status, code):
    assert response.status_code == status
    assert response["Content-Type"] == "application/problem+json"
    assert f'"code":"{code}"' in response.content.decode()
