"""/me/email, /me/email/code, /auth/verify: which address is whose."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from players.address_errors import EmailTaken
from players.models import Code, Player
from players.services import create_guest, sign_up, verify_address
from players.services.codes import code_of
from scopa_site.outbox.effects import run_effects
from tests.concurrency.crowd import all_at_once
from tests.players.accounts import PASSWORD, assert_problem, call, faults

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESS = "anna@example.com"
OTHER = "anna@example.org"


def signed_up(username, email=""):
    return sign_up(username=username, password=PASSWORD, email=email, now=timezone.now())


@pytest.fixture
def anna():
    return signed_up("anna", email=ADDRESS)


def sent():
    """Bring about what is owed; return the mails since the last time, as (to, subject)."""
    mail.outbox.clear()
    run_effects(clock=timezone.now)
    return [(message.to[0], message.subject) for message in mail.outbox]


def code_in(message):
    return re.search(r"^(\d{4} \d{4})$", message.body, re.MULTILINE)[1]


def latest_code():
    sent()
    return code_in(mail.outbox[-1])


def put(client, session, email=OTHER, password=PASSWORD):
    body = {"email": email, "password": password}
    return call(client, "PUT", "/me/email", body, session.token)


def verify(client, session, code, **headers):
    return call(client, "POST", "/auth/verify", {"code": code}, session.token, **headers)


def shown(client, session):
    return call(client, "GET", "/me/email", token=session.token).json()


def now_verified(client, session):
    code = code_of(Code.objects.get(player=session.player), now=timezone.now())
    assert verify(client, session, code).status_code == 200
    sent()
    return session


class TestSignup:
    def test_sends_a_code_to_the_address(self, client, anna):
        assert sent() == [(ADDRESS, "Your code for Scopa")]
        assert shown(client, anna) == {"email": ADDRESS, "verified": False, "pending": None}

    def test_without_an_address_sends_nothing(self, client):
        berta = signed_up("berta")
        assert sent() == []
        assert shown(client, berta) == {"email": "", "verified": False, "pending": None}

    def test_with_an_address_that_somebody_has_is_answered_alike(self, client, anna):
        now_verified(client, anna)
        bodies = [
            {"username": f"berta{number}", "password": PASSWORD, "email": email}
            for number, email in enumerate([ADDRESS.upper(), "nobody@example.com"])
        ]
        answers = [call(client, "POST", "/auth/signup", body) for body in bodies]
        assert [answer.status_code for answer in answers] == [201, 201]
        assert [answer.json().keys() for answer in answers] == [answers[0].json().keys()] * 2
        assert sent() == [
            (ADDRESS, "Somebody gave your address"),
            ("nobody@example.com", "Your code for Scopa"),
        ]

    def test_sends_no_more_than_some_mails_to_one_address(self, client, settings, one_window):
        settings.SCOPA_LIMITS = {**settings.SCOPA_LIMITS, "mail_per_address": (2, 3600)}
        for number in range(4):
            signed_up(f"berta{number}", email=ADDRESS)
        assert len(sent()) == 2


class TestVerify:
    def test_proves_the_address(self, client, anna):
        response = verify(client, anna, latest_code())
        assert response.status_code == 200
        assert response.json() == {"email": ADDRESS, "verified": True, "pending": None}
        assert shown(client, anna) == response.json()

    @pytest.mark.parametrize("code", ["", "00000000", "x" * 9, "1" * 1000, "١٢٣٤٥٦٧٨"])
    def test_refuses_another_code(self, client, anna, code):
        assert_problem(verify(client, anna, code), 422, "code_wrong")
        assert shown(client, anna)["verified"] is False

    def test_refuses_a_code_of_somebody_else(self, client, anna):
        code = latest_code()
        berta = signed_up("berta", email="berta@example.com")
        assert_problem(verify(client, berta, code), 422, "code_wrong")

    def test_refuses_the_right_code_after_five_wrong_ones(self, client, anna):
        code = latest_code()
        for _attempt in range(5):
            verify(client, anna, "00000000")
        assert_problem(verify(client, anna, code), 422, "code_wrong")

    def test_counts_wrong_codes_under_a_key_too(self, client, anna):
        sent()
        for key in range(3):
            verify(client, anna, "00000000", idempotency_key=f"key-{key}")
        assert Code.objects.get().attempts_left == 2

    def test_speaks_plainly_to_who_proves_an_address_taken_meanwhile(self, client, anna):
        berta = signed_up("berta", email=ADDRESS)
        code = code_of(Code.objects.get(player=berta.player), now=timezone.now())
        now_verified(client, anna)
        with pytest.raises(EmailTaken):
            verify_address(player_id=berta.player.pk, code=code, now=timezone.now())
        assert not EmailAddress.objects.get(user=berta.player).verified

    def test_needs_a_token(self, client):
        assert_problem(
            call(client, "POST", "/auth/verify", {"code": "1"}), 401, "not_authenticated"
        )

    @pytest.mark.postgres
    def test_gives_an_address_to_one_of_two_at_once(self, anna):
        berta = signed_up("berta", email=ADDRESS)
        attempts = [
            lambda player=session.player: verify_address(
                player_id=player.pk,
                code=code_of(Code.objects.get(player=player), now=timezone.now()),
                now=timezone.now(),
            )
            for session in (anna, berta)
        ]
        answers = all_at_once(attempts)
        assert sorted(type(answer).__name__ for answer in answers) == ["EmailTaken", "NoneType"]
        assert EmailAddress.objects.filter(email=ADDRESS, verified=True).count() == 1


class TestAnotherAddress:
    def test_waits_for_its_code_while_the_old_one_holds(self, client, anna):
        now_verified(client, anna)
        response = put(client, anna)
        assert response.status_code == 200
        assert response.json() == {"email": ADDRESS, "verified": True, "pending": OTHER}
        assert Player.objects.get().email == ADDRESS
        assert sent() == [
            (ADDRESS, "Your address is to be changed"),
            (OTHER, "Your code for Scopa"),
        ]

    def test_takes_the_place_of_the_old_one(self, client, anna):
        now_verified(client, anna)
        put(client, anna)
        response = verify(client, anna, latest_code())
        assert response.json() == {"email": OTHER, "verified": True, "pending": None}
        assert Player.objects.get().email == OTHER
        assert list(EmailAddress.objects.values_list("email", flat=True)) == [OTHER]

    def test_replaces_at_once_one_that_was_never_verified(self, client, anna):
        sent()
        response = put(client, anna)
        assert response.json() == {"email": OTHER, "verified": False, "pending": None}
        assert sent() == [(OTHER, "Your code for Scopa")]

    def test_ends_the_code_for_the_one_before_it(self, client, anna):
        old = latest_code()
        put(client, anna)
        assert_problem(verify(client, anna, old), 422, "code_wrong")

    def test_replaces_one_that_still_waits(self, client, anna):
        now_verified(client, anna)
        put(client, anna, "first@example.com")
        put(client, anna, "second@example.com")
        assert shown(client, anna)["pending"] == "second@example.com"
        assert EmailAddress.objects.count() == 2

    def test_is_no_other_when_it_is_the_same_in_any_case(self, client, anna):
        now_verified(client, anna)
        assert put(client, anna, ADDRESS.upper()).json()["pending"] is None
        assert sent() == []

    def test_is_answered_alike_when_somebody_has_it(self, client, anna):
        now_verified(client, anna)
        berta = signed_up("berta")
        sent()
        taken = put(client, berta, ADDRESS)
        assert taken.status_code == 200
        assert taken.json() == {"email": ADDRESS, "verified": False, "pending": None}
        assert sent() == [(ADDRESS, "Somebody gave your address")]
        assert "anna" in mail.outbox[0].body
        assert "berta" not in mail.outbox[0].body

    @pytest.mark.parametrize("email", ["", "x", "a@", "a b@c.it", "a@b\n.it", "a" * 250 + "@b.it"])
    def test_must_be_one(self, client, anna, email):
        problem = assert_problem(put(client, anna, email), 422, "invalid_email")
        assert faults(problem) == {("/email", "invalid")} or "max_length" in str(faults(problem))
        assert shown(client, anna)["email"] == ADDRESS

    def test_needs_the_password(self, client, anna):
        problem = assert_problem(put(client, anna, password="another"), 422, "wrong_password")
        assert "another" not in str(problem)
        left_out = call(client, "PUT", "/me/email", {"email": OTHER}, anna.token)
        problem = assert_problem(left_out, 400, "invalid_request")
        assert faults(problem) == {("/password", "required")}
        assert shown(client, anna)["email"] == ADDRESS

    def test_needs_an_account_with_a_password(self, client):
        assert_problem(put(client, create_guest(now=timezone.now())), 409, "upgrade_first")

    @pytest.mark.usefixtures("one_window")
    def test_lets_nobody_try_passwords_faster_than_a_log_in_does(self, client, anna, settings):
        settings.SCOPA_LIMITS = {**settings.SCOPA_LIMITS, "password_per_player": (2, 60)}
        statuses = [put(client, anna, password="another").status_code for _attempt in range(3)]
        assert statuses == [422, 422, 429]


class TestNoAddress:
    def test_is_kept_of_who_removes_it(self, client, anna):
        response = call(client, "DELETE", "/me/email", {"password": PASSWORD}, anna.token)
        assert response.json() == {"email": "", "verified": False, "pending": None}
        assert Player.objects.get().email == ""
        assert not EmailAddress.objects.exists()
        assert not Code.objects.exists()

    def test_comes_of_a_wrong_password(self, client, anna):
        response = call(client, "DELETE", "/me/email", {"password": "another"}, anna.token)
        assert_problem(response, 422, "wrong_password")
        left_out = call(client, "DELETE", "/me/email", {}, anna.token)
        assert_problem(left_out, 400, "invalid_request")
        assert shown(client, anna)["email"] == ADDRESS


class TestACodeAgain:
    def test_goes_to_the_address_that_waits(self, client, anna):
        now_verified(client, anna)
        put(client, anna)
        sent()
        response = call(client, "POST", "/me/email/code", token=anna.token)
        assert response.status_code == 202
        assert response.json()["pending"] == OTHER
        assert sent() == [(OTHER, "Your code for Scopa")]

    def test_is_refused_where_nothing_waits(self, client, anna):
        now_verified(client, anna)
        response = call(client, "POST", "/me/email/code", token=anna.token)
        assert_problem(response, 409, "nothing_to_verify")

    @pytest.mark.usefixtures("one_window")
    def test_is_had_three_times_an_hour(self, client, anna):
        asked = [call(client, "POST", "/me/email/code", token=anna.token) for _ in range(4)]
        assert [response.status_code for response in asked] == [202, 202, 202, 429]


class TestTime:
    def test_ends_a_code_after_half_an_hour(self, client, anna):
        code = code_of(Code.objects.get(), now=timezone.now())
        late = timezone.now() + timedelta(minutes=30)
        with pytest.raises(Exception, match="code_wrong"):
            verify_address(player_id=anna.player.pk, code=code, now=late)
