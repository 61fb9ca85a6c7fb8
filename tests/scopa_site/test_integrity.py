"""A violated constraint becomes the error it stands for, on whichever database runs."""

import pytest
from django.db import IntegrityError, transaction

from players.models import Player, Token
from scopa_site.errors import DomainError
from scopa_site.integrity import constraint_name, translating
from tests.players.accounts import NOW

pytestmark = pytest.mark.django_db


class Clash(DomainError):
    """Raised by these tests."""

    code = "clash_of_these_tests"


def player(username, **fields):
    return Player.objects.create(username=username, display_name=username, **fields)


def violation(act):
    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        act()
    return refusal.value


class TestConstraintName:
    def test_names_a_unique_constraint_on_a_column(self):
        anna = player("anna")
        Token.objects.create(digest="0" * 64, player=anna, created_at=NOW)
        exc = violation(lambda: Token.objects.create(digest="0" * 64, player=anna, created_at=NOW))
        assert constraint_name(exc, Token) == "token_digest_unique"

    def test_names_a_unique_constraint_on_an_expression(self):
        player("anna")
        exc = violation(lambda: player("ANNA"))
        assert constraint_name(exc, Player) == "username_unique_without_case"

    def test_names_a_check(self):
        exc = violation(lambda: player("anna", language="xx"))
        assert constraint_name(exc, Player) == "player_language_known"

    def test_knows_no_name_for_a_missing_value(self):
        exc = violation(lambda: player("anna", email=None))
        assert constraint_name(exc, Player) is None

    @pytest.mark.parametrize(
        ("message", "name"),
        [
            ("UNIQUE constraint failed: players_token.digest", "token_digest_unique"),
            ("UNIQUE constraint failed: players_player.digest", None),
            ("UNIQUE constraint failed: players_token.digest, players_token.player_id", None),
            ("UNIQUE constraint failed: index 'some_index'", "some_index"),
            ("CHECK constraint failed: some_check", "some_check"),
            ("NOT NULL constraint failed: players_token.digest", None),
            ("FOREIGN KEY constraint failed", None),
            ("something else", None),
        ],
    )
    def test_reads_what_sqlite_says(self, message, name):
        assert constraint_name(IntegrityError(message), Token) == name


class TestTranslating:
    def test_raises_the_error_that_stands_for_the_constraint(self):
        player("anna")
        errors = {"username_unique_without_case": Clash}
        with pytest.raises(Clash) as refusal, translating(Player, errors), transaction.atomic():
            player("Anna")
        assert isinstance(refusal.value.__cause__, IntegrityError)
        assert Player.objects.count() == 1

    def test_lets_other_violations_through(self):
        player("anna")
        errors = {"player_language_known": Clash}
        with (
            pytest.raises(IntegrityError),
            translating(Player, errors),
            transaction.atomic(),
        ):
            player("Anna")

    def test_lets_other_errors_through(self):
        with pytest.raises(ZeroDivisionError), translating(Player, {}):
            1 / 0  # noqa: B018

    def test_does_nothing_when_all_is_well(self):
        with translating(Player, {"username_unique": Clash}), transaction.atomic():
            player("anna")
        assert Player.objects.count() == 1
