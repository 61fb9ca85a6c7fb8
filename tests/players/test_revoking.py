"""Tokens are taken back by deleting their rows: all of a player's, or all but one."""

from datetime import timedelta

import pytest

from players.models import Token, TokenKind
from players.queries import caller_for_token
from players.services import log_in, revoke_sessions
from tests.players.accounts import NOW, PASSWORD, signed_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    return signed_up("anna")


def another(session):
    return log_in(username=session.player.username, password=PASSWORD, now=NOW)


def personal_token(player):
    return Token.objects.create(
        kind=TokenKind.PERSONAL,
        digest="0" * 64,
        player=player,
        scopes=["profile:read"],
        created_at=NOW,
        expires_at=NOW + timedelta(days=1),
    )


class TestRevoking:
    def test_takes_back_every_token_of_the_player_and_of_nobody_else(self, anna):
        bruno = signed_up("bruno")
        personal_token(anna.player)
        tablet = another(anna)
        assert revoke_sessions(player_id=anna.player.pk, now=NOW) == 3
        assert caller_for_token(anna.token) is None
        assert caller_for_token(tablet.token) is None
        assert caller_for_token(bruno.token) is not None

    def test_spares_the_one_that_is_named(self, anna):
        tablet = another(anna)
        kept = caller_for_token(tablet.token).token_id
        assert revoke_sessions(player_id=anna.player.pk, now=NOW, but=kept) == 1
        assert caller_for_token(anna.token) is None
        assert caller_for_token(tablet.token) is not None

    def test_spares_personal_tokens_where_asked(self, anna):
        mine = personal_token(anna.player)
        assert revoke_sessions(player_id=anna.player.pk, now=NOW, personal=False) == 1
        assert list(Token.objects.all()) == [mine]

    def test_takes_two_statements_however_many_there_are(self, anna, django_assert_num_queries):
        another(anna)
        with django_assert_num_queries(2):
            revoke_sessions(player_id=anna.player.pk, now=NOW)
