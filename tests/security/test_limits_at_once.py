"""Every limited route lets exactly as many through as it says, under sixty requests at once."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from django.conf import settings as given
from django.urls import resolve
from django.utils import timezone

from players.services.accounts import create_guest
from tests.api import contract
from tests.security.crowd import API, CROWD, Request, sent_at_once

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("one_window"),
]

LET_THROUGH = 7
SECONDS = 86_400
NOBODY = "0f8fad5b-d9cb-469f-a165-70867728950e"
AI = {"type": "ai", "level": "random"}
# A preset that does not exist: counted, and nothing made.
TABLE = {"preset": "none", "seats": [{"type": "me"}, AI]}
LOGIN = {"username": "anna", "password": "wrong {n}"}
CODE = {"email": "a@b.example", "code": "0", "new_password": "tre re in tavola"}
IDENTITY = {"identity_token": "none", "nonce": "0123456789abcdef"}

# For each limit that a view names, every route that spends it, with bodies that are read whole.
ROUTES = {
    "move_per_player": [Request("POST", f"/matches/{NOBODY}/moves", {"ply": 0, "card": "7D"})],
    "login_per_account": [Request("POST", "/auth/login", LOGIN)],
    "login_per_account_anywhere": [Request("POST", "/auth/login", LOGIN, address="10.0.0.{n}")],
    "login_per_ip": [Request("POST", "/auth/login", {"username": "u{n}", "password": "x"})],
    "signup_per_ip": [Request("POST", "/auth/signup", {"username": "u{n}", "password": "x"})],
    "guest_per_ip": [Request("POST", "/auth/guest", {})],
    "password_per_player": [Request("PUT", "/me/password", {"new_password": "x"})],
    "upgrade_per_player": [Request("POST", "/auth/upgrade", {"username": "u", "password": "x"})],
    "recovery_code_per_player": [Request("POST", "/me/recovery-code", {})],
    "recover_per_ip": [Request("POST", "/auth/recover", {"code": "{n}"})],
    "token_per_player": [
        Request("POST", "/me/tokens", {"name": "", "scopes": [], "expires_in_days": 1})
    ],
    "create_match_per_player": [
        Request("POST", "/matches", TABLE),
        Request("POST", "/quick-match", {"preset": "none"}),
        Request("POST", f"/matches/{NOBODY}/rematch", {}),
    ],
    "ai_match_per_player": [Request("POST", "/matches", TABLE | {"seats": [AI, AI]})],
    "join_by_code_per_player": [
        Request("POST", "/matches/join-by-code", {"code": "aaaa-bbbb-cccc"})
    ],
    "holiday_per_player": [
        Request("PUT", "/me/holiday", {"to": "2020-01-01T00:00:00Z"}),
        Request("DELETE", "/me/holiday"),
    ],
    "pause_per_player": [Request("POST", f"/matches/{NOBODY}/pause-requests", {"seconds": 3600})],
    "sandbox_per_player": [Request("POST", "/sandbox/players", {})],
    "sandbox_day_per_player": [Request("POST", "/sandbox/players", {})],
    "sandbox_clock_per_player": [Request("POST", "/sandbox/clock", {"seconds": 60})],
    "email_per_player": [Request("PUT", "/me/email", {"email": "a@b.example", "password": "x"})],
    "code_per_player": [Request("POST", "/me/email/code", {})],
    "verify_per_player": [Request("POST", "/auth/verify", {"code": "000000"})],
    "reset_per_ip": [Request("POST", "/auth/reset", {"email": "a{n}@b.example"})],
    "reset_per_account": [Request("POST", "/auth/reset", {"email": "a@b.example"})],
    "reset_per_account_anywhere": [
        Request("POST", "/auth/reset", {"email": "a@b.example"}, address="10.0.0.{n}")
    ],
    "reset_code_per_ip": [
        Request("POST", "/auth/reset/confirm", CODE | {"email": "a{n}@b.example"})
    ],
    "reset_code_per_account": [Request("POST", "/auth/reset/confirm", CODE)],
    "reset_code_per_account_anywhere": [
        Request("POST", "/auth/reset/confirm", CODE, address="10.0.0.{n}")
    ],
    "identity_per_ip": [
        Request("POST", "/auth/apple", IDENTITY),
        Request("POST", "/auth/google", IDENTITY),
    ],
    "identity_per_player": [
        Request("POST", "/me/identities", IDENTITY | {"provider": "apple"}),
        Request("DELETE", "/me/identities/apple"),
    ],
    "export_per_player": [Request("POST", "/me/exports", {})],
    "webhook_per_player": [
        Request("POST", "/me/webhooks", {"url": "http://hook.example"}),
        Request("PATCH", f"/me/webhooks/{NOBODY}", {"enabled": True}),
        Request("POST", f"/me/webhooks/{NOBODY}/secret"),
    ],
    "webhook_test_per_player": [
        Request("POST", f"/me/webhooks/{NOBODY}/test"),
        Request("POST", f"/me/webhooks/{NOBODY}/deliveries/{NOBODY}/again"),
    ],
    "report_per_player": [
        Request("POST", f"/players/{NOBODY}/reports", {"reason": "cheating"}),
    ],
    "device_test_per_player": [Request("POST", "/me/devices/telephone/test", {})],
    "remark_per_player": [
        Request("POST", f"/matches/{NOBODY}/reactions", {"phrase": "hello"}),
        Request("POST", f"/matches/{NOBODY}/messages", {"text": "Ciao!"}),
    ],
}
# Counted where no request alone decides: by the service that sends mail, and in the admin.
ELSEWHERE = {"mail_per_address", "second_factor_per_player"}
_NAME = re.compile(r"\{\w+\}")
GENERAL = {"read_per_player", "write_per_player", "public_per_ip"}
CASES = [(scope, request) for scope, requests in ROUTES.items() for request in requests]
# Where an address is counted: whatever a client claims, with no proxy of ours and with one.
FORGED = [
    (0, {"x-forwarded-for": "6.6.6.{n}"}),
    (1, {"x-forwarded-for": "6.6.6.{n}, 1.2.3.4"}),
]


@pytest.fixture
def only(settings):
    """Let one limit alone be reached."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

    def set_limits(*scopes):
        settings.SCOPA_LIMITS = {
            scope: (LET_THROUGH if scope in scopes else 1_000_000, SECONDS)
            for scope in settings.SCOPA_LIMITS
        }

    return set_limits


def check(answers, scope):
    """Fail unless exactly so many were let through, and the others are told when to come again."""
    statuses = Counter(response.status_code for response in answers)
    assert statuses[429] == CROWD - LET_THROUGH, statuses
    for response in answers:
        assert response.status_code != 500
        if response.status_code == 429:
            assert response["Content-Type"] == "application/problem+json"
            problem = response.json()
            assert (problem["code"], problem["scope"]) == ("too_many_requests", scope)
            assert 1 <= int(response["Retry-After"]) <= SECONDS


def test_every_limit_has_its_routes_here():
    assert set(ROUTES) | ELSEWHERE | GENERAL == set(given.SCOPA_LIMITS)


@pytest.mark.parametrize(
    ("scope", "request_"), CASES, ids=[f"{scope} {each.path}" for scope, each in CASES]
)
def test_is_exact_where_a_view_names_the_limit(scope, request_, only):
    only(scope)
    is_public = not contract.operation_of(request_.method, API + request_.path).get("security")
    token = None if is_public else create_guest(now=timezone.now()).token
    (answers,) = sent_at_once([replace(request_, token=token)])
    check(answers, scope)


@pytest.mark.parametrize(("proxies", "headers"), FORGED, ids=["no proxy", "one proxy"])
@pytest.mark.parametrize(
    "scope", ["login_per_ip", "login_per_account", "signup_per_ip", "recover_per_ip"]
)
def test_is_exact_whatever_address_is_claimed(scope, proxies, headers, only, settings):
    only(scope)
    settings.NUM_PROXIES = proxies
    (route,) = ROUTES[scope]
    (answers,) = sent_at_once([replace(route, headers=headers)])
    check(answers, scope)


def has_limit_of_its_own(method, path):
    view = resolve(_NAME.sub(NOBODY, path)).func.view_class
    return method in view.counted


@pytest.mark.parametrize("public", [True, False], ids=["public", "with a token"])
@pytest.mark.parametrize("kind", ["read", "write"])
def test_is_exact_on_every_route_there_is(kind, public, only):
    operations = [
        (method, path)
        for method, path, operation in contract.operations()
        if path.startswith("/api/")
        and (not operation.get("security")) == public
        and (method == "GET") == (kind == "read")
        and not has_limit_of_its_own(method, path)
    ]
    assert operations
    scope = "public_per_ip" if public else f"{kind}_per_player"
    only(scope)
    requests = [
        Request(
            method,
            _NAME.sub(NOBODY, path).removeprefix(API),
            # A body that no route takes: nothing is done, as the counting comes first.
            None if method == "GET" else {"unexpected": 1},
            # Each route by somebody else: all count for the same limit.
            address=f"10.1.0.{number}",
            token=None if public else create_guest(now=timezone.now()).token,
        )
        for number, (method, path) in enumerate(operations)
    ]
    for answers in sent_at_once(requests):
        check(answers, scope)
