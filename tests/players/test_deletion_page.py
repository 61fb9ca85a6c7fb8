"""The page on which an account is deleted: without a script, a token, or a word on who exists."""

import re
from datetime import timedelta
from statistics import median
from time import perf_counter

import pytest
from django.test import Client
from django.utils import timezone

from players.models import Deletion, Player, Token
from players.services import create_guest, sweep_deletions
from players.services.recovery import make_recovery_code
from tests.players.accounts import NOW, PASSWORD, signed_up

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_window")]

PAGE = "/account/delete"
NAMED = {"username": "anna", "password": PASSWORD}


@pytest.fixture
def anna():
    return signed_up("anna").player


def post(step, client=None, **fields):
    return (client or Client()).post(PAGE, {"step": step, **fields})


class TestThePage:
    def test_leads_from_who_it_is_to_the_deletion_and_back(self, anna):
        first = post("look", **NAMED)
        assert 'value="ask"' in first.content.decode()
        assert not Deletion.objects.exists()
        asked = post("ask", **NAMED)
        deletion = Deletion.objects.get(player=anna)
        assert f"{deletion.due_at:%Y-%m-%d %H:%M}" in asked.content.decode()
        assert 'value="cancel"' in post("look", **NAMED).content.decode()
        assert post("cancel", **NAMED).status_code == 200
        assert not Deletion.objects.exists()

    def test_asks_the_same_service_as_the_app(self, anna):
        post("ask", **NAMED)
        assert not Token.objects.exists()
        assert sweep_deletions(now=timezone.now() + timedelta(days=7, seconds=1)) == 1
        assert Player.objects.get(pk=anna.pk).erased_at is not None

    def test_takes_the_recovery_code_of_a_guest_and_leaves_it_good(self):
        guest = create_guest(now=NOW)
        token = Token.objects.get(player=guest.player)
        code = make_recovery_code(player_id=guest.player.pk, token_id=token.public_id, now=NOW)
        assert 'value="ask"' in post("look", code=code.lower()).content.decode()
        post("ask", code=code)
        assert Deletion.objects.get().player == guest.player
        assert post("ask", code="AAAAA-AAAAA-AAAAA-AAAAA-AAAAA").status_code == 422

    @pytest.mark.parametrize("step", ["look", "ask", "cancel"])
    def test_refuses_alike_whether_the_account_exists(self, anna, step):
        answers = [
            post(step, username=name, password="wrong, whoever it is")
            for name in ("anna", "nobody-of-that-name")
        ]
        assert [answer.status_code for answer in answers] == [422, 422]
        bodies = {re.sub(r'name="csrf.*?>', "", each.content.decode()) for each in answers}
        assert len(bodies) == 1
        assert not Deletion.objects.exists()

    def test_counts_attempts_as_those_to_log_in(self, anna):
        for _attempt in range(5):
            post("look", username="anna", password="wrong")
        refused = post("look", **NAMED)
        assert refused.status_code == 429
        assert int(refused["Retry-After"]) > 0

    def test_refuses_a_form_of_another_site(self, anna):
        client = Client(enforce_csrf_checks=True)
        assert post("ask", client, **NAMED).status_code == 403
        token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', client.get(PAGE).content.decode())
        done = post("ask", client, csrfmiddlewaretoken=token[1], **NAMED)
        assert done.status_code == 200
        assert Deletion.objects.exists()

    @pytest.mark.parametrize(
        ("language", "title"),
        [("it", "Cancella il tuo account"), ("en", "Delete your account")],
    )
    def test_speaks_the_language_of_the_browser(self, language, title):
        page = Client().get(PAGE, headers={"accept-language": language})
        assert f'<html lang="{language}">' in page.content.decode()
        assert f"<h1>{title}</h1>" in page.content.decode()

    @pytest.mark.parametrize(
        ("language", "until", "label"),
        [
            ("it", "Dopo 7 giorni non si può più tornare indietro.", "Nome utente"),
            ("en", "After 7 days nothing can be undone.", "Username"),
        ],
    )
    def test_says_until_when_one_can_come_back(self, anna, language, until, label):
        body = {"step": "look", **NAMED}
        text = Client().post(PAGE, body, headers={"accept-language": language}).content.decode()
        assert until in text
        assert f'<label for="username">{label}</label>' in text

    def test_holds_no_script_is_kept_nowhere_and_stands_in_no_frame(self):
        page = Client().get(PAGE)
        assert "<script" not in page.content.decode()
        assert "no-store" in page["Cache-Control"]
        assert page["X-Frame-Options"] == "DENY"
        assert "default-src 'none'" in page["Content-Security-Policy"]

    def test_never_shows_what_was_typed_but_the_username(self, anna):
        shown = post("look", **NAMED).content.decode()
        assert PASSWORD not in shown
        assert 'value="anna"' in shown
        evil = post("look", username='"><script>', password="x").content.decode()
        assert "<script>" not in evil

    @pytest.mark.parametrize(
        "fields",
        [{}, {"username": "x" * 31}, {"password": "x" * 129}, {"username": "a\0b"}, {"step": "?"}],
    )
    def test_refuses_what_proves_nothing(self, fields):
        assert Client().post(PAGE, {"step": "ask", **fields}).status_code == 422

    def test_answers_other_methods_with_405(self):
        assert Client().put(PAGE).status_code == 405


def test_takes_as_long_whether_the_account_exists(settings):
    settings.SCOPA_LIMITS_LIFTED = True
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    signed_up("bruno")
    times = {"bruno": [], "nobody-there": []}
    for _turn in range(12):
        for name, taken in times.items():
            begun = perf_counter()
            post("look", username=name, password="wrong")
            taken.append(perf_counter() - begun)
    known, unknown = (median(taken) for taken in times.values())
    assert 0.6 < known / unknown < 1.6
