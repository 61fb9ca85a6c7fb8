"""The lists and pages of the admin: what they show, find, and refuse."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.urls import reverse

from games.models import (
    AiTurn,
    Deal,
    Match,
    MatchPool,
    MatchStatus,
    Move,
    OutageCredit,
    Plan,
    Seat,
)
from players.models import Player
from scopa_site.models import Heartbeat
from tests.admin.conftest import played
from tests.games.tables import NOW, offered, people

MODELS = ["match", "deal", "move", "aiturn"]
MOST_QUERIES = 10


def listed(model, **query):
    app = "scopa_site" if model == "heartbeat" else "games"
    return reverse(f"admin:{app}_{model}_changelist", query=query)


def page(row, app="games"):
    return reverse(f"admin:{app}_{row._meta.model_name}_change", args=[row.pk])


def found(client, model, **query):
    """Return the keys of the rows that a list shows."""
    answer = client.get(listed(model, **query))
    assert answer.status_code == 200
    return {row.pk for row in answer.context["cl"].result_list}


class TestList:
    @pytest.mark.parametrize("model", [*MODELS, "heartbeat"])
    def test_takes_few_queries_however_many_rows(
        self, looker, match_with_ai, model, django_assert_max_num_queries
    ):
        seated = [match_with_ai.creator, *people_but_anna(3)]
        for seed in range(4):
            played(seated, 50, preset="scopa_a_coppie", seed=seed)
        with django_assert_max_num_queries(MOST_QUERIES):
            answer = looker.get(listed(model))
        assert answer.status_code == 200

    def test_shows_a_match_as_people_speak_of_it(self, looker, match):
        text = looker.get(listed("match")).content.decode()
        assert str(match.public_id)[:8] in text
        assert "Classic Scopa" in text
        assert "anna – bruno" in text
        assert " – ".join(map(str, match.state.scores)) in text
        assert str(match.ply) in text

    def test_speaks_italian(self, looker, match):
        answer = looker.get(listed("match"), headers={"accept-language": "it"})
        text = answer.content.decode()
        assert "Scopa classica" in text
        assert "in corso" in text
        assert "Mosse giocate" in text

    def test_says_in_italian_that_an_offer_has_expired(self, looker):
        offered(people(2))
        Match.objects.update(status=MatchStatus.EXPIRED)
        answer = looker.get(listed("match"), headers={"accept-language": "it"})
        text = answer.content.decode().partition('id="result_list"')[2]
        assert "scaduta" in text
        assert "expired" not in text.partition("</table>")[0]

    def test_shows_moves_with_their_captures(self, looker, match):
        answer = looker.get(listed("move", match__id__exact=match.pk))
        # Of those on this page: forced cards play themselves, and may make more than one of it.
        move = next(row for row in answer.context["cl"].result_list if row.capture)
        text = answer.content.decode()
        for code in (move.card, *move.capture.split()):
            assert f"{code} · " in text

    def test_shows_only_the_sort_of_an_error(self, looker, match_with_ai):
        AiTurn.objects.create(
            match=match_with_ai, ply=999, created_at=NOW, last_error="ValueError: hand 7D 10B"
        )
        text = looker.get(listed("aiturn")).content.decode()
        assert "ValueError" in text
        assert "hand 7D" not in text


class TestSearch:
    @pytest.mark.parametrize("model", ["match", "deal", "move"])
    def test_finds_by_id_by_its_first_digits_and_by_username(self, looker, model):
        first, second = people(4)[:2], None
        match = played(first, 3)
        second = played([*people_named("carla", "dario")], 3)
        own = {
            "match": {match.pk},
            "deal": set(match.deals.values_list("pk", flat=True)),
            "move": set(match.moves.values_list("pk", flat=True)),
        }[model]
        public_id = str(match.public_id)
        for term in (
            public_id,
            public_id.upper(),
            public_id.replace("-", ""),
            public_id[:8],
            public_id[:8].upper(),
            "anna",
            "ANN",
            "anna bruno",
            f"bruno {public_id[:8]}",
        ):
            assert found(looker, model, q=term) == own, term
        assert str(second.public_id)[:8] != public_id[:8]

    @pytest.mark.parametrize("term", ["anna carla", "nobody", "0000000", "'; --", "ÿ"])
    def test_finds_nothing_where_there_is_nothing(self, looker, term):
        played(people(4)[:2], 1)
        assert found(looker, "match", q=term) == set()


class TestFilter:
    def test_keeps_matches_by_status_preset_and_termination(self, looker):
        anna, bruno = people(2)
        active = played([anna, bruno], 2)
        over = played([anna, bruno], 400, preset="smazzata_singola")
        waiting = offered([anna, bruno], preset="scopa_21").match
        assert found(looker, "match", status__exact="active") == {active.pk}
        assert found(looker, "match", status__exact="offered") == {waiting.pk}
        assert found(looker, "match", preset="smazzata_singola") == {over.pk}
        assert found(looker, "match", termination="completed") == {over.pk}
        assert found(looker, "match", termination="resigned") == set()

    def test_keeps_turns_that_are_owed(self, looker, match_with_ai):
        AiTurn.objects.all().delete()
        done = AiTurn.objects.create(match=match_with_ai, ply=1, created_at=NOW, done_at=NOW)
        owed = AiTurn.objects.create(match=match_with_ai, ply=2, created_at=NOW)
        assert found(looker, "aiturn", owed="yes") == {owed.pk}
        assert found(looker, "aiturn", owed="no") == {done.pk}

    def test_keeps_the_moves_and_deals_of_a_match(self, looker):
        people(4)
        match = played(people_named("anna", "bruno"), 3)
        played(people_named("carla", "dario"), 3)
        moves = set(match.moves.values_list("pk", flat=True))
        assert found(looker, "move", match__id__exact=match.pk) == moves
        assert found(looker, "deal", match__id__exact=match.pk) == {match.deals.get().pk}


class TestPage:
    @pytest.mark.parametrize("row", ["match", "deal", "move"])
    def test_takes_few_queries(self, looker, match, row, django_assert_max_num_queries):
        shown = {"match": match, "deal": match.deals.last(), "move": match.moves.last()}[row]
        with django_assert_max_num_queries(MOST_QUERIES):
            assert looker.get(page(shown)).status_code == 200

    def test_shows_seats_deals_and_moves_of_a_match(self, looker, match):
        text = looker.get(page(match)).content.decode()
        assert text.count("field-level_name") == 2
        assert text.count("field-first_ply") == match.deals.count()
        assert text.count("field-card_name") == 40  # a page of moves; the rest is behind it
        rest = looker.get(page(match), {"moves-page": "2"}).content.decode()
        assert rest.count("field-card_name") == match.moves.count() - 40

    def test_shows_the_moves_of_a_deal(self, looker, match):
        deal = match.deals.first()
        text = looker.get(page(deal)).content.decode()
        assert text.count("field-card_name") == deal.moves.count()

    def test_is_not_found_for_what_is_not_there(self, looker):
        for pk in ("999999", "x", "1%27"):
            answer = looker.get(f"/admin/games/match/{pk}/change/")
            assert answer.status_code == 302  # Django's admin goes back to its index and says so


class TestReadOnly:
    @pytest.mark.parametrize("model", [Match, Deal, Move, AiTurn, Heartbeat])
    def test_holds_for_a_superuser_too(self, admin_client, match_with_ai, model):
        Heartbeat.objects.get_or_create(name="ai-turns", defaults={"beat_at": NOW})
        played(people_but_anna(2), 2)
        row = model.objects.first()
        label, name = model._meta.app_label, model._meta.model_name
        base = f"/admin/{label}/{name}/"
        assert admin_client.get(base).status_code == 200
        change = reverse(f"admin:{label}_{name}_change", args=[row.pk])
        delete = reverse(f"admin:{label}_{name}_delete", args=[row.pk])
        assert admin_client.get(f"{base}add/").status_code == 403
        assert admin_client.post(f"{base}add/", {}).status_code == 403
        assert admin_client.post(change, {"ply": "7"}).status_code == 403
        assert admin_client.get(delete).status_code == 403
        assert admin_client.post(delete, {"post": "yes"}).status_code == 403
        ticked = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
        admin_client.post(base, ticked)
        assert model.objects.filter(pk=row.pk).exists()

    def test_offers_no_field_to_type_in(self, admin_client, match):
        for row in (match, match.deals.first(), match.moves.first()):
            text = admin_client.get(page(row)).content.decode()
            assert 'name="_save"' not in text
            assert 'name="ply"' not in text
            assert 'type="text"' not in text

    def test_covers_every_table_of_matches(self):
        shown = {Seat, OutageCredit}  # with their match, their outage
        shown |= {Plan}  # with the hidden cards
        shown |= {MatchPool}  # a lock, and nothing to see
        shown |= set(admin.site._registry)
        assert set(apps.get_app_config("games").get_models()) <= shown


class TestAccess:
    @pytest.mark.parametrize("model", [*MODELS, "heartbeat"])
    def test_needs_a_member_of_staff_with_the_permission(self, client, db, model):
        anna = people(1)[0]
        client.force_login(anna)
        assert client.get(listed(model)).status_code == 302
        anna.is_staff = True
        anna.save()
        assert client.get(listed(model)).status_code == 403


def people_named(*names):
    return [Player.objects.get(username=name) for name in names]


def people_but_anna(count):
    return [
        Player.objects.create_user(name, password=None)
        for name in ("bruno", "carla", "dario")[:count]
    ]
