"""PUT /me/password, the rules of passwords, and what dies with an old one."""

import threading
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone

from players.access_errors import FreshLoginNeeded
from players.errors import InvalidAccount, InvalidCredentials, InvalidToken
from players.models import Code, CodePurpose, Player, Token, TokenKind
from players.queries import caller_for_token
from players.services import accounts as account_services
from players.services import log_in, make_token, revoke_sessions
from players.services.passwords import FRESH, change_password, prove_presence
from scopa_site.models import Effect
from tests.players.accounts import NOW, PASSWORD, assert_problem, call, faults, signed_up

pytestmark = pytest.mark.django_db

NEW = "tre re in tavola e una matta"


@pytest.fixture
def anna():
    return signed_up("anna", device_name="phone")


def change(client, session, current=PASSWORD, new=NEW):
    body = {"current_password": current, "new_password": new}
    return call(client, "PUT", "/me/password", body, token=session.token)


def log_in_with(client, password, username="anna"):
    body = {"username": username, "password": password}
    return call(client, "POST", "/auth/login", body).status_code


def without_password(session):
    """Make a player one who comes in by Apple or Google alone."""
    session.player.set_unusable_password()
    session.player.save(update_fields=["password"])
    return session


class TestAChange:
    def test_gives_this_device_a_new_token_and_lets_in_by_the_new_password_alone(
        self, client, anna
    ):
        response = change(client, anna)
        assert response.status_code == 200
        token = response.json()["token"]
        assert call(client, "GET", "/me", token=token).json()["username"] == "anna"
        assert Token.objects.get().device_name == "phone"
        assert (log_in_with(client, PASSWORD), log_in_with(client, NEW)) == (401, 200)

    def test_kills_every_other_token_within_the_request(self, client, anna):
        tablet = log_in(username="anna", password=PASSWORD, now=NOW)
        made = make_token(
            player_id=anna.player.pk,
            token_id=caller_for_token(anna.token).token_id,
            name="bot",
            scopes=["profile:read"],
            expires_in_days=5,
            now=NOW,
        )
        bruno = signed_up("bruno")
        assert change(client, anna).status_code == 200
        for secret in (anna.token, tablet.token, made.secret):
            assert_problem(call(client, "GET", "/me", token=secret), 401, "invalid_token")
        assert call(client, "GET", "/me", token=bruno.token).status_code == 200
        assert not Token.objects.filter(kind=TokenKind.PERSONAL).exists()

    def test_voids_a_code_that_was_sent_for_a_reset(self, client, anna):
        Code.objects.create(
            player=anna.player,
            purpose=CodePurpose.RESET_PASSWORD,
            digest="0" * 64,
            address="anna@example.com",
            attempts_left=5,
            created_at=NOW,
            expires_at=NOW + timedelta(minutes=30),
        )
        change(client, anna)
        assert not Code.objects.exists()

    def test_owes_a_mail_that_says_so_and_holds_no_password(self, client, anna):
        change(client, anna)
        effect = Effect.objects.get()
        assert effect.payload["kind"] == "password_changed"
        assert NEW not in str(effect.payload)

    @pytest.mark.parametrize("wrong", ["", "x", PASSWORD.upper(), PASSWORD + " ", "x" * 5000])
    def test_is_refused_without_the_password_so_far(self, client, anna, wrong):
        assert_problem(change(client, anna, current=wrong), 422, "wrong_password")
        response = call(client, "PUT", "/me/password", {"new_password": NEW}, token=anna.token)
        problem = assert_problem(response, 400, "invalid_request")
        assert faults(problem) == {("/current_password", "required")}
        assert call(client, "GET", "/me", token=anna.token).status_code == 200

    @pytest.mark.usefixtures("one_window")
    def test_may_be_tried_five_times_a_minute_right_or_wrong(self, client, anna):
        statuses = [change(client, anna, current="wrong").status_code for _ in range(6)]
        assert statuses == [422] * 5 + [429]
        assert change(client, anna).status_code == 429

    def test_of_a_guest_is_refused_until_there_is_an_account(self, client):
        guest = call(client, "POST", "/auth/guest", {}).json()["token"]
        response = call(client, "PUT", "/me/password", {"new_password": NEW}, token=guest)
        assert_problem(response, 409, "upgrade_first")

    def test_by_a_session_that_was_taken_back_meanwhile_is_refused(self, anna):
        token_id = caller_for_token(anna.token).token_id
        revoke_sessions(player_id=anna.player.pk, now=NOW)
        with pytest.raises(InvalidToken):
            change_password(
                player_id=anna.player.pk,
                token_id=token_id,
                current_password=PASSWORD,
                new_password=NEW,
                now=NOW,
            )


class TestAFirstPassword:
    def test_is_set_soon_after_a_log_in(self, client, anna):
        without_password(anna)
        Token.objects.update(created_at=timezone.now())
        response = call(client, "PUT", "/me/password", {"new_password": NEW}, token=anna.token)
        assert response.status_code == 200
        assert log_in_with(client, NEW) == 200

    def test_needs_a_log_in_of_the_last_ten_minutes(self, anna):
        without_password(anna)
        asked = {
            "player_id": anna.player.pk,
            "token_id": caller_for_token(anna.token).token_id,
            "password": None,
        }
        prove_presence(**asked, now=NOW + FRESH - timedelta(seconds=1))
        with pytest.raises(FreshLoginNeeded):
            prove_presence(**asked, now=NOW + FRESH)


class TestTheRules:
    @pytest.mark.parametrize(
        ("password", "code"),
        [
            ("", "password_too_short"),
            ("1234567", "password_too_short"),
            ("x" * 129, "password_too_long"),
            ("password1", "password_too_common"),
            ("iloveyou", "password_too_common"),
            ("anna-of-padua", "password_too_similar"),
            ("contessa.blu", "password_too_similar"),
            ("Scopa2026!", "password_context_word"),
            ("scopa scopone", "password_context_word"),
            ("7settebello7", "password_context_word"),
        ],
    )
    def test_refuse_what_would_be_guessed(self, client, password, code):
        session = signed_up("anna-of-padua")
        Player.objects.update(display_name="Contessa Blu")
        problem = assert_problem(change(client, session, new=password), 422, "invalid_password")
        assert ("/new_password", code) in faults(problem)
        assert {pointer for pointer, _code in faults(problem)} == {"/new_password"}
        assert call(client, "GET", "/me", token=session.token).status_code == 200

    @pytest.mark.parametrize(
        "password",
        [
            "qzvxkjwp",  # one sort of characters is enough
            "  due spazi davanti e due dietro  ",
            "pâté di cinghiale à la carte",
            "🃏🂡🂱🃁🃑 niente lettere",
            "x7" * 64,
            "scopa con la nonna",
        ],
    )
    def test_ask_for_no_sort_of_characters_and_cut_nothing(self, client, password):
        session = signed_up("anna")
        assert change(client, session, new=password).status_code == 200
        assert log_in_with(client, password) == 200
        assert log_in_with(client, password[:-1]) == 401
        assert log_in_with(client, password.strip() + "!") == 401

    def test_are_those_of_the_sign_up(self):
        with pytest.raises(InvalidAccount) as refused:
            account_services.sign_up(username="anna", password="Settebello7", now=NOW)
        assert [fault.code for fault in refused.value.errors] == ["password_context_word"]


@pytest.mark.django_db(transaction=True)
class TestALogInThatMeetsAChange:
    def attempt(self, anna, monkeypatch):
        """Log in by the old password; between its check and its token the password is changed."""
        token_id = caller_for_token(anna.token).token_id
        checked, changed = threading.Event(), threading.Event()
        check = Player.check_password

        def slow_check(player, password):
            right = check(player, password)
            if threading.current_thread() is thread:
                checked.set()
                assert changed.wait(20)
            return right

        result = []

        def enter():
            try:
                result.append(log_in(username="anna", password=PASSWORD, now=NOW).token)
            except InvalidCredentials:
                result.append(None)
            finally:
                connections.close_all()

        thread = threading.Thread(target=enter)
        monkeypatch.setattr(Player, "check_password", slow_check)
        thread.start()
        assert checked.wait(20)
        change_password(
            player_id=anna.player.pk,
            token_id=token_id,
            current_password=PASSWORD,
            new_password=NEW,
            now=NOW,
        )
        changed.set()
        thread.join()
        return result[0]

    def test_leaves_no_token_of_the_old_password(self, anna, monkeypatch):
        assert self.attempt(anna, monkeypatch) is None
        assert Token.objects.count() == 1
