"""Recovery codes: by one a guest comes back on another device, and gets the next."""

import logging
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection, connections

from players.access_errors import InvalidRecoveryCode
from players.models import Player, RecoveryCode, Token
from players.queries import caller_for_token
from players.services import create_guest, note_use
from players.services.recovery import REPEATED, make_recovery_code, recover
from tests.players.accounts import NOW, assert_problem, call, signed_up

pytestmark = pytest.mark.django_db

_FORM = re.compile(r"([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}")


@pytest.fixture
def guest():
    return create_guest(now=NOW)


@pytest.fixture
def code(guest):
    token_id = caller_for_token(guest.token).token_id
    return make_recovery_code(player_id=guest.player.pk, token_id=token_id, now=NOW)


def come_back(client, code, **more):
    return call(client, "POST", "/auth/recover", {"code": code, **more})


def used(token):
    """Let a token be used, as by a request."""
    note_use(caller_for_token(token))


class TestACode:
    def test_is_shown_once_and_kept_as_a_digest(self, client, guest):
        response = call(client, "POST", "/me/recovery-code", token=guest.token)
        assert response.status_code == 201
        shown = response.json()["code"]
        assert _FORM.fullmatch(shown)
        with connection.cursor() as cursor:
            cursor.execute("SELECT * FROM players_recoverycode")
            rows = str(cursor.fetchall())
        assert shown not in rows
        assert shown.replace("-", "") not in rows

    def test_takes_the_place_of_the_one_before(self, client, guest, code):
        second = call(client, "POST", "/me/recovery-code", token=guest.token).json()["code"]
        assert second != code
        assert_problem(come_back(client, code), 401, "invalid_recovery_code")
        assert come_back(client, second).status_code == 200

    def test_is_for_guests(self, client):
        session = signed_up("anna")
        response = call(client, "POST", "/me/recovery-code", token=session.token)
        assert_problem(response, 409, "not_a_guest")


class TestComingBack:
    def test_is_to_the_same_player_on_another_device(self, client, guest, code):
        answer = come_back(client, code, device_name="new phone").json()
        assert answer["player"]["id"] == str(guest.player.public_id)
        assert call(client, "GET", "/me", token=answer["token"]).status_code == 200
        assert call(client, "GET", "/me", token=guest.token).status_code == 200
        assert Token.objects.order_by("pk").last().device_name == "new phone"

    def test_brings_the_code_for_the_next_time(self, client, code):
        for _time in range(3):
            answer = come_back(client, code).json()
            used(answer["token"])
            assert _FORM.fullmatch(answer["recovery_code"])
            assert answer["recovery_code"] != code
            code = answer["recovery_code"]

    @pytest.mark.parametrize(
        "typed", [str.lower, lambda code: code.replace("-", ""), lambda code: f" {code} "]
    )
    def test_takes_the_code_as_it_may_be_typed(self, client, code, typed):
        assert come_back(client, typed(code)).status_code == 200

    def test_takes_look_alikes_for_what_is_meant(self, client, guest):
        plain = "0O1IL" + "A" * 20
        digest = Token.digest_of("00111" + "A" * 20)
        RecoveryCode.objects.create(player=guest.player, digest=digest, created_at=NOW)
        assert come_back(client, plain).status_code == 200

    def test_works_once(self, client, code):
        used(come_back(client, code).json()["token"])
        assert_problem(come_back(client, code), 401, "invalid_recovery_code")
        assert Token.objects.count() == 2

    def test_is_refused_alike_whatever_is_wrong(self, client, code):
        client.defaults["HTTP_X_REQUEST_ID"] = "one-for-all"
        used(come_back(client, code).json()["token"])
        answers = [come_back(client, code), come_back(client, "A" * 25), come_back(client, "")]
        answers.append(come_back(client, "é" * 900))
        Player.objects.update(is_active=False)
        RecoveryCode.objects.update(digest=Token.digest_of("B" * 25))
        answers.append(come_back(client, "B" * 25))
        Player.objects.update(is_active=True, is_guest=False)
        answers.append(come_back(client, "B" * 25))
        shown = {(r.status_code, r.content, frozenset(r.headers.items())) for r in answers}
        assert len(shown) == 1
        assert answers[0].status_code == 401

    @pytest.mark.usefixtures("one_window")
    def test_is_limited_for_each_address(self, client, settings):
        settings.SCOPA_LIMITS = {**settings.SCOPA_LIMITS, "recover_per_ip": (2, 3600)}
        assert [come_back(client, "x").status_code for _ in range(3)] == [401, 401, 429]

    def test_tells_no_log_the_code(self, client, code, caplog):
        with caplog.at_level(logging.DEBUG):
            following = come_back(client, code).json()["recovery_code"]
        lines = [r.getMessage() for r in caplog.records if r.name != "django.db.backends"]
        assert not any(each in line for line in lines for each in (code, following))


class TestAnAnswerThatGotLost:
    def test_is_had_again_with_the_same_next_code_and_the_first_token_is_void(self, code):
        first = recover(code=code, now=NOW)
        again = recover(code=code, now=NOW + timedelta(minutes=9))
        assert again.code == first.code
        assert caller_for_token(first.session.token) is None
        assert caller_for_token(again.session.token) is not None

    def test_is_not_had_again_once_its_token_was_used(self, code):
        used(recover(code=code, now=NOW).session.token)
        with pytest.raises(InvalidRecoveryCode):
            recover(code=code, now=NOW)

    def test_is_not_had_again_after_ten_minutes(self, code):
        recover(code=code, now=NOW)
        with pytest.raises(InvalidRecoveryCode):
            recover(code=code, now=NOW + REPEATED)

    def test_is_not_had_again_once_the_next_code_was_used(self, code):
        following = recover(code=code, now=NOW).code
        recover(code=following, now=NOW)
        with pytest.raises(InvalidRecoveryCode):
            recover(code=code, now=NOW)


@pytest.mark.django_db(transaction=True)
class TestManyAtOnce:
    def test_leave_one_session(self, code):
        crowd = 12
        start = Barrier(crowd)

        def attempt(_number):
            start.wait()
            try:
                return recover(code=code, now=NOW)
            except InvalidRecoveryCode:
                return None
            finally:
                connections.close_all()

        with ThreadPoolExecutor(crowd) as threads:
            results = [each for each in threads.map(attempt, range(crowd)) if each]
        assert len({each.code for each in results}) == 1
        living = [each for each in results if caller_for_token(each.session.token)]
        assert len(living) == 1
        assert Token.objects.count() == 2
