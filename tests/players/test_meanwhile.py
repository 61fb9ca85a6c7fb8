"""What was proved by a password holds no longer when it is changed while the proof is looked at."""

from contextlib import contextmanager
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.db import connection, connections
from django.test import Client
from django.utils import timezone

from players.identity_errors import InvalidIdentityToken
from players.models import Code, Deletion, Token
from players.services import (
    confirm_reset,
    create_guest,
    erase,
    revoke_sessions,
    send_reset,
    sign_in_by_identity,
    unlink_identity,
    web_deletion,
)
from players.services.codes import code_of
from players.services.recovery import guest_of_code, make_recovery_code, recover
from players.services.staff import Mandate, deactivate
from tests.concurrency.crowd import all_at_once
from tests.players.accounts import PASSWORD, assert_problem, call, signed_up
from tests.players.hashers import InterruptedHasher
from tests.players.provider import NONCE, serving_keys

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESS = "anna@example.com"
NEW = "tre re in tavola"


@pytest.fixture
def provider(settings):
    with serving_keys(settings) as provider:
        yield provider


@pytest.fixture(autouse=True)
def hasher(settings):
    settings.PASSWORD_HASHERS = ["tests.players.hashers.InterruptedHasher"]
    yield InterruptedHasher
    InterruptedHasher.meanwhile = None


@pytest.fixture
def anna():
    session = signed_up("anna")
    EmailAddress.objects.create(user=session.player, email=ADDRESS, verified=True, primary=True)
    return session


def resets(player):
    now = timezone.now()
    send_reset(player_id=player.pk, now=now)
    code = code_of(Code.objects.get(player=player), now=now)
    confirm_reset(email=ADDRESS, code=code, new_password=NEW, client="", now=now)


def is_logged_out(player):
    revoke_sessions(player_id=player.pk, now=timezone.now())


def is_shut_out(player):
    by = Mandate(actor_id=None, reason="a test", key="once")
    deactivate(player_id=player.pk, by=by, now=timezone.now())


def is_erased(player):
    erase(player_id=player.pk, now=timezone.now())


def nothing(player):
    """Show that the same goes through where nothing comes between."""


CHANGES = [resets, is_logged_out, is_shut_out, is_erased]


def while_asked_for_keys(provider, act):
    """Have something happen while the provider is asked for its keys."""
    document = provider.document

    def slow_document():
        try:
            act()
        finally:
            connections.close_all()
        return document()

    provider.document = slow_document


def link(client, session, provider, **more):
    body = {"provider": "apple", "identity_token": provider.token(), "nonce": NONCE, **more}
    return call(client, "POST", "/me/identities", body, session.token)


class TestLinking:
    @pytest.mark.parametrize("change", CHANGES)
    def test_is_refused_after_what_happened_meanwhile(self, client, provider, anna, change):
        while_asked_for_keys(provider, lambda: change(anna.player))
        refused = link(client, anna, provider, password=PASSWORD)
        assert_problem(refused, 401, "invalid_token")
        assert not SocialAccount.objects.exists()

    def test_goes_through_where_nothing_happened(self, client, provider, anna):
        while_asked_for_keys(provider, lambda: nothing(anna.player))
        assert link(client, anna, provider, password=PASSWORD).status_code == 200

    @pytest.mark.parametrize("change", [is_logged_out, is_erased])
    def test_of_a_guest_is_refused_alike(self, client, provider, change):
        guest = create_guest(now=timezone.now())
        while_asked_for_keys(provider, lambda: change(guest.player))
        assert_problem(link(client, guest, provider), 401, "invalid_token")
        assert not SocialAccount.objects.exists()
        assert not EmailAddress.objects.exists()


class TestUnlinking:
    @pytest.mark.parametrize("change", CHANGES[1:])
    def test_is_refused_after_what_happened_meanwhile(self, client, anna, hasher, change):
        SocialAccount.objects.create(user=anna.player, provider="apple", uid="1")
        hasher.meanwhile = lambda: change(anna.player)
        body = {"password": PASSWORD}
        refused = call(client, "DELETE", "/me/identities/apple", body, anna.token)
        assert_problem(refused, 401, "invalid_token")

    def test_is_refused_after_a_reset(self, client, anna, hasher):
        SocialAccount.objects.create(user=anna.player, provider="apple", uid="1")
        SocialAccount.objects.update(date_joined=timezone.now() - timedelta(days=2))
        hasher.meanwhile = lambda: resets(anna.player)
        body = {"password": PASSWORD}
        refused = call(client, "DELETE", "/me/identities/apple", body, anna.token)
        assert_problem(refused, 401, "invalid_token")
        assert SocialAccount.objects.exists()


class TestLeaving:
    @pytest.mark.parametrize("change", CHANGES)
    def test_is_refused_after_what_happened_meanwhile(self, client, anna, hasher, change):
        hasher.meanwhile = lambda: change(anna.player)
        refused = call(client, "POST", "/me/deletion", {"password": PASSWORD}, anna.token)
        assert_problem(refused, 401, "invalid_token")
        assert not Deletion.objects.filter(done_at=None).exists()

    @pytest.mark.parametrize("step", ["ask", "cancel"])
    def test_from_the_page_is_refused_after_a_reset(self, anna, hasher, step):
        hasher.meanwhile = lambda: resets(anna.player)
        fields = {"step": step, "username": "anna", "password": PASSWORD}
        assert Client().post("/account/delete", fields).status_code == 422
        assert not Deletion.objects.exists()
        assert Token.objects.filter(player=anna.player).exists()  # that of the reset

    def test_from_the_page_is_refused_by_a_code_that_is_used_meanwhile(self, monkeypatch):
        guest = create_guest(now=timezone.now())
        token = Token.objects.get(player=guest.player)
        code = make_recovery_code(
            player_id=guest.player.pk, token_id=token.public_id, now=timezone.now()
        )
        looked_up = []

        def then_recovered(given):
            looked_up.append(guest_of_code(given))
            if len(looked_up) == 1:
                recover(code=code, now=timezone.now())
            return looked_up[-1]

        monkeypatch.setattr(web_deletion, "guest_of_code", then_recovered)
        fields = {"step": "ask", "code": code}
        assert Client().post("/account/delete", fields).status_code == 422
        assert not Deletion.objects.exists()


class TestSigningIn:
    @pytest.mark.postgres
    def test_is_refused_by_an_identity_that_is_unlinked_meanwhile(self, provider, anna):
        SocialAccount.objects.create(user=anna.player, provider="apple", uid="subject-1")
        token = Token.objects.get(player=anna.player)

        def unlink():
            unlink_identity(
                player_id=anna.player.pk,
                token_id=token.public_id,
                provider="apple",
                password=PASSWORD,
                now=timezone.now(),
            )

        with before_the_lock(unlink), pytest.raises(InvalidIdentityToken):
            sign_in_by_identity(
                provider="apple",
                identity_token=provider.token(),
                nonce=NONCE,
                now=timezone.now(),
            )
        assert Token.objects.get() == token


@contextmanager
def before_the_lock(act):
    """Have something happen, by another connection, before the first lock of a player is had."""
    left = [act]

    def interrupt(execute, sql, params, many, context):
        if "FOR UPDATE" in sql and left:
            (error,) = all_at_once([left.pop()])
            assert error is None
        return execute(sql, params, many, context)

    with connection.execute_wrapper(interrupt):
        yield
    assert not left
