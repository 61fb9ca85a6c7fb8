"""POST /auth/upgrade: a guest becomes an account, and loses nothing by it."""

from datetime import timedelta

import pytest

from players.models import Player, RecoveryCode, Token
from players.queries import caller_for_token
from players.services import create_guest
from players.services.recovery import make_recovery_code
from scopa_site.models import IdempotencyRecord
from tests.api.callers import GREEDY, ME, Caller, good, guests, invited
from tests.players.accounts import NOW, PASSWORD, assert_problem, call, faults, signed_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest():
    return create_guest(device_name="phone", now=NOW)


def upgrade(client, session, username="anna", password=PASSWORD, **more):
    body = {"username": username, "password": password, **more}
    headers = {"idempotency_key": more.pop("key")} if "key" in more else {}
    body.pop("key", None)
    return call(client, "POST", "/auth/upgrade", body, token=session.token, **headers)


class TestAnUpgrade:
    def test_makes_the_same_player_an_account(self, client, guest):
        answer = upgrade(client, guest, email="anna@example.com").json()
        assert answer["player"] == {
            "id": str(guest.player.public_id),
            "username": "anna",
            "is_guest": False,
        }
        me = call(client, "GET", "/me", token=answer["token"]).json()
        assert (me["display_name"], me["is_guest"]) == ("anna", False)
        login = {"username": "ANNA", "password": PASSWORD}
        assert call(client, "POST", "/auth/login", login).status_code == 200
        assert Player.objects.count() == 1

    def test_kills_the_tokens_of_the_guest_and_the_recovery_code(self, client, guest):
        token_id = caller_for_token(guest.token).token_id
        make_recovery_code(player_id=guest.player.pk, token_id=token_id, now=NOW)
        answer = upgrade(client, guest).json()
        assert_problem(call(client, "GET", "/me", token=guest.token), 401, "invalid_token")
        assert not RecoveryCode.objects.exists()
        assert Token.objects.get().digest == Token.digest_of(answer["token"])

    def test_keeps_a_name_to_be_shown_that_was_chosen(self, client, guest):
        call(client, "PATCH", "/me", {"display_name": "La Contessa"}, token=guest.token)
        token = upgrade(client, guest).json()["token"]
        assert call(client, "GET", "/me", token=token).json()["display_name"] == "La Contessa"

    def test_keeps_matches_seats_and_friends(self, client):
        me, other = guests(2)
        view = me.create(seats=[ME, invited(other)])
        other.join(view["id"])
        alone = me.create(seats=[ME, GREEDY])["id"]
        call(client, "PUT", f"/me/blocks/{other.id}", token=me.token)
        answer = call(
            client,
            "POST",
            "/auth/upgrade",
            {"username": "anna", "password": PASSWORD},
            token=me.token,
        ).json()
        again = Caller(answer["token"], answer["player"])
        assert {each["id"] for each in again.matches()["items"]} == {view["id"], alone}
        assert good(again.get("/me/blocks"))["items"][0]["player"]["id"] == other.id
        assert other.look(view["id"])["seats"][0]["player"]["username"] == "anna"

    def test_of_an_account_is_refused(self, client):
        session = signed_up("anna")
        assert_problem(upgrade(client, session, "bruna"), 409, "not_a_guest")
        assert call(client, "GET", "/me", token=session.token).json()["username"] == "anna"

    def test_names_every_fault_and_changes_nothing(self, client, guest):
        response = upgrade(client, guest, username="1", password="x", email="y")
        problem = assert_problem(response, 422, "invalid_account")
        assert {pointer for pointer, _code in faults(problem)} == {
            "/username",
            "/password",
            "/email",
        }
        assert Player.objects.get().is_guest
        assert call(client, "GET", "/me", token=guest.token).status_code == 200

    def test_refuses_a_taken_username_in_any_case(self, client, guest):
        signed_up("Anna")
        assert_problem(upgrade(client, guest, "aNNA"), 422, "username_taken")
        assert Player.objects.get(pk=guest.player.pk).username == guest.player.username
        assert upgrade(client, guest, "bruna").status_code == 200

    @pytest.mark.parametrize("username", ["Moderatore", "guest-abcdefgh"])
    def test_refuses_a_username_that_passes_for_somebody_else(self, client, guest, username):
        problem = assert_problem(upgrade(client, guest, username), 422, "invalid_account")
        assert faults(problem) == {("/username", "reserved_username")}
        assert Player.objects.get().is_guest

    def test_does_not_tell_whether_an_address_is_known(self, client, guest):
        signed_up("bruno", email="bruno@example.com")
        assert upgrade(client, guest, email="bruno@example.com").status_code == 200

    @pytest.mark.usefixtures("one_window")
    def test_is_limited_for_each_player(self, client, guest, settings):
        settings.SCOPA_LIMITS = {**settings.SCOPA_LIMITS, "upgrade_per_player": (1, 3600)}
        assert upgrade(client, guest, password="x").status_code == 422
        assert upgrade(client, guest).status_code == 429


@pytest.mark.django_db(transaction=True)
class TestUnderAKey:
    def test_keeps_neither_the_token_nor_anything_by_which_to_guess_the_password(
        self, client, guest
    ):
        import hashlib
        import json

        token = upgrade(client, guest, key="once").json()["token"]
        kept = IdempotencyRecord.objects.get()
        assert token not in kept.reply
        assert kept.created_at - NOW < timedelta(hours=1)
        body = json.dumps(
            {"password": PASSWORD, "username": "anna"}, sort_keys=True, separators=(",", ":")
        )
        bare = hashlib.sha256(f"POST /api/v1/auth/upgrade\n{body}".encode()).hexdigest()
        assert kept.request_sha256 != bare

    def test_is_refused_with_a_taken_name_and_may_be_tried_again(self, client, guest):
        signed_up("anna")
        assert_problem(upgrade(client, guest, key="once"), 422, "username_taken")
        assert upgrade(client, guest, "bruna", key="once").status_code == 200
