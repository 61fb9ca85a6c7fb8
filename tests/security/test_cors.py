"""Only pages of named origins may read what the API answers, and never with cookies."""

import asyncio
import os
import subprocess
import sys

import pytest
from django.conf import settings as given

from players.streams.asgi import Events
from scopa_site.env import BASE_DIR
from tests.api.callers import Caller, guest
from tests.players.streaming import Exchange

OURS = "https://play.example"
FOREIGN = [
    "https://evil.example",
    "http://play.example",
    "https://play.example.evil.example",
    "https://play.example:8443",
    "https://sub.play.example",
    "null",
    "https://[",
]
ALLOW = "Access-Control-Allow-Origin"

pytestmark = pytest.mark.django_db


@pytest.fixture
def named(settings):
    settings.CORS_ALLOWED_ORIGINS = [OURS]


def preflight(client, path="/api/v1/matches", origin=OURS, method="POST"):
    asked = {
        "origin": origin,
        "access-control-request-method": method,
        "access-control-request-headers": "authorization,content-type,idempotency-key",
    }
    return client.options(path, headers=asked)


def cors_headers(response):
    return {name for name in response.headers if name.lower().startswith("access-control-")}


class TestByDefault:
    def test_no_origin_is_allowed(self, client):
        assert given.CORS_ALLOWED_ORIGINS == []
        assert cors_headers(preflight(client)) == set()
        assert cors_headers(guest().get("/me", origin=OURS)) == set()

    def test_a_name_that_is_no_origin_stops_the_start(self, tmp_path):
        env = {
            **os.environ,
            "SCOPA_DATA_DIR": str(tmp_path),
            "CORS_ALLOWED_ORIGINS": "play.example",
        }
        done = subprocess.run(
            [sys.executable, "manage.py", "check"],
            cwd=BASE_DIR, env=env, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 1
        assert "corsheaders.E013" in done.stderr


@pytest.mark.usefixtures("named")
class TestAPageOfANamedOrigin:
    @pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE"])
    def test_may_send_what_an_app_sends(self, client, method):
        answer = preflight(client, method=method)
        assert (answer.status_code, answer.content) == (200, b"")
        assert answer[ALLOW] == OURS
        assert method in answer["Access-Control-Allow-Methods"].split(", ")
        headers = set(answer["Access-Control-Allow-Headers"].split(", "))
        assert headers >= {"authorization", "content-type", "idempotency-key", "if-none-match"}
        assert "cookie" not in headers
        assert int(answer["Access-Control-Max-Age"]) > 0

    def test_may_read_the_answer_and_the_headers_that_it_needs(self):
        answer = guest().get("/matches", origin=OURS)
        assert answer.status_code == 200
        assert answer[ALLOW] == OURS
        shown = set(answer["Access-Control-Expose-Headers"].split(", "))
        assert shown >= {"ETag", "Retry-After", "Idempotency-Replayed", "X-Request-ID"}

    def test_may_read_refusals_too(self, client):
        assert client.get("/api/v1/me", headers={"origin": OURS})[ALLOW] == OURS
        assert client.get("/api/v1/nothing", headers={"origin": OURS})[ALLOW] == OURS

    def test_is_not_given_cookies(self, client):
        for answer in (preflight(client), guest().get("/me", origin=OURS)):
            assert "Access-Control-Allow-Credentials" not in answer

    @pytest.mark.parametrize("path", ["/admin/", "/healthz", "/metrics", "/api/docs/", "/"])
    def test_may_read_nothing_but_the_api(self, client, path):
        assert cors_headers(preflight(client, path)) == set()
        assert cors_headers(client.get(path, headers={"origin": OURS})) == set()

    @pytest.mark.parametrize("origin", FOREIGN)
    def test_is_no_page_of_another_origin(self, client, origin):
        assert cors_headers(preflight(client, origin=origin)) == set()
        answer = guest().get("/matches", origin=origin)
        assert answer.status_code == 200
        assert cors_headers(answer) == set()

    def test_makes_caches_keep_the_answers_apart(self):
        assert "origin" in Caller().get("/meta")["Vary"].lower()


def heard(path, method="GET", **headers):
    """Return status and headers of what the process of events answers."""

    async def ask():
        app = Events()
        exchange = Exchange(app, path, method=method, headers=headers)
        try:
            return await exchange.start()
        finally:
            exchange.hang_up()
            await app.close()

    return asyncio.run(ask())


@pytest.mark.usefixtures("named")
class TestTheProcessOfEvents:
    """It has no middleware, and says the same."""

    @pytest.mark.parametrize("path", ["/api/v1/events", "/api/v1/events/stream"])
    def test_lets_a_page_ask(self, path):
        asked = {"origin": OURS, "access-control-request-method": "GET"}
        status, headers = heard(path, "OPTIONS", **asked)
        assert (status, headers[ALLOW.lower()]) == (200, OURS)
        assert "authorization" in headers["access-control-allow-headers"]

    def test_lets_a_page_read_a_refusal(self):
        status, headers = heard("/api/v1/events", origin=OURS)
        assert (status, headers[ALLOW.lower()]) == (401, OURS)
        assert "access-control-allow-credentials" not in headers

    @pytest.mark.parametrize("origin", FOREIGN)
    def test_lets_no_other_page(self, origin):
        asked = {"origin": origin, "access-control-request-method": "GET"}
        for method in ("OPTIONS", "GET"):
            _status, headers = heard("/api/v1/events", method, **asked)
            assert not [name for name in headers if name.startswith("access-control")]

    def test_answers_a_request_that_is_no_preflight_as_before(self):
        status, _headers = heard("/api/v1/events", "OPTIONS", origin=OURS)
        assert status == 405
