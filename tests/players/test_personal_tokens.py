"""/me/tokens: made by a player for a program, shown once, and good for what their scopes say."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection

from players.errors import InvalidToken
from players.models import Player, Token, TokenKind
from players.queries import caller_for_token
from players.services import make_token, revoke_sessions
from players.services.tokens import MAX_TOKENS
from scopa_site.models import IdempotencyRecord
from tests.players.accounts import NOW, assert_problem, call, faults, signed_up

pytestmark = pytest.mark.django_db

ASKED = {"name": "my bot", "scopes": ["profile:read", "matches:read"], "expires_in_days": 30}


@pytest.fixture
def anna():
    return signed_up("anna")


def make(client, session, **changes):
    return call(client, "POST", "/me/tokens", ASKED | changes, token=session.token)


def made(client, session, **changes):
    response = make(client, session, **changes)
    assert response.status_code == 201, response.content
    return response.json()


class TestANewToken:
    def test_is_shown_once_with_what_it_may_do(self, client, anna):
        answer = made(client, anna)
        assert answer["token"].startswith("scopa_pat_")
        assert len(answer["token"]) == len("scopa_pat_") + 43
        assert answer["scopes"] == ["matches:read", "profile:read"]
        assert answer["last_used_at"] is None
        listed = call(client, "GET", "/me/tokens", token=anna.token).json()["items"]
        assert listed == [{name: value for name, value in answer.items() if name != "token"}]

    def test_is_kept_as_a_digest_alone(self, client, anna):
        secret = made(client, anna)["token"]
        with connection.cursor() as cursor:
            cursor.execute("SELECT * FROM players_token")
            assert secret.removeprefix("scopa_pat_") not in str(cursor.fetchall())

    def test_opens_what_its_scopes_say(self, client, anna):
        secret = made(client, anna)["token"]
        assert call(client, "GET", "/me", token=secret).json()["username"] == "anna"
        assert call(client, "GET", "/matches", token=secret).status_code == 200

    @pytest.mark.parametrize(
        ("changes", "expected"),
        [
            ({"name": ""}, {("/name", "blank")}),
            ({"name": "x" * 61}, {("/name", "name_too_long")}),
            ({"name": "a\nb"}, {("/name", "control_character")}),
            ({"scopes": []}, {("/scopes", "no_scope")}),
            ({"scopes": ["matches:read", "all"]}, {("/scopes/1", "unknown_scope")}),
            ({"expires_in_days": 0}, {("/expires_in_days", "days_out_of_range")}),
            ({"expires_in_days": 367}, {("/expires_in_days", "days_out_of_range")}),
            (
                {"name": " ", "scopes": ["*"], "expires_in_days": -1},
                {
                    ("/name", "blank"),
                    ("/scopes/0", "unknown_scope"),
                    ("/expires_in_days", "days_out_of_range"),
                },
            ),
        ],
    )
    def test_is_refused_with_every_fault(self, client, anna, changes, expected):
        problem = assert_problem(make(client, anna, **changes), 422, "invalid_personal_token")
        assert faults(problem) == expected
        assert Token.objects.count() == 1

    def test_names_the_scopes_that_there_are_where_one_is_unknown(self, client, anna):
        problem = assert_problem(make(client, anna, scopes=["x"]), 422, "invalid_personal_token")
        assert {"profile:read", "matches:play"} <= set(problem["errors"][0]["allowed"])

    def test_is_one_of_at_most_twenty(self, client, anna):
        tokens = [
            Token(
                kind=TokenKind.PERSONAL,
                digest=f"{number:064}",
                player=anna.player,
                scopes=["events:read"],
                created_at=NOW,
                expires_at=NOW + timedelta(days=1),
            )
            for number in range(MAX_TOKENS)
        ]
        Token.objects.bulk_create(tokens)
        problem = assert_problem(make(client, anna), 409, "too_many_tokens")
        assert problem["limit"] == MAX_TOKENS == 20
        Token.objects.filter(digest=f"{0:064}").update(expires_at=NOW - timedelta(days=1))
        assert make(client, anna).status_code == 201

    @pytest.mark.usefixtures("one_window")
    def test_is_limited_for_each_player(self, client, anna, settings):
        settings.SCOPA_LIMITS = {**settings.SCOPA_LIMITS, "token_per_player": (1, 3600)}
        assert make(client, anna).status_code == 201
        assert_problem(make(client, anna), 429, "too_many_requests")

    def test_is_not_made_by_a_session_that_was_taken_back_meanwhile(self, anna):
        caller = caller_for_token(anna.token)
        revoke_sessions(player_id=anna.player.pk, now=NOW)
        with pytest.raises(InvalidToken):
            make_token(**ASKED, player_id=anna.player.pk, token_id=caller.token_id, now=NOW)


class TestAPersonalToken:
    @pytest.mark.parametrize(
        ("method", "path", "body"),
        [
            ("GET", "/me/tokens", None),
            ("POST", "/me/tokens", ASKED),
            ("GET", "/me/sessions", None),
            ("DELETE", "/me/sessions", None),
            ("POST", "/auth/logout", None),
        ],
    )
    def test_never_does_what_needs_a_session(self, client, anna, method, path, body):
        secret = made(client, anna)["token"]
        response = call(client, method, path, body, token=secret)
        problem = assert_problem(response, 403, "scope_missing")
        assert problem["required_scope"] is None
        assert Token.objects.count() == 2

    def test_does_nothing_without_the_scope(self, client, anna):
        secret = made(client, anna, scopes=["matches:read"])["token"]
        problem = assert_problem(call(client, "GET", "/me", token=secret), 403, "scope_missing")
        assert problem["required_scope"] == "profile:read"
        body = {"display_name": "Other"}
        response = call(client, "PATCH", "/me", body, token=secret)
        assert assert_problem(response, 403, "scope_missing")["required_scope"] == "profile:write"
        assert Player.objects.get().display_name == "anna"

    @pytest.mark.parametrize(
        ("scope", "readable"),
        [
            ("profile:write", {"/me"}),
            ("ties:write", {"/me/friends", "/me/mutes", "/me/blocks"}),
            ("matches:play", {"/matches"}),
        ],
    )
    def test_reads_what_it_may_write_and_no_more(self, client, anna, scope, readable):
        secret = made(client, anna, scopes=[scope])["token"]
        paths = ("/me", "/me/friends", "/me/mutes", "/me/blocks", "/matches", "/events")
        statuses = {path: call(client, "GET", path, token=secret).status_code for path in paths}
        assert statuses == {path: 200 if path in readable else 403 for path in paths}

    def test_that_may_talk_sees_no_match(self, client, anna):
        secret = made(client, anna, scopes=["talk:write"])["token"]
        assert_problem(call(client, "GET", "/matches", token=secret), 403, "scope_missing")

    def test_that_may_read_writes_nothing(self, client, anna):
        secret = made(client, anna, scopes=["profile:read", "matches:read", "ties:read"])["token"]
        for method, path in (
            ("PATCH", "/me"),
            ("POST", "/matches"),
            ("PUT", f"/me/blocks/{uuid4()}"),
        ):
            assert_problem(call(client, method, path, {}, token=secret), 403, "scope_missing")

    def test_looks_with_head_as_it_does_with_get(self, client, anna):
        secret = made(client, anna, scopes=["matches:read"])["token"]
        assert call(client, "HEAD", "/matches", token=secret).status_code == 200
        assert call(client, "HEAD", "/me", token=secret).status_code == 403

    @pytest.mark.parametrize("path", ["/events", "/events/stream"])
    def test_hears_events_only_with_their_scope(self, client, anna, path):
        deaf = made(client, anna)["token"]
        assert_problem(call(client, "GET", path, token=deaf), 403, "scope_missing")

    def test_is_over_when_its_time_is(self, client, anna):
        secret = made(client, anna)["token"]
        assert caller_for_token(secret) is not None
        Token.objects.filter(kind=TokenKind.PERSONAL).update(expires_at=NOW)
        assert_problem(call(client, "GET", "/me", token=secret), 401, "invalid_token")
        assert call(client, "GET", "/me/tokens", token=anna.token).json()["items"] == []

    def test_notes_its_last_use(self, client, anna):
        secret = made(client, anna)["token"]
        call(client, "GET", "/me", token=secret)
        (shown,) = call(client, "GET", "/me/tokens", token=anna.token).json()["items"]
        assert shown["last_used_at"] is not None

    def test_does_not_outlive_idleness_but_its_date(self, client, anna):
        secret = made(client, anna, expires_in_days=366)["token"]
        old = NOW - timedelta(days=200)
        Token.objects.filter(kind=TokenKind.PERSONAL).update(created_at=old, last_used_at=old)
        assert call(client, "GET", "/me", token=secret).status_code == 200


class TestTakingItBack:
    def test_ends_it_at_once(self, client, anna):
        answer = made(client, anna)
        path = f"/me/tokens/{answer['id']}"
        assert call(client, "DELETE", path, token=anna.token).status_code == 204
        assert_problem(call(client, "GET", "/me", token=answer["token"]), 401, "invalid_token")
        assert_problem(call(client, "DELETE", path, token=anna.token), 404, "token_not_found")

    def test_knows_no_token_of_somebody_else_and_no_session(self, client, anna):
        theirs = made(client, signed_up("bruno"))["id"]
        mine = caller_for_token(anna.token).token_id
        answers = [
            call(client, "DELETE", f"/me/tokens/{each}", token=anna.token)
            for each in (theirs, mine, uuid4(), "x")
        ]
        assert {response.status_code for response in answers} == {404}
        assert len({response.content for response in answers}) == 1
        assert Token.objects.count() == 3


@pytest.mark.django_db(transaction=True)
class TestAKeptReply:
    def keyed(self, client, session):
        return call(
            client, "POST", "/me/tokens", ASKED, token=session.token, idempotency_key="once"
        )

    def test_shows_the_secret_again_to_the_token_that_asked(self, client, anna):
        first, again = self.keyed(client, anna), self.keyed(client, anna)
        assert first.status_code == 201
        assert first.content == again.content
        assert again["Idempotency-Replayed"] == "true"
        assert Token.objects.filter(kind=TokenKind.PERSONAL).count() == 1

    def test_holds_nothing_that_can_be_read(self, client, anna):
        secret = self.keyed(client, anna).json()["token"]
        kept = IdempotencyRecord.objects.get()
        assert secret not in kept.reply
        assert "my bot" not in kept.reply

    def test_is_closed_to_another_device(self, client, anna):
        from tests.players.test_sessions import another

        self.keyed(client, anna)
        assert_problem(self.keyed(client, another(anna)), 422, "idempotency_key_reused")
