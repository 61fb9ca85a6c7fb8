"""API2, ASVS 6.3.8: the time of a log-in does not tell which names there are."""

import time
from statistics import median

import pytest
from django.test import Client

from tests.players.accounts import signed_up

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("limits_lifted")]

ROUNDS = 40
A_FEW = 10
TRIES = 3
NEAR = 0.10


@pytest.fixture
def argon2(settings):
    """Hash as a deployment does: the hash is what takes the time."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]


def seconds_of(client, username):
    """Return the time that the processors spend on one attempt: others do not count in it."""
    body = {"username": username, "password": "not the password"}
    begun = time.process_time()
    answer = client.post("/api/v1/auth/login", body, content_type="application/json")
    spent = time.process_time() - begun
    assert answer.status_code == 401
    return spent


def medians(client, known, unknown, *, rounds=ROUNDS):
    """Return the medians for both, tried by turns: whatever disturbs one disturbs the other."""
    spent = {known: [], unknown: []}
    for round_ in range(rounds):
        for name in (known, unknown) if round_ % 2 else (unknown, known):
            spent[name].append(seconds_of(client, name))
    return median(spent[known]), median(spent[unknown])


def apart(client, known, unknown):
    """Return by which part the medians differ, at best: noise only drives them apart."""
    found = []
    for _try in range(TRIES):
        one, other = medians(client, known, unknown)
        found.append(abs(one / other - 1))
        if found[-1] < NEAR:
            break
    return min(found)


@pytest.mark.usefixtures("argon2")
class TestTheMedians:
    def test_of_a_known_and_an_unknown_name_are_within_a_tenth(self):
        signed_up("anna")
        assert apart(Client(), "anna", "nobody-here") < NEAR

    def test_are_seen_apart_where_one_is_not_hashed(self, monkeypatch):
        signed_up("anna")
        monkeypatch.setattr("players.services.accounts.make_password", lambda _password: "")
        one, other = medians(Client(), "anna", "nobody-here", rounds=A_FEW)
        assert one / other > 1 + 2 * NEAR
