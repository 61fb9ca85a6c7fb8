"""A copy of what is held of a player: whole, for its player alone, and gone after a day."""

import json
from datetime import timedelta
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.utils import timezone

from games import services as games
from games.models import Remark
from players.leaving_errors import ExportExpired, ExportInWork, ExportNotFound
from players.models import Code, Export, ExportPart, Player
from players.queries import export_text, get_export
from players.registries import paged_exporters
from players.services import (
    ask_export,
    block,
    confirm_reset,
    erase,
    revoke_other_sessions,
    revoke_sessions,
    send_reset,
    sweep_exports,
)
from players.services.codes import code_of
from players.services.exports import EXPORT, LINK_LASTS, write_part
from players.services.staff import Mandate, deactivate, sign_out
from scopa_site.log_lines import scrubbed
from scopa_site.outbox.effects import run_effects
from scopa_site.outbox.models import Effect
from tests.api import card_search
from tests.games.tables import NOW as THEN
from tests.games.tables import dealt, people, play
from tests.players.accounts import NOW, assert_problem, call, signed_up

pytestmark = pytest.mark.django_db

NOBODY = "0f8fad5b-d9cb-469f-a165-70867728950e"
SECTIONS = {
    *("format", "asked_at", "profile", "sessions", "addresses", "identities", "second_factors"),
    *("ties", "ratings", "reports_made", "actions_on_the_account", "encounters", "holidays"),
    *("tallies", "matches", "rating_changes", "devices", "webhooks", "notification_preferences"),
    *("muted_matches", "notifications"),
}


def made(player_id, now=NOW):
    """Ask for a copy, let it be made, and read it."""
    export = ask_export(player_id=player_id, now=now)
    run_effects(clock=lambda: now)
    return opened(get_export(player_id=player_id, export_id=export.public_id, now=now).link, now)


def opened(link, now):
    return json.loads(b"".join(export_text(link=link, now=now)))


def reset(player):
    address = "anna@example.com"
    EmailAddress.objects.create(user=player, email=address, verified=True, primary=True)
    send_reset(player_id=player.pk, now=NOW)
    code = code_of(Code.objects.get(), now=NOW)
    confirm_reset(email=address, code=code, new_password="tre re in tavola", client="", now=NOW)


MANDATE = Mandate(actor_id=None, reason="a test", key="once")
ENDS = {
    "reset": reset,
    "sign_out": lambda player: sign_out(player_id=player.pk, by=MANDATE, now=NOW),
    "deactivate": lambda player: deactivate(player_id=player.pk, by=MANDATE, now=NOW),
    "erase": lambda player: erase(player_id=player.pk, now=NOW),
}


class TestACopy:
    def test_holds_every_section(self):
        anna = signed_up("anna", email="anna@example.org", device_name="il telefono")
        copy = made(anna.player.pk)
        assert copy.keys() == SECTIONS
        assert copy["profile"]["username"] == "anna"
        assert copy["profile"]["email"] == "anna@example.org"
        assert [each["device_name"] for each in copy["sessions"]] == ["il telefono"]

    def test_holds_no_secret(self):
        anna = signed_up("anna")
        text = json.dumps(made(anna.player.pk))
        assert anna.token not in text
        assert anna.player.password not in text
        assert Export.objects.count() == 1
        for token in anna.player.tokens.all():
            assert token.digest not in text

    def test_names_addresses_and_providers_and_no_identity(self):
        player = signed_up("anna").player
        EmailAddress.objects.create(user=player, email="a@example.org", primary=True)
        SocialAccount.objects.create(
            user=player, provider="apple", uid="0017", extra_data={"name": "Anna"}
        )
        copy = made(player.pk)
        assert copy["addresses"] == [{"email": "a@example.org", "verified": False, "primary": True}]
        assert [each["provider"] for each in copy["identities"]] == ["apple"]
        assert "0017" not in json.dumps(copy)

    def test_shows_others_by_their_ids_alone(self):
        anna, bruno = signed_up("anna"), signed_up("bruno-il-bello")
        block(player_id=anna.player.pk, other_id=bruno.player.public_id, now=NOW)
        copy = made(anna.player.pk)
        assert [tie["player"] for tie in copy["ties"]] == [str(bruno.player.public_id)]
        assert "bruno-il-bello" not in json.dumps(copy)

    def test_concerns_nobody_else(self):
        anna, bruno = people(2)
        dealt([anna, bruno])
        carla = signed_up("carla-x").player
        assert made(carla.pk)["matches"] == []


class TestTheMatchesOfACopy:
    def test_are_all_of_them_with_every_card_played(self):
        anna, bruno = people(2)
        record = dealt([anna, bruno])
        for _ in range(3):
            record = play(record).record
        other = dealt([anna, bruno])
        copy = made(anna.pk, THEN)
        ids = [str(each.match.public_id) for each in (record, other)]
        assert [match["id"] for match in copy["matches"]] == ids
        moves = copy["matches"][0]["moves"]
        assert [move["ply"] for move in moves] == [0, 1, 2]
        assert copy["matches"][0]["your_seat"] == 0

    def test_hold_no_card_that_was_not_played(self):
        anna, bruno = people(2)
        play(dealt([anna, bruno]))
        (match,) = made(anna.pk, THEN)["matches"]
        played = {match["moves"][0]["card"], *match["moves"][0]["capture"]}
        assert card_search.cards_in_text(json.dumps(match)) == played

    def test_hold_what_the_player_wrote_and_not_what_others_did(self):
        anna, bruno = people(2)
        record = dealt([anna, bruno])
        match_id = record.match.public_id
        games.resign_match(match_id=match_id, player_id=bruno.pk, now=THEN)
        for player, text in ((anna, "brava io"), (bruno, "bravo lui")):
            games.write_message(match_id=match_id, player_id=player.pk, text=text, now=THEN)
        (match,) = made(anna.pk, THEN)["matches"]
        assert [remark["text"] for remark in match["your_remarks"]] == ["brava io"]
        assert Remark.objects.count() == 2

    @pytest.mark.parametrize("size", [1, 2, 3])
    def test_come_in_pages_and_none_is_missing(self, size, monkeypatch):
        monkeypatch.setattr("games.queries.holdings._PAGE", size)
        anna, bruno = people(2)
        ids = [str(dealt([anna, bruno]).match.public_id) for _ in range(4)]
        copy = made(anna.pk, THEN)
        assert [match["id"] for match in copy["matches"]] == ids
        assert copy.keys() == SECTIONS
        assert ExportPart.objects.count() == 3 + -(-(4 + (4 % size == 0)) // size)

    def test_ask_no_more_of_the_database_the_more_there_are(self, django_assert_max_num_queries):
        anna, bruno = people(2)
        for _ in range(5):
            dealt([anna, bruno])
        with django_assert_max_num_queries(10):
            rows, ended_at = paged_exporters["matches"](anna.pk, 0)
        assert (len(rows), ended_at) == (5, None)


class TestAnExport:
    def test_is_made_once_at_a_time(self):
        player = signed_up("anna").player
        ask_export(player_id=player.pk, now=NOW)
        with pytest.raises(ExportInWork):
            ask_export(player_id=player.pk, now=NOW)

    def test_can_be_asked_for_again_when_it_is_ready(self):
        player = signed_up("anna").player
        made(player.pk)
        assert made(player.pk).keys() == SECTIONS

    def test_is_whole_when_every_part_of_it_is_made_twice(self):
        player = signed_up("anna").player
        export = ask_export(player_id=player.pk, now=NOW)
        while Export.objects.get().ready_at is None:
            effect = Effect.objects.filter(topic=EXPORT).latest("pk")
            write_part(effect.payload, NOW)
            write_part(effect.payload, NOW)
        link = get_export(player_id=player.pk, export_id=export.public_id, now=NOW).link
        assert opened(link, NOW).keys() == SECTIONS

    def test_is_closed_when_its_time_is_over(self):
        player = signed_up("anna").player
        export = ask_export(player_id=player.pk, now=NOW)
        run_effects(clock=lambda: NOW)
        state = get_export(player_id=player.pk, export_id=export.public_id, now=NOW)
        later = NOW + LINK_LASTS
        assert opened(state.link, later - timedelta(seconds=1)).keys() == SECTIONS
        with pytest.raises(ExportExpired):
            export_text(link=state.link, now=later)
        state = get_export(player_id=player.pk, export_id=export.public_id, now=later)
        assert (state.status, state.link) == ("expired", None)

    def test_is_deleted_when_its_time_is_over(self):
        player = signed_up("anna").player
        made(player.pk)
        assert sweep_exports(now=NOW + LINK_LASTS - timedelta(seconds=1)) == 0
        assert sweep_exports(now=NOW + LINK_LASTS) == 1 + len(paged_exporters)
        assert not ExportPart.objects.exists()

    def test_that_came_to_nothing_does_not_bar_the_next(self):
        player = signed_up("anna").player
        ask_export(player_id=player.pk, now=NOW)
        later = NOW + timedelta(days=1)
        sweep_exports(now=later)
        assert ask_export(player_id=player.pk, now=later)

    def test_is_closed_when_all_sessions_are_ended(self):
        player, other = signed_up("anna").player, signed_up("bruno").player
        links = []
        for each in (player, other):
            export = ask_export(player_id=each.pk, now=NOW)
            run_effects(clock=lambda: NOW)
            state = get_export(player_id=each.pk, export_id=export.public_id, now=NOW)
            links.append(state.link)
        revoke_sessions(player_id=player.pk, now=NOW)
        with pytest.raises(ExportExpired):
            export_text(link=links[0], now=NOW)
        assert opened(links[1], NOW).keys() == SECTIONS
        assert sweep_exports(now=NOW) == 1 + len(paged_exporters)

    @pytest.mark.parametrize("end", ["reset", "sign_out", "deactivate", "erase"])
    def test_is_closed_by_whatever_ends_them(self, end):
        player = signed_up("anna").player
        export = ask_export(player_id=player.pk, now=NOW)
        run_effects(clock=lambda: NOW)
        link = get_export(player_id=player.pk, export_id=export.public_id, now=NOW).link
        ENDS[end](player)
        with pytest.raises((ExportExpired, ExportNotFound)):
            export_text(link=link, now=NOW)

    def test_stays_open_while_the_session_that_asked_goes_on(self):
        player = signed_up("anna").player
        export = ask_export(player_id=player.pk, now=NOW)
        run_effects(clock=lambda: NOW)
        link = get_export(player_id=player.pk, export_id=export.public_id, now=NOW).link
        revoke_other_sessions(player_id=player.pk, token_id=player.tokens.get().public_id, now=NOW)
        assert opened(link, NOW).keys() == SECTIONS

    def test_does_not_open_by_another_signature(self):
        player = signed_up("anna").player
        export = ask_export(player_id=player.pk, now=NOW)
        run_effects(clock=lambda: NOW)
        link = get_export(player_id=player.pk, export_id=export.public_id, now=NOW).link
        for wrong in (link[:-1], link + "x", str(export.public_id), str(uuid4()) + link[36:], ""):
            with pytest.raises(ExportNotFound):
                export_text(link=wrong, now=NOW)


class TestOverHttp:
    @pytest.fixture
    def anna(self):
        return signed_up("anna")

    @pytest.fixture(autouse=True)
    def _own_window(self, one_window):
        """Ask within one window of the limit."""

    def test_asks_waits_and_downloads(self, client, anna):
        asked = call(client, "POST", "/me/exports", token=anna.token)
        assert asked.status_code == 202
        assert (asked.json()["status"], asked.json()["url"]) == ("in_work", None)
        run_effects(clock=timezone.now)
        path = f"/me/exports/{asked.json()['id']}"
        ready = call(client, "GET", path, token=anna.token).json()
        assert ready["status"] == "ready"
        file = client.get(ready["url"])
        assert file["Content-Type"] == "application/json"
        assert file["Cache-Control"] == "no-store"
        assert file["Content-Disposition"].startswith("attachment")
        assert json.loads(file.getvalue()).keys() == SECTIONS

    def test_has_no_token_in_the_link_and_hides_it_from_the_log(self, client, anna):
        asked = call(client, "POST", "/me/exports", token=anna.token).json()
        run_effects(clock=timezone.now)
        url = call(client, "GET", f"/me/exports/{asked['id']}", token=anna.token).json()["url"]
        assert "scopa_" not in url
        assert scrubbed(f"GET {url} 200") == "GET /api/v1/exports/[link] 200"

    def test_refuses_a_second_one_on_the_same_day(self, client, anna):
        call(client, "POST", "/me/exports", token=anna.token)
        again = call(client, "POST", "/me/exports", token=anna.token)
        assert_problem(again, 429, "too_many_requests")
        assert int(again["Retry-After"]) > 0

    def test_refuses_a_second_one_while_the_first_is_in_work(self, client, anna, settings):
        settings.SCOPA_LIMITS = {**settings.SCOPA_LIMITS, "export_per_player": (9, 60)}
        call(client, "POST", "/me/exports", token=anna.token)
        again = call(client, "POST", "/me/exports", token=anna.token)
        assert_problem(again, 409, "export_in_work")

    @pytest.mark.parametrize("export_id", ["x", NOBODY, "{0}"])
    def test_shows_nobody_the_export_of_another(self, client, anna, export_id):
        asked = call(client, "POST", "/me/exports", token=anna.token).json()
        other = signed_up("bruno")
        path = f"/me/exports/{export_id.format(asked['id'])}"
        refused = call(client, "GET", path, token=other.token)
        assert_problem(refused, 404, "export_not_found")

    def test_refuses_a_link_that_was_not_signed(self, client):
        assert_problem(client.get(f"/api/v1/exports/{uuid4()}:x"), 404, "export_not_found")

    def test_says_that_a_link_has_expired(self, client, anna):
        asked = call(client, "POST", "/me/exports", token=anna.token).json()
        run_effects(clock=timezone.now)
        url = call(client, "GET", f"/me/exports/{asked['id']}", token=anna.token).json()["url"]
        Export.objects.update(expires_at=timezone.now())
        assert_problem(client.get(url), 410, "export_expired")
        assert Player.objects.count() == 1
