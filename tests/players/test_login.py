"""POST /auth/login and /auth/logout, and who the token makes one."""

import logging
import time

import pytest
from django.db import connection

from players.models import Player, Token
from players.queries import player_by_username, player_for_token
from players.services import create_guest, log_out
from tests.players.accounts import NOW, PASSWORD, assert_problem, call, faults, signed_up
from tests.players.hashers import CountingHasher

pytestmark = pytest.mark.django_db

BAD_TOKENS = [
    "x",
    "scopa_",
    "scopa_" + "A" * 43,
    "scopa_" + "A" * 42,
    "scopa_" + "A" * 44,
    "scopa_" + "A" * 42 + "é",
    "scopa_" + "A" * 5000,
    "' OR 1=1 --",
    "\0",
    "null",
]


def log_in(client, username, password=PASSWORD, **body):
    return call(client, "POST", "/auth/login", {"username": username, "password": password, **body})


class TestLogin:
    def test_answers_with_a_new_token(self, client):
        session = signed_up("anna")
        response = log_in(client, "anna", device_name="tablet")
        assert response.status_code == 200
        answer = response.json()
        assert answer["player"] == {
            "id": str(session.player.public_id),
            "username": "anna",
            "is_guest": False,
        }
        assert answer["token"] != session.token
        names = Token.objects.order_by("pk").values_list("device_name", flat=True)
        assert list(names) == ["", "tablet"]

    def test_leaves_other_devices_logged_in(self, client):
        session = signed_up("anna")
        log_in(client, "anna")
        assert call(client, "GET", "/me", token=session.token).status_code == 200

    def test_takes_the_username_in_any_case(self, client):
        signed_up("Anna")
        assert log_in(client, "aNNA").json()["player"]["username"] == "Anna"

    def test_notes_when(self, client):
        player = signed_up("anna").player
        log_in(client, "anna")
        assert Player.objects.get().last_login > player.last_login

    @pytest.mark.parametrize("password", ["", "x", PASSWORD + " ", PASSWORD.upper(), "x" * 5000])
    def test_refuses_other_passwords(self, client, password):
        signed_up("anna")
        response = log_in(client, "anna", password)
        assert_problem(response, 401, "invalid_credentials")
        assert response["WWW-Authenticate"] == "Bearer"
        assert Token.objects.count() == 1

    def test_answers_alike_whether_or_not_the_account_exists(self, client):
        signed_up("anna")
        guest = create_guest(now=NOW).player
        Player.objects.filter(pk=signed_up("inactive").player.pk).update(is_active=False)
        client.defaults["HTTP_X_REQUEST_ID"] = "one-for-all"
        answers = [
            log_in(client, "anna", "wrong password"),
            log_in(client, "nobody", "wrong password"),
            log_in(client, "no such name!", "wrong password"),
            log_in(client, "", "wrong password"),
            log_in(client, guest.username, "wrong password"),
            log_in(client, "inactive"),
        ]
        shown = {(r.status_code, r.content, frozenset(r.headers.items())) for r in answers}
        assert len(shown) == 1

    def test_hashes_once_whether_or_not_the_account_exists(self, client, settings):
        settings.PASSWORD_HASHERS = ["tests.players.hashers.CountingHasher"]
        signed_up("anna")
        guest = create_guest(now=NOW).player
        Player.objects.filter(pk=signed_up("inactive").player.pk).update(is_active=False)
        work = {}
        for username in ("anna", "nobody", "no such name!", guest.username, "inactive"):
            before = CountingHasher.count
            log_in(client, username, "wrong password")
            work[username] = CountingHasher.count - before
        assert set(work.values()) == {1}, work

    @pytest.mark.parametrize(
        ("body", "expected"),
        [
            ({}, {("/username", "required"), ("/password", "required")}),
            (
                {"username": 1, "password": True},
                {("/username", "wrong_type"), ("/password", "wrong_type")},
            ),
            ({"username": "anna", "password": "x", "otp": 1}, {("/otp", "unknown_field")}),
        ],
    )
    def test_refuses_bodies_of_another_shape(self, client, body, expected):
        problem = assert_problem(call(client, "POST", "/auth/login", body), 400, "invalid_request")
        assert faults(problem) == expected

    @pytest.mark.usefixtures("one_window")
    def test_is_limited_for_each_account_from_one_address(self, client, settings):
        settings.SCOPA_LIMITS = {**settings.SCOPA_LIMITS, "login_per_account": (3, 3600)}
        signed_up("anna")
        for username in ("anna", "Anna", "ANNA"):
            assert log_in(client, username, "x").status_code == 401
        response = log_in(client, "anna")
        assert_problem(response, 429, "too_many_requests")
        assert 1 <= int(response["Retry-After"]) <= 3600

    @pytest.mark.usefixtures("one_window")
    def test_is_not_kept_from_a_player_by_somebody_elsewhere(self, client, settings):
        settings.SCOPA_LIMITS = {
            **settings.SCOPA_LIMITS,
            "login_per_ip": (1000, 3600),
            "login_per_account": (5, 3600),
            "login_per_account_anywhere": (50, 3600),
        }
        signed_up("anna")
        client.defaults["REMOTE_ADDR"] = "10.0.0.1"
        statuses = [log_in(client, "anna", "x").status_code for _attempt in range(100)]
        assert statuses == [401] * 5 + [429] * 95
        client.defaults["REMOTE_ADDR"] = "10.0.0.2"
        assert log_in(client, "anna").status_code == 200

    @pytest.mark.usefixtures("one_window")
    def test_is_limited_for_each_account_from_anywhere(self, client, settings):
        settings.SCOPA_LIMITS = {**settings.SCOPA_LIMITS, "login_per_account_anywhere": (3, 3600)}
        signed_up("anna")
        for number in range(3):
            client.defaults["REMOTE_ADDR"] = f"10.0.0.{number}"
            username = "AnNa"[: 4 - number] + "anna"[4 - number :]
            assert log_in(client, username, "x").status_code == 401
        client.defaults["REMOTE_ADDR"] = "10.0.0.9"
        response = log_in(client, "anna")
        assert_problem(response, 429, "too_many_requests")
        assert 1 <= int(response["Retry-After"]) <= 3600

    def test_has_room_for_many_addresses_of_one_account(self):
        from scopa_site.settings import SCOPA_LIMITS

        each, _seconds = SCOPA_LIMITS["login_per_account"]
        all_of_them, _seconds = SCOPA_LIMITS["login_per_account_anywhere"]
        assert (each, all_of_them) == (5, 50)

    @pytest.mark.usefixtures("one_window")
    def test_is_limited_for_each_address(self, client, settings):
        settings.SCOPA_LIMITS = {**settings.SCOPA_LIMITS, "login_per_ip": (3, 3600)}
        statuses = [log_in(client, f"nobody{number}", "x").status_code for number in range(4)]
        assert statuses == [401, 401, 401, 429]

    @pytest.mark.usefixtures("one_window")
    def test_is_limited_whatever_address_the_client_claims(self, client, settings):
        settings.SCOPA_LIMITS = {**settings.SCOPA_LIMITS, "login_per_ip": (3, 3600)}
        body = {"username": "nobody", "password": "x"}
        statuses = [
            call(client, "POST", "/auth/login", body, x_forwarded_for=f"1.2.3.{number}").status_code
            for number in range(5)
        ]
        assert statuses == [401, 401, 401, 429, 429]

    def test_tells_no_log_the_password_or_the_token(self, client, caplog):
        with caplog.at_level(logging.DEBUG):
            signed_up("anna")
            token = log_in(client, "anna").json()["token"]
            log_in(client, "anna", "wrong password")
            call(client, "GET", "/me", token=token)
            call(client, "POST", "/auth/logout", token=token)
        logged = [
            record.getMessage() for record in caplog.records if record.name != "django.db.backends"
        ]
        for secret in (PASSWORD, "wrong password", token):
            assert not any(secret in line for line in logged)


class TestHashing:
    def test_takes_the_time_that_argon2_takes_known_or_not(self, client, settings):
        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
        settings.SCOPA_LIMITS = dict.fromkeys(settings.SCOPA_LIMITS, (1000, 60))
        signed_up("anna")

        def quickest(username):
            spans = []
            for _attempt in range(5):
                start = time.perf_counter()
                log_in(client, username, "wrong password")
                spans.append(time.perf_counter() - start)
            return min(spans)

        known, unknown = quickest("anna"), quickest("nobody")
        assert 0.5 < known / unknown < 2


class TestSettings:
    def test_hash_with_argon2_first(self):
        from scopa_site.settings import PASSWORD_HASHERS

        assert PASSWORD_HASHERS[0].endswith("Argon2PasswordHasher")


class TestTokens:
    def test_are_long_random_and_known_by_their_look(self):
        tokens = {create_guest(now=NOW).token for _ in range(20)}
        assert len(tokens) == 20
        assert all(len(token) == 49 and token.startswith("scopa_") for token in tokens)

    def test_are_nowhere_in_the_database(self):
        session = signed_up("anna")
        secret = session.token.removeprefix("scopa_")
        with connection.cursor() as cursor:
            for table in ("players_token", "players_player"):
                cursor.execute(f"SELECT * FROM {table}")  # noqa: S608  # two names written above
                rows = str(cursor.fetchall())
                assert secret not in rows
                assert PASSWORD not in rows

    def test_find_their_player_with_one_query(self, django_assert_num_queries):
        session = signed_up("anna")
        with django_assert_num_queries(1):
            player = player_for_token(session.token)
        assert player == session.player
        assert player.public_id == session.player.public_id
        assert player.date_joined == NOW

    def test_make_a_whole_request_with_one_query(self, client, django_assert_num_queries):
        session = signed_up("anna")
        with django_assert_num_queries(1):
            assert call(client, "GET", "/me", token=session.token).status_code == 200

    @pytest.mark.parametrize("token", BAD_TOKENS)
    def test_of_no_use_find_nobody(self, token):
        signed_up("anna")
        assert player_for_token(token) is None

    def test_that_cannot_be_ours_cost_no_query(self, django_assert_num_queries):
        with django_assert_num_queries(0):
            player_for_token("x" * 49)

    @pytest.mark.parametrize("token", [t for t in BAD_TOKENS if t.isascii() and t.isprintable()])
    def test_of_no_use_are_refused(self, client, token):
        response = call(client, "GET", "/me", token=token)
        assert_problem(response, 401, "invalid_token")
        assert response["WWW-Authenticate"] == "Bearer"

    @pytest.mark.parametrize(
        "header", ["", "Basic YTpi", "Token x", "scopa_x", "Bearer", "bearer-scopa_x"]
    )
    def test_are_asked_for_where_there_is_none(self, client, header):
        response = call(client, "GET", "/me", authorization=header)
        assert response.status_code == 401
        assert response.json()["code"] in {"not_authenticated", "invalid_token"}

    @pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
    def test_may_be_announced_in_any_case(self, client, scheme):
        session = signed_up("anna")
        response = call(client, "GET", "/me", authorization=f"{scheme} {session.token}")
        assert response.status_code == 200

    def test_die_with_their_player(self, client):
        session = signed_up("anna")
        Player.objects.update(is_active=False)
        assert_problem(call(client, "GET", "/me", token=session.token), 401, "invalid_token")
        Player.objects.get().delete()
        assert_problem(call(client, "GET", "/me", token=session.token), 401, "invalid_token")
        assert not Token.objects.exists()

    def test_are_not_taken_from_the_address(self, client):
        session = signed_up("anna")
        assert call(client, "GET", f"/me?token={session.token}").status_code == 401


class TestLogout:
    def test_takes_back_exactly_that_token(self, client):
        first, other = signed_up("anna"), signed_up("bruno")
        second = log_in(client, "anna").json()["token"]
        response = call(client, "POST", "/auth/logout", token=second)
        assert response.status_code == 204
        assert response.content == b""
        assert_problem(call(client, "GET", "/me", token=second), 401, "invalid_token")
        for token in (first.token, other.token):
            assert call(client, "GET", "/me", token=token).status_code == 200

    def test_works_once(self, client):
        token = signed_up("anna").token
        assert call(client, "POST", "/auth/logout", token=token).status_code == 204
        assert_problem(call(client, "POST", "/auth/logout", token=token), 401, "invalid_token")

    def test_of_nobody_is_refused(self, client):
        assert_problem(call(client, "POST", "/auth/logout"), 401, "not_authenticated")

    def test_of_a_token_gone_in_between_is_refused(self):
        from players.errors import InvalidToken

        session = signed_up("anna")
        log_out(secret=session.token)
        with pytest.raises(InvalidToken):
            log_out(secret=session.token)

    def test_takes_no_fields(self, client):
        token = signed_up("anna").token
        response = call(client, "POST", "/auth/logout", {"all": True}, token=token)
        assert faults(assert_problem(response, 400, "invalid_request")) == {
            ("/all", "unknown_field")
        }
        assert call(client, "GET", "/me", token=token).status_code == 200


class TestPlayerByUsername:
    def test_finds_a_player_in_any_case(self, django_assert_num_queries):
        anna = signed_up("Anna").player
        with django_assert_num_queries(1):
            assert player_by_username("aNNA") == anna

    @pytest.mark.parametrize("username", ["", "ann", "annaa", "a%", "ann_", "ANNÀ"])
    def test_finds_nobody_by_another_name(self, username):
        signed_up("anna")
        assert player_by_username(username) is None

    def test_finds_no_one_who_was_shut_out(self):
        signed_up("anna")
        Player.objects.update(is_active=False)
        assert player_by_username("anna") is None

    def test_uses_the_index(self):
        query = Player.objects.named("anna").query
        sql, params = query.sql_with_params()
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SET LOCAL enable_seqscan = off")
                cursor.execute(f"EXPLAIN {sql}", params)
            else:
                cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
            plan = str(cursor.fetchall())
        assert "username_unique_without_case" in plan
