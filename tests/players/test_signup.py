"""POST /auth/signup."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.exceptions import ValidationError
from django.db import connection

from players.errors import UsernameTaken
from players.models import Player, Token
from players.services import create_guest
from tests.players.accounts import NOW, PASSWORD, assert_problem, call, faults, signed_up

pytestmark = pytest.mark.django_db


def sign_up(client, **body):
    body = {"username": "anna", "password": PASSWORD, **body}
    headers = body.pop("headers", {})
    return call(client, "POST", "/auth/signup", body, **headers)


class TestSignup:
    def test_answers_with_a_token_and_its_player(self, client):
        response = sign_up(client)
        assert response.status_code == 201
        answer = response.json()
        player = Player.objects.get()
        assert answer == {
            "token": answer["token"],
            "player": {"id": str(player.public_id), "username": "anna", "is_guest": False},
        }
        assert call(client, "GET", "/me", token=answer["token"]).status_code == 200

    def test_keeps_what_was_given(self, client):
        sign_up(client, email="Anna@EXAMPLE.com", device_name="Anna’s phone")
        player = Player.objects.get()
        assert player.email == "anna@example.com"
        assert player.display_name == "anna"
        assert player.check_password(PASSWORD)
        assert player.last_login == player.date_joined
        assert player.tokens.get().device_name == "Anna’s phone"

    @pytest.mark.parametrize(
        ("accepted", "language"), [("it-IT,it;q=0.9", "it"), ("en", "en"), ("de", "en")]
    )
    def test_takes_the_language_of_the_client_for_the_players(self, client, accepted, language):
        sign_up(client, headers={"accept_language": accepted})
        assert Player.objects.get().language == language

    @pytest.mark.parametrize("username", ["abc", "A.b_c-9", "x" * 30, "Zz0"])
    def test_takes_usernames_of_letters_digits_and_marks(self, client, username):
        assert sign_up(client, username=username).status_code == 201

    @pytest.mark.parametrize(
        "username",
        [
            "",
            "ab",
            "x" * 31,
            "1ab",
            "_ab",
            "an na",
            " anna",
            "anna\n",
            "anna@example",
            "ànna",
            "аnna",  # a Cyrillic letter
            "anna\u200b",
            "an/na",
            "💰💰💰",
        ],
    )
    def test_refuses_other_usernames(self, client, username):
        problem = assert_problem(sign_up(client, username=username), 422, "invalid_account")
        assert {pointer for pointer, _code in faults(problem)} == {"/username"}
        assert not Player.objects.exists()

    @pytest.mark.parametrize(
        "username",
        [
            *("admin", "administrator", "amministratore", "scopa", "staff", "support", "root"),
            *("assistenza", "moderator", "moderatore", "system", "sistema"),
            *("Admin", "STAFF", "s.c.o.p.a", "root_", "sup-port"),
            *("deleted-abcdefghjkmn", "guest-abcdefgh", "player-abcdefgh", "Guest-x", "DELETED-"),
        ],
    )
    def test_refuses_usernames_that_pass_for_somebody_else(self, client, username):
        problem = assert_problem(sign_up(client, username=username), 422, "invalid_account")
        assert faults(problem) == {("/username", "reserved_username")}
        assert not Player.objects.exists()

    @pytest.mark.parametrize("username", ["administrator1", "scopa-anna", "guest", "player1"])
    def test_takes_usernames_that_only_resemble_those(self, client, username):
        assert sign_up(client, username=username).status_code == 201

    @pytest.mark.parametrize(
        ("password", "code"),
        [
            ("", "password_too_short"),
            ("scopa7!", "password_too_short"),
            ("password1", "password_too_common"),
            ("anna-of-padua", "password_too_similar"),
            ("x" * 129, "password_too_long"),
        ],
    )
    def test_refuses_weak_passwords(self, client, password, code):
        response = sign_up(client, username="anna-of-padua", password=password)
        problem = assert_problem(response, 422, "invalid_account")
        assert ("/password", code) in faults(problem)
        assert not Player.objects.exists()

    def test_takes_long_passwords_whole(self, client):
        long = "tre re in tavola e si rifà " * 4
        sign_up(client, password=long + "a")
        login = {"username": "anna"}
        assert call(client, "POST", "/auth/login", login | {"password": long}).status_code == 401
        right = login | {"password": long + "a"}
        assert call(client, "POST", "/auth/login", right).status_code == 200

    @pytest.mark.parametrize(
        "email", ["x", "a@", "@b.it", "a b@c.it", "a@b\n.it", "a" * 250 + "@b.it"]
    )
    def test_refuses_what_is_no_address(self, client, email):
        problem = assert_problem(sign_up(client, email=email), 422, "invalid_account")
        assert {pointer for pointer, _code in faults(problem)} == {"/email"}

    def test_refuses_a_long_name_of_a_device(self, client):
        problem = assert_problem(sign_up(client, device_name="x" * 61), 422, "invalid_account")
        assert faults(problem) == {("/device_name", "device_name_too_long")}
        assert not Player.objects.exists()

    def test_names_every_fault_at_once(self, client):
        response = sign_up(client, username="1", password="", email="x", device_name="x" * 61)
        problem = assert_problem(response, 422, "invalid_account")
        pointers = {pointer for pointer, _code in faults(problem)}
        assert pointers == {"/username", "/password", "/email", "/device_name"}

    @pytest.mark.parametrize(
        ("body", "expected"),
        [
            ({}, {("/username", "required"), ("/password", "required")}),
            (
                {"username": 7, "password": ["x"]},
                {("/username", "wrong_type"), ("/password", "wrong_type")},
            ),
            ({"username": None, "password": None}, {("/username", "null"), ("/password", "null")}),
            (
                {"username": "anna", "password": PASSWORD, "is_staff": True, "is_superuser": True},
                {("/is_staff", "unknown_field"), ("/is_superuser", "unknown_field")},
            ),
            ({"username": "anna", "password": PASSWORD, "email": None}, {("/email", "null")}),
            ({"username": "anna", "password": PASSWORD, "email": {}}, {("/email", "wrong_type")}),
        ],
    )
    def test_refuses_bodies_of_another_shape(self, client, body, expected):
        problem = assert_problem(call(client, "POST", "/auth/signup", body), 400, "invalid_request")
        assert faults(problem) == expected
        assert not Player.objects.exists()

    def test_takes_no_field_of_the_model_that_is_not_for_it(self, client):
        allowed = {"username", "password", "email"}
        for field in {field.name for field in Player._meta.get_fields()} - allowed:
            assert sign_up(client, **{field: True}).status_code == 400, field
        assert not Player.objects.exists()

    @pytest.mark.parametrize("again", ["anna", "ANNA", "aNNa"])
    def test_refuses_a_taken_username_in_any_case(self, client, again):
        sign_up(client)
        problem = assert_problem(sign_up(client, username=again), 422, "username_taken")
        assert faults(problem) == {("/username", "username_taken")}
        assert again in problem["detail"]
        assert Player.objects.count() == Token.objects.count() == 1

    def test_speaks_the_language_of_the_client(self, client):
        texts = set()
        for language in ("it", "en"):
            response = sign_up(client, password="x", headers={"accept_language": language})
            problem = response.json()
            texts |= {problem["title"], problem["detail"], problem["errors"][0]["detail"]}
        assert len(texts) == 6

    @pytest.mark.usefixtures("one_window")
    def test_is_limited_for_each_address(self, client, settings):
        settings.SCOPA_LIMITS = {**settings.SCOPA_LIMITS, "signup_per_ip": (2, 3600)}
        statuses = [sign_up(client, username=f"anna{number}").status_code for number in range(3)]
        assert statuses == [201, 201, 429]


@pytest.mark.django_db(transaction=True)
class TestSignupRace:
    def test_gives_a_username_to_one_of_many(self):
        names = ["anna", "Anna", "ANNA", "annA"] * 3
        start = Barrier(len(names))

        def attempt(name):
            start.wait()
            try:
                signed_up(name)
            except UsernameTaken:
                return 0
            finally:
                connection.close()
            return 1

        with ThreadPoolExecutor(len(names)) as crowd:
            assert sum(crowd.map(attempt, names)) == 1
        assert Player.objects.count() == Token.objects.count() == 1


class TestGuest:
    def test_plays_at_once_without_a_body(self, client):
        response = call(client, "POST", "/auth/guest")
        assert response.status_code == 201
        answer = response.json()
        assert answer["player"]["is_guest"] is True
        assert call(client, "GET", "/me", token=answer["token"]).status_code == 200

    def test_has_a_username_that_a_player_may_have_and_no_password(self, client):
        call(client, "POST", "/auth/guest", {"device_name": "tablet"})
        guest = Player.objects.get()
        guest.full_clean()
        assert not guest.has_usable_password()
        assert guest.is_guest
        assert guest.tokens.get().device_name == "tablet"

    def test_is_another_each_time(self, client):
        names = {call(client, "POST", "/auth/guest").json()["player"]["username"] for _ in "abc"}
        assert len(names) == 3

    def test_cannot_log_in_with_any_password(self, client):
        guest = create_guest(now=NOW).player
        for password in ("", "!", guest.password):
            body = {"username": guest.username, "password": password}
            assert call(client, "POST", "/auth/login", body).status_code == 401

    def test_takes_nothing_but_the_name_of_a_device(self, client):
        response = call(client, "POST", "/auth/guest", {"username": "anna"})
        assert faults(assert_problem(response, 400, "invalid_request")) == {
            ("/username", "unknown_field")
        }

    @pytest.mark.usefixtures("one_window")
    def test_is_limited_for_each_address(self, client, settings):
        settings.SCOPA_LIMITS = {**settings.SCOPA_LIMITS, "guest_per_ip": (1, 3600)}
        assert call(client, "POST", "/auth/guest").status_code == 201
        assert_problem(call(client, "POST", "/auth/guest"), 429, "too_many_requests")


class TestPlayer:
    def test_keeps_the_name_that_is_shown_when_one_is_given(self):
        player = Player.objects.create_user("anna", display_name="Anna B.")
        assert player.get_full_name() == player.get_short_name() == "Anna B."

    @pytest.mark.parametrize("name", ["Anna", "アンナ", "أنّا", "Anna 🂡", "👩‍🌾", "x" * 40])
    def test_may_be_shown_by_a_name_in_any_script(self, name):
        Player(username="anna", display_name=name, password="x").full_clean()

    @pytest.mark.parametrize(
        "name",
        ["", " ", "\u200d", "\u200b\u00a0", "a\nb", "a\0b", "a\u2028b", "a\u202eb", "x" * 41],
    )
    def test_may_not_be_shown_by_what_is_no_name(self, name):
        with pytest.raises(ValidationError) as refusal:
            Player(username="anna", display_name=name, password="x").full_clean()
        assert set(refusal.value.error_dict) == {"display_name"}
