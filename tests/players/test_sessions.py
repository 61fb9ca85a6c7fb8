"""/me/sessions: the devices that are logged in, when they were used, and how they end."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from players.models import Token, TokenKind
from players.queries import caller_for_token
from players.services import forget_tokens, log_in, note_use
from tests.players.accounts import NOW, PASSWORD, assert_problem, call, signed_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    return signed_up("anna", device_name="phone")


def another(session, device_name="tablet"):
    return log_in(
        username=session.player.username, password=PASSWORD, device_name=device_name, now=NOW
    )


def listed(client, token):
    response = call(client, "GET", "/me/sessions", token=token)
    assert response.status_code == 200
    return response.json()["items"]


def id_of(session):
    return str(caller_for_token(session.token).token_id)


def is_logged_in(client, session):
    return call(client, "GET", "/me", token=session.token).status_code == 200


def used(**ago):
    """Make all tokens look as if they had been made and used so long ago."""
    at = timezone.now() - timedelta(**ago)
    Token.objects.update(created_at=at, last_used_at=at)


class TestTheList:
    def test_names_the_devices_and_says_which_is_this_one(self, client, anna):
        tablet = another(anna)
        signed_up("bruno")
        shown = listed(client, anna.token)
        assert [(each["device_name"], each["current"]) for each in shown] == [
            ("tablet", False),
            ("phone", True),
        ]
        assert [each["id"] for each in shown] == [id_of(tablet), id_of(anna)]

    def test_shows_neither_secrets_nor_digests(self, client, anna):
        text = call(client, "GET", "/me/sessions", token=anna.token).content.decode()
        assert anna.token.removeprefix("scopa_") not in text
        assert Token.objects.get().digest not in text

    def test_comes_in_pages(self, client, anna):
        another(anna)
        first = call(client, "GET", "/me/sessions?limit=1", token=anna.token).json()
        cursor = first["next_cursor"]
        path = f"/me/sessions?limit=1&cursor={cursor}"
        second = call(client, "GET", path, token=anna.token).json()
        names = [page["items"][0]["device_name"] for page in (first, second)]
        assert names == ["tablet", "phone"]
        assert second["next_cursor"] is None

    def test_takes_two_statements(self, client, anna, django_assert_num_queries):
        for _ in range(5):
            another(anna)
        with django_assert_num_queries(2):
            listed(client, anna.token)


class TestLoggingOutOne:
    def test_ends_that_device_at_once(self, client, anna):
        tablet = another(anna)
        path = f"/me/sessions/{id_of(tablet)}"
        assert call(client, "DELETE", path, token=anna.token).status_code == 204
        assert not is_logged_in(client, tablet)
        assert is_logged_in(client, anna)

    def test_may_end_this_one(self, client, anna):
        path = f"/me/sessions/{id_of(anna)}"
        assert call(client, "DELETE", path, token=anna.token).status_code == 204
        assert not is_logged_in(client, anna)

    def test_knows_no_device_of_somebody_else(self, client, anna):
        bruno = signed_up("bruno")
        unknown = call(client, "DELETE", f"/me/sessions/{uuid4()}", token=anna.token)
        theirs = call(client, "DELETE", f"/me/sessions/{id_of(bruno)}", token=anna.token)
        nonsense = call(client, "DELETE", "/me/sessions/nonsense", token=anna.token)
        assert_problem(theirs, 404, "session_not_found")
        assert theirs.content == unknown.content == nonsense.content
        assert is_logged_in(client, bruno)


class TestLoggingOutTheOthers:
    def test_ends_all_but_this_one_and_no_personal_token(self, client, anna):
        tablet, bruno = another(anna), signed_up("bruno")
        Token.objects.create(
            kind=TokenKind.PERSONAL,
            digest="0" * 64,
            player=anna.player,
            scopes=["profile:read"],
            created_at=NOW,
            expires_at=NOW + timedelta(days=1),
        )
        assert call(client, "DELETE", "/me/sessions", token=anna.token).status_code == 204
        assert [is_logged_in(client, each) for each in (anna, tablet, bruno)] == [True, False, True]
        assert Token.objects.filter(kind=TokenKind.PERSONAL).count() == 1


class TestTheLastUse:
    def test_is_noted_once_an_hour(self, client, anna):
        used(minutes=61)
        with CaptureQueriesContext(connection) as first:
            call(client, "GET", "/me", token=anna.token)
        with CaptureQueriesContext(connection) as second:
            call(client, "GET", "/me", token=anna.token)
        assert (len(first), len(second)) == (2, 1)
        assert Token.objects.get().last_used_at >= NOW

    def test_is_not_noted_again_within_the_hour(self, client, anna):
        used(minutes=50)
        with CaptureQueriesContext(connection) as queries:
            call(client, "GET", "/me", token=anna.token)
        assert len(queries) == 1

    def test_is_written_by_one_of_many_who_come_at_once(self, anna):
        used(minutes=61)
        callers = [caller_for_token(anna.token) for _ in range(3)]
        note_use(callers[0])
        noted = Token.objects.get().last_used_at
        for caller in callers[1:]:
            note_use(caller)
        assert Token.objects.get().last_used_at == noted


class TestAnIdleSession:
    def test_is_over_after_ninety_days(self, client, anna):
        used(days=89, hours=23)
        assert is_logged_in(client, anna)
        used(days=90, minutes=1)
        assert_problem(call(client, "GET", "/me", token=anna.token), 401, "invalid_token")

    def test_that_was_never_noted_counts_from_its_beginning(self, client, anna):
        at = NOW - timedelta(days=91)
        Token.objects.update(created_at=at, last_used_at=None)
        assert not is_logged_in(client, anna)

    def test_is_swept_and_no_other_token_is(self, anna):
        used(days=91)
        tablet = another(anna)
        personal = {"kind": TokenKind.PERSONAL, "player": anna.player, "scopes": ["events:read"]}
        old, long = NOW - timedelta(days=100), timedelta(days=1)
        Token.objects.create(**personal, digest="1" * 64, created_at=old, expires_at=NOW - long)
        good = Token.objects.create(
            **personal, digest="2" * 64, created_at=old, expires_at=NOW + long
        )
        assert forget_tokens(now=NOW) == 2
        kept = {str(token.public_id) for token in Token.objects.all()}
        assert kept == {id_of(tablet), str(good.public_id)}
        assert forget_tokens(now=NOW) == 0
