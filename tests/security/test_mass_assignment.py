"""API3: no call writes a field that it does not name, whichever column of ours is tried."""

import pytest
from django.apps import apps

from tests.api import contract
from tests.security.matrix import Scene
from tests.security.operations import WITH_BODIES
from tests.security.stored import OURS, digests

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("limits_lifted")]


def columns():
    """Return the name of every field of every model, and of the column where that is another."""
    fields = [
        field
        for model in apps.get_models()
        if model._meta.app_label in OURS
        for field in model._meta.concrete_fields
    ]
    return sorted({field.name for field in fields} | {field.attname for field in fields})


def taken_by(operation):
    """Return the members that the body of an operation may have."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    schema = content.get("schema", {})
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        schema = contract.document()["components"]["schemas"][name]
    return set(schema.get("properties", {}))


OPERATIONS = [
    (method, template, taken_by(operation))
    for method, template, operation in contract.operations()
    if method in WITH_BODIES
]


@pytest.fixture
def scene(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    return Scene()


def sent(scene, method, template, body):
    caller = scene.seated
    caller.is_checked = False
    path = template.format_map(_Ids(scene.ids)).removeprefix("/api/v1")
    return caller.send(method, path, body=body)


class _Ids(dict):
    def __missing__(self, name):
        return "nothing"


def test_columns_are_many_and_some_would_be_worth_a_try():
    assert {"is_staff", "is_superuser", "password", "deadline_at", "winner_side"} <= set(columns())
    assert len(columns()) > 100


def test_no_call_takes_a_field_that_it_does_not_name(scene):
    sent(scene, "PATCH", "/api/v1/me", {})  # whatever a first use of the token leaves behind
    before, wrong = digests(), []
    for method, template, own in OPERATIONS:
        for name in columns():
            if name in own:
                continue
            answer = sent(scene, method, template, {name: 1})
            pointers = [each["pointer"] for each in answer.json().get("errors", ())]
            if answer.status_code != 400 or f"/{name}" not in pointers:
                wrong.append(f"{method} {template} {name}: {answer.status_code}")
    assert not wrong, "\n".join(wrong)
    assert digests() == before


@pytest.mark.parametrize(
    "more",
    [{"is_staff": True}, {"is_superuser": True}, {"username": "admin"}, {"rating": 3000}],
    ids=lambda more: next(iter(more)),
)
def test_a_good_change_with_one_field_too_many_changes_nothing(scene, more):
    before = digests()
    answer = sent(scene, "PATCH", "/api/v1/me", {"display_name": "Anna", **more})
    assert answer.status_code == 400
    assert digests() == before


def test_a_match_is_not_made_with_its_outcome(scene):
    before = digests()
    seats = [{"type": "me"}, {"type": "ai", "level": "greedy"}]
    for more in ({"winner_side": 0}, {"status": "finished"}, {"score": [11, 0]}):
        body = {"preset": "scopa_classica", "seats": seats, **more}
        assert sent(scene, "POST", "/api/v1/matches", body).status_code == 400
    seats = [{"type": "me", "score": 11}, {"type": "ai", "level": "greedy"}]
    body = {"preset": "scopa_classica", "seats": seats}
    assert sent(scene, "POST", "/api/v1/matches", body).status_code == 400
    assert digests() == before
