"""Whatever is sent as a body is refused with a problem, by every call, and changes nothing."""

import json

import pytest

from tests.api import contract
from tests.api.callers import OPEN, Caller, guests, invited
from tests.security.hostile_bodies import HOSTILE_BODIES, Hostile
from tests.security.hostile_texts import TEXTS, VALUES
from tests.security.operations import filled, operations_with_bodies
from tests.security.stored import digests

OPERATIONS = operations_with_bodies()
each_operation = pytest.mark.parametrize(
    ("method", "template"), OPERATIONS, ids=[f"{method} {path}" for method, path in OPERATIONS]
)

# Calls with a field in which no text is right, and a body that is good but for that field.
CLOSED_FIELDS = {
    ("POST", "/auth/login", "username"): {"password": "not the password of anybody"},
    ("POST", "/auth/login", "password"): {"username": "nobody-at-all"},
    ("POST", "/matches", "preset"): {"seats": [{"type": "me"}, OPEN]},
    ("POST", "/matches", "clock"): {"preset": "scopa_classica", "seats": [{"type": "me"}, OPEN]},
    ("POST", "/matches", "talk"): {"preset": "scopa_classica", "seats": [{"type": "me"}, OPEN]},
    ("POST", "/matches", "seats"): {"preset": "scopa_classica"},
    ("POST", "/matches", "rules"): {"preset": "scopa_classica", "seats": [{"type": "me"}, OPEN]},
    ("POST", "/matches/{match_id}/moves", "card"): {"ply": 0},
    ("POST", "/matches/{match_id}/moves", "ply"): {"card": "7D"},
    ("POST", "/matches/{match_id}/moves", "capture"): {"ply": 0, "card": "7D"},
    ("PUT", "/matches/{match_id}/plans", "card"): {"ply": 0},
    ("POST", "/matches/{match_id}/reactions", "phrase"): {},
    ("POST", "/matches/{match_id}/decline", "reason"): {},
    ("POST", "/matches/{match_id}/join", "seat"): {},
    ("POST", "/matches/join-by-code", "code"): {},
    ("POST", "/quick-match", "preset"): {},
    ("POST", "/rules/validate", "preset"): {},
    ("PATCH", "/me", "language"): {},
    ("PATCH", "/me", "timezone"): {},
}

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _without_limits_and_cheap(settings):
    settings.SCOPA_LIMITS = dict.fromkeys(settings.SCOPA_LIMITS, (10**6, 60))
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


class Scene:
    """A player on turn in a match, and somebody who sends what nobody should."""

    def __init__(self):
        self.caller, self.other = guests(2)
        seats = [{"type": "me"}, invited(self.other)]
        self.match_id = self.caller.create("scopa_classica", seats=seats)["id"]
        self.other.join(self.match_id)
        self.caller.matches()  # whatever a first use of a token leaves behind
        self.stranger = Caller()

    def send(self, method, template, hostile):
        """Send a body as the player; return what is wrong with the answer, None for nothing."""
        path = filled(template, match_id=self.match_id, player_id=self.other.id)
        response = self.caller.client.generic(
            method,
            f"/api/v1{path}",
            hostile.body,
            content_type=hostile.content_type,
            headers={"authorization": f"Bearer {self.caller.token}", **hostile.headers},
            **hostile.for_server(),
        )
        return fault_of(response)


def fault_of(response):
    status, media_type = response.status_code, response.headers.get("Content-Type")
    if not 400 <= status < 500:
        return f"{status} {response.content[:200]}"
    if media_type != "application/problem+json":
        return f"{status} as {media_type}"
    problem = json.loads(response.content)
    if problem["status"] != status or not problem["code"]:
        return f"{status} but {problem}"
    if len(response.content) > 20_000:
        return f"{status} with {len(response.content)} bytes"
    return None


class TestTheCorpus:
    def test_holds_at_least_three_hundred_bodies_each_with_its_own_name(self):
        names = {hostile.name for hostile in HOSTILE_BODIES}
        assert len(names) == len(HOSTILE_BODIES) >= 300

    def test_goes_to_every_call_that_takes_a_body(self):
        paths = {path for _method, path in OPERATIONS}
        assert {"/api/v1/auth/login", "/api/v1/matches/{match_id}/moves"} <= paths
        assert len(OPERATIONS) >= 30


class TestEveryCall:
    @each_operation
    def test_refuses_the_whole_corpus_and_changes_nothing(self, method, template):
        scene = Scene()
        before = digests()
        faults = {
            hostile.name: fault
            for hostile in HOSTILE_BODIES
            if (fault := scene.send(method, template, hostile))
        }
        assert faults == {}
        assert digests() == before

    def test_would_not_pass_if_a_body_were_taken(self):
        scene = Scene()
        before = digests()
        kind = Hostile("kind", b'{"display_name":"Anna"}')
        assert scene.send("PATCH", "/api/v1/me", kind).startswith("200 ")
        assert digests() != before


class TestEveryField:
    @pytest.mark.parametrize(
        ("method", "path", "field"), CLOSED_FIELDS, ids=[" ".join(key) for key in CLOSED_FIELDS]
    )
    def test_that_knows_few_texts_refuses_all_others(self, method, path, field):
        scene = Scene()
        before = digests()
        good = CLOSED_FIELDS[method, path, field]
        faults = {}
        for name, value in {**TEXTS, **VALUES}.items():
            body = json.dumps({**good, field: value}).encode()
            fault = scene.send(method, f"/api/v1{path}", Hostile(name, body))
            if fault and not is_a_value_of(method, path, field, value):
                faults[name] = fault
        assert faults == {}
        assert digests() == before


def is_a_value_of(method, path, field, value):
    """Tell whether the document lets the field be just that: null, or a number within bounds."""
    operation = contract.operation_of(method, f"/api/v1{path}")
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    try:
        contract.check_schema({"$ref": f"{schema['$ref']}/properties/{field}"}, value)
    except AssertionError:
        return False
    return not isinstance(value, str)
