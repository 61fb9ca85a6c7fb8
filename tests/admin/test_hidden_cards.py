"""Hidden cards in the admin: nowhere but on their page, and there not without a trace."""

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models.signals import post_save
from django.urls import reverse

from games import engine
from games.models import Match
from games.pictures import draw_match
from games.wording import card_name
from tests.admin.conftest import VIEW, staff
from tests.games.tables import offered, people

REASON = "A player reports a wrong deal."


def hidden_page(match):
    return f"/admin/games/match/{match.pk}/hidden/"


def names_of(cards):
    return {card_name(card) for card in cards}


def unseen(match):
    """Return the cards that nobody but their holder knows: hands and stock."""
    state = match.state
    hands = [card for hand in state.deal.hands for card in engine.cards_in(hand)]
    return {*hands, *state.deal.stock}


def traces(text, cards, *, played):
    """Return which cards a page names, by code or in words, except those that were played.

    The outlines of drawings are left out: they are letters and numbers too.
    """
    text = re.sub(r' d="[^"]*"', "", text)
    return {
        card
        for card in cards
        if card not in played
        and (re.search(rf"\b{card}\b", text) or re.search(rf"\b{card_name(card)}\b", text))
    }


def pages_of(match):
    """Yield the address of every page of the admin that has to do with a match."""
    deal, move = match.deals.last(), match.moves.last()
    yield from (f"/admin/games/{model}/" for model in ("match", "deal", "move", "aiturn"))
    yield "/admin/"
    yield "/admin/games/"
    yield f"/admin/games/move/?match__id__exact={match.pk}"
    for row in (match, deal, move):
        base = f"/admin/games/{row._meta.model_name}/{row.pk}"
        yield from (f"{base}/change/", f"{base}/history/", f"{base}/")
    for field in ("match", "deal"):
        yield (
            "/admin/autocomplete/?app_label=games&model_name=move"
            f"&field_name={field}&term={str(match.public_id)[:8]}"
        )


@pytest.fixture
def fresh(db):
    """A match in which nothing was played: every card off the table is unseen."""
    from tests.admin.conftest import played

    return played(people(2), 1)


class TestSecrecy:
    @pytest.mark.parametrize("user", ["looker", "admin_client"])
    def test_holds_on_every_page_but_one(self, request, fresh, user):
        client = request.getfixturevalue(user)
        secret = unseen(fresh)
        # A deal thrown in was shown to everybody before its cards were dealt again.
        played = {card for void in fresh.state.voids for card in void.table}
        for address in pages_of(fresh):
            answer = client.get(address, follow=True)
            text = answer.content.decode()
            assert traces(text, secret, played=played) == set(), address
            assert fresh.deals.last().deck not in text

    def test_holds_on_the_hidden_page_before_a_reason_is_given(self, seer, fresh):
        text = seer.get(hidden_page(fresh)).content.decode()
        assert traces(text, unseen(fresh), played=set()) == set()

    def test_is_tested_by_a_search_that_finds_what_is_there(self, seer, fresh):
        text = seer.post(hidden_page(fresh), {"reason": REASON}).content.decode()
        assert traces(text, unseen(fresh), played=set()) == unseen(fresh)

    @pytest.mark.parametrize(
        "query",
        [
            "deck__startswith={deck}",
            "deck__contains={card}",
            "deck={deck}",
            "match__snapshot__deal__turn=0",
            "match__open_deal__deck__startswith={card}",
        ],
    )
    def test_holds_against_questions_by_filter(self, admin_client, fresh, query):
        deck = fresh.deals.get().deck
        asked = query.format(deck=deck, card=deck.split()[0])
        assert admin_client.get(f"/admin/games/deal/?{asked}").status_code == 400

    @pytest.mark.parametrize(
        ("model", "query"),
        [
            ("match", "snapshot__deal__hands__0=7"),
            ("match", "snapshot__isnull=False"),
            ("match", "deals__deck__startswith=1"),
            ("match", "rules__schema=1"),
            ("move", "deal__deck__startswith=1"),
            ("move", "match__snapshot__isnull=False"),
            ("aiturn", "last_error__contains=7D"),
            ("aiturn", "match__snapshot__isnull=False"),
        ],
    )
    def test_holds_against_questions_about_related_tables(self, admin_client, fresh, model, query):
        assert admin_client.get(f"/admin/games/{model}/?{query}").status_code == 400

    @pytest.mark.parametrize("sort", ["99", "-99", "deck", "1.99"])
    def test_is_not_sorted_by_the_pack(self, admin_client, fresh, sort):
        assert admin_client.get(f"/admin/games/deal/?o={sort}").status_code == 200

    def test_holds_in_the_search(self, admin_client, fresh):
        deck = fresh.deals.get().deck
        for term in (deck, deck.split()[0], "deck"):
            answer = admin_client.get("/admin/games/deal/", {"q": term})
            assert list(answer.context["cl"].result_list) == []


class TestHiddenPage:
    def test_shows_all_hands_and_the_stock_against_a_reason(self, seer, fresh):
        answer = seer.post(hidden_page(fresh), {"reason": REASON})
        assert answer.status_code == 200
        drawn = set(re.findall(r"<title>([^<]+)</title>", answer.content.decode()))
        assert names_of(unseen(fresh)) <= drawn
        assert "no-store" in answer["Cache-Control"]

    def test_puts_each_look_on_record(self, seer, fresh):
        for reason in (REASON, "Once more."):
            seer.post(hidden_page(fresh), {"reason": reason})
        looks = LogEntry.objects.order_by("id")
        assert [look.change_message for look in looks] == [
            f"Looked at the hidden cards: {REASON}",
            "Looked at the hidden cards: Once more.",
        ]
        assert {(look.user.username, look.object_id) for look in looks} == {("seer", str(fresh.pk))}
        history = seer.get(f"/admin/games/match/{fresh.pk}/history/").content.decode()
        assert REASON in history

    def test_shows_nothing_when_the_look_cannot_be_recorded(self, seer, fresh):
        def refuse(**kwargs):
            raise RuntimeError("no record")

        post_save.connect(refuse, sender=LogEntry, weak=False)
        try:
            with pytest.raises(RuntimeError, match="no record"):
                seer.post(hidden_page(fresh), {"reason": REASON})
        finally:
            post_save.disconnect(refuse, sender=LogEntry)
        assert LogEntry.objects.count() == 0

    @pytest.mark.parametrize("reason", ["", "   ", "x" * 301])
    def test_wants_a_reason(self, seer, fresh, reason):
        answer = seer.post(hidden_page(fresh), {"reason": reason})
        assert answer.context["form"].errors
        assert answer.context["picture"] is None
        assert LogEntry.objects.count() == 0

    @pytest.mark.parametrize("lacking", ["view_hidden_cards", "view_match"])
    @pytest.mark.parametrize("method", ["get", "post"])
    def test_needs_both_permissions(self, client, fresh, lacking, method):
        client.force_login(staff("almost", *({*VIEW, "view_hidden_cards"} - {lacking})))
        answer = getattr(client, method)(hidden_page(fresh), {"reason": REASON})
        assert answer.status_code == 403
        assert traces(answer.content.decode(), unseen(fresh), played=set()) == set()
        assert LogEntry.objects.count() == 0

    @pytest.mark.parametrize("method", ["get", "post"])
    def test_is_no_page_for_players_and_strangers(self, client, fresh, method):
        for player in (None, fresh.creator):
            if player is not None:
                client.force_login(player)
            answer = getattr(client, method)(hidden_page(fresh), {"reason": REASON})
            assert answer.status_code == 302
            assert "/admin/login/" in answer["Location"]
        assert LogEntry.objects.count() == 0

    def test_is_not_answered_to_a_post_from_another_site(self, fresh):
        from django.test import Client

        client = Client(enforce_csrf_checks=True)
        client.force_login(staff("seer", *VIEW, "view_hidden_cards"))
        assert client.post(hidden_page(fresh), {"reason": REASON}).status_code == 403
        assert LogEntry.objects.count() == 0

    def test_has_a_button_only_for_those_who_may(self, looker, fresh):
        address = reverse("admin:games_match_change", args=[fresh.pk])
        assert hidden_page(fresh) not in looker.get(address).content.decode()
        looker.force_login(staff("seer", *VIEW, "view_hidden_cards"))
        assert hidden_page(fresh) in looker.get(address).content.decode()

    def test_says_when_nothing_was_dealt(self, seer):
        match = offered(people(2)).match
        for answer in (
            seer.get(hidden_page(match)),
            seer.post(hidden_page(match), {"reason": REASON}),
        ):
            assert "Nothing has been dealt yet." in answer.content.decode()
        assert LogEntry.objects.count() == 0

    def test_is_not_found_for_no_match(self, seer):
        assert seer.get("/admin/games/match/999999/hidden/").status_code == 404
        assert seer.get("/admin/games/match/x/hidden/").status_code == 404

    def test_takes_few_queries(self, seer, fresh, django_assert_max_num_queries):
        ContentType.objects.get_for_model(Match)  # is looked up once a process
        with django_assert_max_num_queries(10):
            seer.post(hidden_page(fresh), {"reason": REASON})


class TestMatchPage:
    def test_draws_what_a_spectator_sees(self, looker, fresh):
        answer = looker.get(reverse("admin:games_match_change", args=[fresh.pk]))
        picture = draw_match(engine.view(fresh.state, None), ["anna", "bruno"])
        assert picture in answer.content.decode()

    def test_draws_nothing_before_the_first_deal(self, looker):
        match = offered(people(2)).match
        answer = looker.get(reverse("admin:games_match_change", args=[match.pk]))
        text = answer.content.decode()
        assert "Nothing has been dealt yet." in text
        assert "scopa-picture" not in text

    def test_lists_the_scored_deals(self, looker, match):
        answer = looker.get(reverse("admin:games_match_change", args=[match.pk]))
        [told] = answer.context["deals"]
        assert told.points == " – ".join(map(str, match.state.deals[0].points))
