"""Asking to be erased: who may, how long there is to think, and what ends at once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from players.access_errors import FreshLoginNeeded
from players.leaving_errors import DeletionNotConfirmed
from players.models import Deletion, Player, Token
from players.services import (
    ask_deletion,
    cancel_deletion,
    create_guest,
    erase,
    log_in,
    sweep_deletions,
)
from players.services.erasure import erase_if_due
from players.services.passwords import FRESH, change_password
from scopa_site.outbox.models import Effect
from tests.players.accounts import NOW, PASSWORD, assert_problem, call, signed_up

pytestmark = pytest.mark.django_db

DAYS = timedelta(days=7)


def ask(player, **more):
    token_id = player.tokens.earliest("pk").public_id
    asked = {"player_id": player.pk, "token_id": token_id, "password": PASSWORD, "now": NOW}
    return ask_deletion(**asked | more)


class TestADeletion:
    def test_is_due_after_seven_days(self):
        player = signed_up("anna").player
        assert ask(player).due_at == NOW + DAYS
        assert sweep_deletions(now=NOW + DAYS - timedelta(seconds=1)) == 0
        assert sweep_deletions(now=NOW + DAYS) == 1
        assert Player.objects.get(pk=player.pk).erased_at == NOW + DAYS

    def test_asked_again_stays_at_the_first_day(self):
        player = signed_up("anna").player
        ask(player)
        assert ask(player, now=NOW + timedelta(days=3)).due_at == NOW + DAYS

    def test_is_told_by_mail_once(self):
        player = signed_up("anna").player
        ask(player)
        ask(player)
        mails = Effect.objects.filter(payload__player=player.pk, payload__kind="deletion_asked")
        assert mails.count() == 1

    def test_ends_all_tokens_but_the_one_that_asks(self):
        anna = signed_up("anna")
        log_in(username="anna", password=PASSWORD, now=NOW)
        kept = Token.objects.get(digest=Token.digest_of(anna.token))
        ask(anna.player, token_id=kept.public_id)
        assert list(Token.objects.all()) == [kept]

    def test_cancelled_does_not_come_about(self):
        player = signed_up("anna").player
        ask(player)
        cancel_deletion(player_id=player.pk)
        assert sweep_deletions(now=NOW + DAYS) == 0
        assert Player.objects.get(pk=player.pk).is_active

    def test_does_not_come_about_after_a_change_of_the_password(self):
        player = signed_up("anna").player
        ask(player)
        change_password(
            player_id=player.pk,
            token_id=player.tokens.get().public_id,
            current_password=PASSWORD,
            new_password="tre re in tavola",
            now=NOW,
        )
        assert sweep_deletions(now=NOW + DAYS) == 0
        assert Player.objects.get(pk=player.pk).is_active

    def test_cancelled_at_the_last_moment_does_not_come_about(self):
        player = signed_up("anna").player
        ask(player)
        cancel_deletion(player_id=player.pk)  # after the sweep has listed it
        assert erase_if_due(player_id=player.pk, now=NOW + DAYS) is False
        assert Player.objects.get(pk=player.pk).is_active

    @pytest.mark.parametrize("wrong", ["", "another one altogether", "anna"])
    def test_is_refused_without_the_password(self, wrong):
        player = signed_up("anna").player
        for body in ({"password": wrong}, {"password": "", "confirm": wrong}):
            with pytest.raises(DeletionNotConfirmed):
                ask(player, **body)
        assert not Deletion.objects.exists()
        assert Token.objects.count() == 1

    def test_of_a_guest_is_confirmed_by_the_username(self):
        player = create_guest(now=NOW).player
        with pytest.raises(DeletionNotConfirmed):
            ask(player, password="", confirm="guest")
        assert ask(player, password="", confirm=player.username)

    def test_of_a_guest_needs_no_fresh_log_in(self):
        player = create_guest(now=NOW - timedelta(days=30)).player
        assert ask(player, password="", confirm=player.username)

    def test_without_a_password_needs_a_log_in_of_the_last_ten_minutes(self):
        player = signed_up("anna").player
        player.set_unusable_password()
        player.save()
        asked = {"password": "", "confirm": "anna"}
        with pytest.raises(FreshLoginNeeded):
            ask(player, **asked, now=NOW + FRESH)
        assert not Deletion.objects.exists()
        with pytest.raises(DeletionNotConfirmed):
            ask(player, password="", confirm="another", now=NOW)
        assert ask(player, **asked, now=NOW + FRESH - timedelta(seconds=1))

    def test_concerns_nobody_else(self):
        anna, bruno = signed_up("anna"), signed_up("bruno")
        erase(player_id=anna.player.pk, now=NOW)
        kept = Player.objects.get(pk=bruno.player.pk)
        assert (kept.username, kept.is_active, kept.tokens.count()) == ("bruno", True, 1)

    def test_frees_the_name(self):
        erase(player_id=signed_up("anna").player.pk, now=NOW)
        assert signed_up("anna").player.username == "anna"

    def test_of_one_player_does_not_wait_for_another(self, monkeypatch):
        one, other = signed_up("anna").player, signed_up("bruno").player
        ask(one)
        ask(other)

        def breaks(*, player_id, now):
            if player_id == one.pk:
                raise RuntimeError("broken")
            return erase_if_due(player_id=player_id, now=now)

        monkeypatch.setattr("players.services.deletion.erase_if_due", breaks)
        assert sweep_deletions(now=NOW + DAYS) == 1
        assert Player.objects.get(pk=other.pk).erased_at is not None

    def test_again_takes_what_a_request_under_way_wrote_after_it(self):
        player = signed_up("anna").player
        erase(player_id=player.pk, now=NOW)
        Token.objects.create(digest="0" * 64, player=player, created_at=NOW)
        sweep_deletions(now=NOW + timedelta(hours=1))
        assert not Token.objects.exists()


class TestOverHttp:
    @pytest.fixture
    def anna(self):
        return signed_up("anna")

    def test_is_asked_for_looked_at_and_cancelled(self, client, anna):
        asked = call(client, "POST", "/me/deletion", {"password": PASSWORD}, anna.token)
        assert asked.status_code == 202
        shown = call(client, "GET", "/me/deletion", token=anna.token)
        assert shown.json() == asked.json()
        assert call(client, "DELETE", "/me/deletion", token=anna.token).status_code == 204
        gone = call(client, "GET", "/me/deletion", token=anna.token)
        assert_problem(gone, 404, "deletion_not_asked")
        assert call(client, "DELETE", "/me/deletion", token=anna.token).status_code == 204

    def test_is_shown_in_the_profile_and_at_a_log_in(self, client, anna):
        def shown():
            login = {"username": "anna", "password": PASSWORD}
            answers = [
                call(client, "GET", "/me", token=anna.token),
                call(client, "PATCH", "/me", {}, anna.token),
                call(client, "POST", "/auth/login", login),
            ]
            return {answer.json()["deletion_due_at"] for answer in answers}

        assert shown() == {None}
        asked = call(client, "POST", "/me/deletion", {"password": PASSWORD}, anna.token)
        assert shown() == {asked.json()["due_at"]}

    def test_refuses_a_wrong_password_alike_to_none(self, client, anna):
        for body in ({}, {"password": "wrong"}, {"confirm": "anna"}):
            refused = call(client, "POST", "/me/deletion", body, anna.token)
            assert_problem(refused, 422, "deletion_not_confirmed")

    def test_counts_guesses_as_attempts_to_log_in(self, client, anna, one_window):
        for _attempt in range(5):
            call(client, "POST", "/me/deletion", {"password": "wrong"}, anna.token)
        refused = call(client, "POST", "/me/deletion", {"password": PASSWORD}, anna.token)
        assert_problem(refused, 429, "too_many_requests")

    def test_logs_out_the_other_devices_within_the_request(self, client, anna):
        other = log_in(username="anna", password=PASSWORD, now=timezone.now())
        call(client, "POST", "/me/deletion", {"password": PASSWORD}, anna.token)
        assert_problem(call(client, "GET", "/me", token=other.token), 401, "invalid_token")
        assert call(client, "GET", "/me", token=anna.token).status_code == 200
