"""Every route of the URLconf answers every role as matrix.csv promises, and no more of them."""

import os

import pytest

from tests.security.matrix import (
    NOT_THERE,
    ROLES,
    Scene,
    measured,
    promised,
    routes,
    whole,
    write,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("limits_lifted")]

# What nobody is answered at is no row: the verb does not exist there.
NOWHERE = ["405"] * len(ROLES)
# Whoever asks without a token that is good learns nothing of which verbs there are.
UNKNOWN = {"anonymous": "401", "deactivated": "401"}


@pytest.fixture(autouse=True)
def _cheap_hashes(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def scene():
    return Scene()


def is_api(template):
    return template.startswith("api/v1/")


def test_every_route_answers_every_role_as_promised(scene):
    wrong = []
    if os.environ.get("MATRIX") == "write":
        kept = promised()
        found = {each: kept.get(each) or measured(scene, *each) for each in routes()}
        write({each: row for each, row in found.items() if row != NOWHERE})
        return
    rows = promised()
    for template, verb in routes():
        found = measured(scene, template, verb)
        expected = rows.pop((template, verb), NOWHERE)
        if found != expected:
            wrong.append(f"{verb} {template}: {','.join(found)}, not {','.join(expected)}")
    assert not wrong, "\n".join(["see tests/security/matrix.py", *wrong])
    assert not rows, f"rows of routes that there are not: {sorted(rows)}"


def test_nobody_unknown_is_answered_where_a_token_is_asked_for(scene):
    del scene
    for (template, verb), row in promised().items():
        by_role = dict(zip(ROLES, row, strict=True))
        if is_api(template) and by_role["anonymous"] == "401" != by_role["guest"]:
            assert by_role["deactivated"] == "401", f"{verb} {template}"


def test_staff_without_rights_and_players_see_nothing_in_the_admin(scene):
    del scene
    # Its entrance, the way out, and the password of one's own.
    own = (
        "",
        "login/",
        "logout/",
        "jsi18n/",
        "search/",
        "recovery-codes/",
        "authenticator/",
        "password_change/",
        "password_change/done/",
    )
    open_to_all = {f"admin/{page}" for page in own}
    for (template, verb), row in promised().items():
        if template.startswith("admin/") and template not in open_to_all:
            by_role = dict(zip(ROLES, row, strict=True))
            for role in ("anonymous", "guest", "seated", "creator", "deactivated"):
                assert by_role[role] in {"302", "403", "404"}, f"{verb} {template} {role}"
            assert by_role["staff"] in {"302", "403", "404", "405"}, f"{verb} {template}"


def test_nobody_gets_a_fault_of_ours():
    for (template, verb), row in promised().items():
        assert not {each for each in row if each.startswith("5")} - {"503"}, f"{verb} {template}"


def test_a_stranger_cannot_tell_what_is_private_from_what_is_not_there(scene):
    compared = 0
    nothing = dict.fromkeys(scene.ids, NOT_THERE)
    for (template, verb), row in promised().items():
        mine = any(f":{name}>" in template for name in set(scene.ids) - {"player_id", "family"})
        if not (is_api(template) and mine) or row[ROLES.index("guest")] != "404":
            continue
        for role in ("guest", "staff", "superuser"):
            there = whole(scene.ask(role, verb, template))
            gone = whole(scene.ask(role, verb, template, **nothing))
            assert there == gone, f"{verb} {template} {role}"
            compared += 1
    assert compared >= 60
