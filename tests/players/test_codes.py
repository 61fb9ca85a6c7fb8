"""Codes by mail: derived, never stored, tried a few times, used once."""

from datetime import timedelta

import pytest
from django.db import connection

from players.models import Code, CodePurpose
from players.services.codes import ATTEMPTS, LIFETIME, SAME_CODE_FOR, code_of, issue_code, use_code
from scopa_site.transactions import one_transaction
from tests.concurrency.crowd import all_at_once, unlocked
from tests.players.accounts import NOW, signed_up

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESS = "anna@example.com"
VERIFY = CodePurpose.VERIFY_EMAIL


@pytest.fixture
def anna():
    return signed_up("anna").player


def issue(player, *, now=NOW, purpose=VERIFY, address=ADDRESS):
    with one_transaction():
        return issue_code(player_id=player.pk, purpose=purpose, address=address, now=now)


def use(player, code, *, now=NOW, purpose=VERIFY):
    with one_transaction():
        return use_code(player_id=player.pk, purpose=purpose, code=code, now=now)


def other_than(code):
    return f"{(int(code) + 1) % 10**8:08}"


class TestACode:
    def test_has_eight_digits_that_stand_nowhere(self, anna):
        row = issue(anna)
        code = code_of(Code.objects.get(), now=NOW)
        assert code == code_of(row, now=NOW)
        assert len(code) == 8
        assert code.isdecimal()
        with connection.cursor() as cursor:
            cursor.execute("SELECT * FROM players_code")
            assert code not in str(cursor.fetchall())

    def test_is_another_for_each_player_purpose_address_and_instant(self, anna):
        berta = signed_up("berta").player
        codes = [
            code_of(issue(anna), now=NOW),
            code_of(issue(berta), now=NOW),
            code_of(issue(anna, purpose=CodePurpose.RESET_PASSWORD), now=NOW),
            code_of(issue(anna, address="other@example.com"), now=NOW),
            code_of(issue(anna, now=NOW + SAME_CODE_FOR[VERIFY]), now=NOW + SAME_CODE_FOR[VERIFY]),
        ]
        assert len(set(codes)) == 5

    def test_depends_on_the_secret_key(self, anna, settings):
        row = issue(anna)
        code = code_of(row, now=NOW)
        settings.SECRET_KEY = "another key, as after one was stolen"
        assert code_of(row, now=NOW) is None
        assert use(anna, code) is None

    def test_is_used_once(self, anna):
        code = code_of(issue(anna), now=NOW)
        assert use(anna, code).address == ADDRESS
        assert use(anna, code) is None

    @pytest.mark.parametrize("typed", ["{0}-{1}", "{0} {1}", " {0}{1} "])
    def test_may_be_typed_with_spaces_and_dashes(self, anna, typed):
        code = code_of(issue(anna), now=NOW)
        assert use(anna, typed.format(code[:4], code[4:])) is not None

    def test_is_for_one_player_and_one_purpose(self, anna):
        berta = signed_up("berta").player
        code = code_of(issue(anna), now=NOW)
        issue(berta)
        assert use(berta, code) is None
        assert use(anna, code, purpose=CodePurpose.RESET_PASSWORD) is None
        assert use(anna, code) is not None

    def test_holds_for_half_an_hour(self, anna):
        code = code_of(issue(anna), now=NOW)
        assert use(anna, code, now=NOW + LIFETIME) is None
        assert use(anna, code, now=NOW + LIFETIME - timedelta(seconds=1)) is not None

    def test_holds_for_five_wrong_attempts(self, anna):
        code = code_of(issue(anna), now=NOW)
        for left in range(ATTEMPTS[VERIFY] - 1, -1, -1):
            assert use(anna, other_than(code)) is None
            assert Code.objects.get().attempts_left == left
        assert use(anna, code) is None
        assert code_of(Code.objects.get(), now=NOW) is None

    def test_is_the_same_with_no_new_attempts_within_a_minute(self, anna):
        code = code_of(issue(anna), now=NOW)
        use(anna, other_than(code))
        again = issue(anna, now=NOW + SAME_CODE_FOR[VERIFY] - timedelta(seconds=1))
        assert code_of(again, now=NOW) == code
        assert again.attempts_left == ATTEMPTS[VERIFY] - 1

    def test_for_a_password_is_the_same_within_ten_minutes(self, anna):
        reset = CodePurpose.RESET_PASSWORD
        row = issue(anna, purpose=reset)
        code = code_of(row, now=NOW)
        use(anna, other_than(code), purpose=reset)
        later = NOW + timedelta(minutes=10)
        again = issue(anna, purpose=reset, now=later - timedelta(seconds=1))
        assert code_of(again, now=later) == code
        assert again.attempts_left == ATTEMPTS[reset] - 1 == 49
        assert code_of(issue(anna, purpose=reset, now=later), now=later) != code

    def test_ends_with_the_next_one(self, anna):
        code = code_of(issue(anna), now=NOW)
        issue(anna, now=NOW + SAME_CODE_FOR[VERIFY])
        assert use(anna, code, now=NOW + SAME_CODE_FOR[VERIFY]) is None
        assert Code.objects.count() == 1


@pytest.mark.postgres
class TestManyAttemptsAtOnce:
    def test_count_each_until_none_is_left(self, anna):
        code = code_of(issue(anna), now=NOW)
        answers = all_at_once([lambda: use(anna, other_than(code))] * 60)
        assert answers == [None] * 60
        assert Code.objects.get().attempts_left == 0
        assert use(anna, code) is None

    def test_would_count_less_without_the_lock(self, anna):
        code = code_of(issue(anna), now=NOW)
        all_at_once(unlocked([lambda: use(anna, other_than(code))] * 4))
        assert Code.objects.get().attempts_left > ATTEMPTS[VERIFY] - 4

    def test_use_a_right_code_once(self, anna):
        code = code_of(issue(anna), now=NOW)
        answers = all_at_once([lambda: use(anna, code)] * 8)
        assert len([row for row in answers if row is not None]) == 1
