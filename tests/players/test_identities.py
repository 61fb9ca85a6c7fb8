"""/auth/apple, /auth/google, /me/identities: who comes in by whom."""

import time
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.core import mail
from django.utils import timezone

from players.models import Player, RecoveryCode, SpentIdentityToken, Token
from players.services import create_guest, forget_codes, sign_in_by_identity, sign_up
from scopa_site.outbox.effects import run_effects
from tests.concurrency.crowd import all_at_once
from tests.players.accounts import PASSWORD, assert_problem, call, faults
from tests.players.provider import NONCE, serving_keys

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESS = "anna@example.com"


@pytest.fixture
def provider(settings):
    with serving_keys(settings) as provider:
        yield provider


@pytest.fixture
def anna():
    return sign_up(username="anna", password=PASSWORD, now=timezone.now())


def sign_in(client, token, *, by="apple", **more):
    body = {"identity_token": token, "nonce": NONCE, **more}
    return call(client, "POST", f"/auth/{by}", body)


def link(client, session, token, *, by="apple", password=PASSWORD, **headers):
    body = {"provider": by, "identity_token": token, "nonce": NONCE}
    if password is not None:
        body["password"] = password
    return call(client, "POST", "/me/identities", body, session.token, **headers)


def unlink(client, token, *, by="apple", body=None):
    return call(client, "DELETE", f"/me/identities/{by}", body, token)


def linked(client, token):
    answer = call(client, "GET", "/me/identities", token=token).json()
    return [row["provider"] for row in answer["items"]]


def sent():
    mail.outbox.clear()
    run_effects(clock=timezone.now)
    return [(message.to[0], message.subject) for message in mail.outbox]


class TestSignIn:
    @pytest.mark.parametrize("by", ["apple", "google"])
    def test_makes_an_account_and_finds_it_again(self, client, provider, by):
        first = sign_in(client, provider.token(), by=by, device_name="phone")
        assert first.status_code == 200
        player = first.json()["player"]
        assert player["is_guest"] is False
        assert player["username"].startswith("player-")
        second = sign_in(client, provider.token(iat=int(time.time())), by=by)
        assert second.json()["player"] == player
        assert Player.objects.count() == 1
        assert not Player.objects.get().has_usable_password()
        assert [token.device_name for token in Token.objects.order_by("pk")] == ["phone", ""]

    def test_keeps_the_address_that_is_vouched_for_as_verified(self, client, provider):
        token = provider.token(email=ADDRESS, email_verified="true", name="Anna Rossi")
        session = sign_in(client, token).json()["token"]
        assert call(client, "GET", "/me/email", token=session).json() == {
            "email": ADDRESS,
            "verified": True,
            "pending": None,
        }

    def test_keeps_nothing_else_of_the_token(self, client, provider):
        sign_in(client, provider.token(name="Anna Rossi", email=ADDRESS))
        assert SocialAccount.objects.get().extra_data == {}
        assert "Rossi" not in str(list(Player.objects.values()))
        assert not EmailAddress.objects.exists()

    def test_takes_a_token_once(self, client, provider):
        token = provider.token()
        assert sign_in(client, token).status_code == 200
        assert_problem(sign_in(client, token), 422, "invalid_identity_token")
        assert_problem(sign_in(client, token, by="google"), 422, "invalid_identity_token")

    def test_tells_identities_of_two_providers_apart(self, client, provider):
        one = sign_in(client, provider.token()).json()["player"]
        other = sign_in(client, provider.token(iat=int(time.time()) - 1), by="google").json()[
            "player"
        ]
        assert one != other

    def test_refuses_a_forged_token(self, client, provider):
        from tests.players.provider import rsa_key

        response = sign_in(client, provider.token(key=rsa_key("forged")))
        assert_problem(response, 422, "invalid_identity_token")
        assert not Player.objects.exists()

    def test_does_not_open_an_account_by_its_address(self, client, provider, anna):
        EmailAddress.objects.create(user=anna.player, email=ADDRESS, verified=True, primary=True)
        token = provider.token(email=ADDRESS.upper(), email_verified=True)
        assert_problem(sign_in(client, token), 409, "link_needed")
        assert Player.objects.count() == 1
        # The token was not used up: after a log-in it links.
        assert link(client, anna, token).status_code == 200
        again = sign_in(client, provider.token(iat=int(time.time()) - 2))
        assert again.json()["player"]["username"] == "anna"

    def test_minds_no_account_that_only_claims_the_address(self, client, provider, anna):
        EmailAddress.objects.create(user=anna.player, email=ADDRESS, primary=True)
        token = provider.token(email=ADDRESS, email_verified=True)
        assert sign_in(client, token).json()["player"]["username"] != "anna"

    def test_opens_nothing_for_who_was_shut_out(self, client, provider):
        sign_in(client, provider.token())
        Player.objects.update(is_active=False)
        response = sign_in(client, provider.token(iat=int(time.time()) - 1))
        assert_problem(response, 422, "invalid_identity_token")

    def test_says_when_to_come_back_while_the_provider_is_away(self, client, provider):
        provider.status = 500
        response = sign_in(client, provider.token())
        assert_problem(response, 503, "provider_away")
        assert response["Retry-After"] == "10"

    def test_is_not_offered_where_no_app_is_known(self, client, settings):
        from scopa_site.identity_settings import IDENTITY_PROVIDERS

        settings.IDENTITY_PROVIDERS = IDENTITY_PROVIDERS
        assert_problem(sign_in(client, "x"), 404, "provider_not_offered")

    def test_refuses_a_long_name_of_a_device(self, client, provider):
        response = sign_in(client, provider.token(), device_name="x" * 61)
        assert_problem(response, 422, "invalid_account")

    @pytest.mark.usefixtures("one_window")
    def test_is_limited_for_each_address(self, client, provider, settings):
        settings.SCOPA_LIMITS = {**settings.SCOPA_LIMITS, "identity_per_ip": (2, 60)}
        assert [sign_in(client, "x").status_code for _ in range(3)] == [422, 422, 429]

    @pytest.mark.postgres
    def test_makes_one_account_of_many_tokens_at_once(self, provider):
        now = int(time.time())
        tokens = [provider.token(iat=now - number) for number in range(8)]
        attempts = [
            lambda token=token: sign_in_by_identity(
                provider="apple", identity_token=token, nonce=NONCE, now=timezone.now()
            )
            for token in tokens
        ]
        sessions = all_at_once(attempts)
        assert len({session.player.pk for session in sessions}) == 1
        assert Player.objects.count() == 1

    @pytest.mark.postgres
    def test_takes_one_token_once_of_many_at_once(self, provider):
        token = provider.token()

        def attempt():
            return sign_in_by_identity(
                provider="apple", identity_token=token, nonce=NONCE, now=timezone.now()
            )

        answers = all_at_once([attempt] * 8)
        assert len([answer for answer in answers if hasattr(answer, "token")]) == 1
        assert Token.objects.count() == 1


class TestLink:
    def test_opens_the_account_too(self, client, provider, anna):
        response = link(client, anna, provider.token())
        assert response.status_code == 200
        assert linked(client, anna.token) == ["apple"]
        signed_in = sign_in(client, provider.token(iat=int(time.time()) - 1))
        assert signed_in.json()["player"]["username"] == "anna"

    def test_is_told_to_the_address_of_the_player(self, client, provider, anna):
        EmailAddress.objects.create(user=anna.player, email=ADDRESS, verified=True, primary=True)
        link(client, anna, provider.token())
        assert sent() == [(ADDRESS, "The ways into your account")]

    def test_changes_nothing_the_second_time(self, client, provider, anna):
        token = provider.token()
        first, second = link(client, anna, token), link(client, anna, token)
        assert (first.status_code, second.status_code) == (200, 200)
        assert first.json() == second.json()
        assert SocialAccount.objects.count() == SpentIdentityToken.objects.count() == 1

    def test_is_refused_for_what_opens_another_account(self, client, provider, anna):
        sign_in(client, provider.token())
        response = link(client, anna, provider.token(iat=int(time.time()) - 1))
        assert_problem(response, 409, "identity_taken")
        assert linked(client, anna.token) == []

    def test_is_refused_for_a_second_one_of_a_provider(self, client, provider, anna):
        link(client, anna, provider.token())
        response = link(client, anna, provider.token(sub="subject-2"))
        assert_problem(response, 409, "provider_linked")

    def test_needs_the_password(self, client, provider, anna):
        response = link(client, anna, provider.token(), password="another")
        assert_problem(response, 422, "wrong_password")
        response = link(client, anna, provider.token(), password=None)
        assert faults(assert_problem(response, 400, "invalid_request")) == {
            ("/password", "required")
        }
        assert linked(client, anna.token) == []

    def test_makes_a_guest_an_account(self, client, provider):
        guest = create_guest(now=timezone.now() - timedelta(days=30))
        RecoveryCode.objects.create(player=guest.player, digest="x", created_at=timezone.now())
        token = provider.token(email=ADDRESS, email_verified=True)
        assert link(client, guest, token, password=None).status_code == 200
        player = Player.objects.get()
        assert player.pk == guest.player.pk
        assert player.is_guest is False
        assert player.username.startswith("player-")
        assert player.display_name == player.username
        assert player.email == ADDRESS
        assert not RecoveryCode.objects.exists()

    def test_gives_a_guest_no_address_that_another_has(self, client, provider, anna):
        EmailAddress.objects.create(user=anna.player, email=ADDRESS, verified=True, primary=True)
        guest = create_guest(now=timezone.now())
        token = provider.token(email=ADDRESS, email_verified=True)
        assert link(client, guest, token, password=None).status_code == 200
        assert Player.objects.get(pk=guest.player.pk).email == ""

    def test_is_refused_for_an_unknown_provider(self, client, provider, anna):
        response = link(client, anna, provider.token(), by="nobody")
        assert_problem(response, 400, "invalid_request")


class TestUnlink:
    def test_takes_a_way_in(self, client, provider, anna):
        link(client, anna, provider.token())
        assert unlink(client, anna.token, body={"password": PASSWORD}).status_code == 204
        assert linked(client, anna.token) == []

    def test_is_refused_for_the_last_way_in(self, client, provider):
        token = sign_in(client, provider.token()).json()["token"]
        assert_problem(unlink(client, token), 409, "last_way_in")
        assert linked(client, token) == ["apple"]

    def test_takes_one_of_two(self, client, provider):
        token = sign_in(client, provider.token()).json()["token"]
        body = {"provider": "google", "identity_token": provider.token(sub="g"), "nonce": NONCE}
        assert call(client, "POST", "/me/identities", body, token).status_code == 200
        assert unlink(client, token).status_code == 204
        assert linked(client, token) == ["google"]
        assert_problem(unlink(client, token, by="google"), 409, "last_way_in")

    def test_of_nothing_is_refused(self, client, anna):
        response = unlink(client, anna.token, by="google", body={"password": PASSWORD})
        assert_problem(response, 404, "identity_not_found")

    def test_needs_the_password(self, client, provider, anna):
        link(client, anna, provider.token())
        assert_problem(unlink(client, anna.token), 400, "invalid_request")
        response = unlink(client, anna.token, body={"password": "another"})
        assert_problem(response, 422, "wrong_password")

    def test_needs_a_fresh_log_in_where_there_is_no_password(self, client, provider):
        token = sign_in(client, provider.token()).json()["token"]
        Token.objects.update(created_at=timezone.now() - timedelta(hours=1))
        assert_problem(unlink(client, token), 422, "fresh_login_needed")


class TestForgetting:
    def test_keeps_spent_tokens_until_they_have_expired(self, client, provider):
        sign_in(client, provider.token())
        assert forget_codes(now=timezone.now()) == 0
        assert forget_codes(now=timezone.now() + timedelta(hours=1)) == 1
        assert not SpentIdentityToken.objects.exists()
