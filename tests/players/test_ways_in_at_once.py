"""Many requests about the ways in at once: limits hold, and one of two changes wins."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connections

from players.access_errors import NotAGuest, TooManyTokens
from players.errors import InvalidToken
from players.models import Player, Token, TokenKind
from players.services import create_guest, make_token
from players.services.passwords import change_password
from players.services.tokens import MAX_TOKENS
from players.services.upgrade import upgrade_guest
from tests.players.accounts import NOW, PASSWORD, signed_up

pytestmark = pytest.mark.django_db(transaction=True)

CROWD = 8


def at_once(*acts):
    """Do all at the same moment, each in a thread; return what each gave, or its error."""
    start = Barrier(len(acts))

    def attempt(act):
        try:
            start.wait(20)
            return act()
        except (InvalidToken, NotAGuest, TooManyTokens) as exc:
            return exc
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(attempt, acts))


def token_id_of(session):
    return session.player.tokens.get(kind=TokenKind.SESSION).public_id


def maker(session):
    asked = {"player_id": session.player.pk, "token_id": token_id_of(session), "now": NOW}
    return lambda: make_token(**asked, name="bot", scopes=["profile:read"], expires_in_days=1)


class TestPersonalTokens:
    def test_are_never_more_than_twenty(self):
        anna = signed_up("anna")
        there = [
            Token(
                kind=TokenKind.PERSONAL,
                digest=f"{number:064}",
                player=anna.player,
                scopes=["profile:read"],
                created_at=NOW,
                expires_at=NOW + timedelta(days=1),
            )
            for number in range(MAX_TOKENS - 3)
        ]
        Token.objects.bulk_create(there)
        results = at_once(*[maker(anna)] * CROWD)
        assert sum(isinstance(each, TooManyTokens) for each in results) == CROWD - 3
        assert Token.objects.filter(kind=TokenKind.PERSONAL).count() == MAX_TOKENS

    def test_are_not_made_behind_the_back_of_a_change_of_the_password(self):
        anna = signed_up("anna")

        def change():
            return change_password(
                player_id=anna.player.pk,
                token_id=token,
                current_password=PASSWORD,
                new_password="tre re in tavola",
                now=NOW,
            )

        token = token_id_of(anna)
        results = at_once(change, *[maker(anna)] * CROWD)
        assert results[0].token
        assert Token.objects.count() == 1  # that of the change


class TestUpgrades:
    def test_of_one_guest_happen_once(self):
        guest = create_guest(now=NOW)
        asked = {"player_id": guest.player.pk, "token_id": token_id_of(guest), "now": NOW}
        results = at_once(
            *[
                lambda number=number: upgrade_guest(
                    **asked, username=f"anna{number}", password=PASSWORD
                )
                for number in range(CROWD)
            ]
        )
        done = [each for each in results if not isinstance(each, Exception)]
        assert len(done) == 1
        assert Player.objects.get().username == done[0].player.username
        assert Token.objects.count() == 1
