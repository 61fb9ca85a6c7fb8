"""A hidden card never leaves: every address, asked by everybody, at many moments of a match."""

import dataclasses
import json
import re
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from games import engine, queries
from games.api.render import match_view
from games.models import Deal
from games.records import MatchRecord
from tests.api import card_search
from tests.api.callers import good
from tests.api.routes import addresses
from tests.api.scenes import Scene
from tests.api.tables import two_players
from tests.api.walking import EXAMPLES, staff_without_the_permission

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("limits_lifted")]


SCENES = [
    # preset, people, computers, the plies at which everybody asks: first and last cards of deals
    ("scopa_classica", 2, 0, {0, 7, 35, 36, 41}),
    ("scopa_in_tre", 2, 1, {1, 20, 36, 37}),
    ("scopone_scientifico", 4, 0, {2, 39, 40}),
    ("cirulla", 2, 0, {0, 13, 36}),
    ("scopa_in_sei", 5, 1, {5, 36}),
]


class TestNoAnswer:
    @pytest.mark.parametrize(
        ("preset", "people", "computers", "plies"), SCENES, ids=[scene[0] for scene in SCENES]
    )
    def test_shows_a_card_that_its_reader_may_not_know(self, preset, people, computers, plies):
        scene = Scene(preset, people, computers)
        for view in scene.moments(seed=preset):
            if view["ply"] in plies:
                assert scene.leaks() == []
            if view["ply"] == max(plies):
                break
        good(scene.table.callers[0].post(f"/matches/{scene.table.id}/resign"))
        assert scene.leaks() == []

    def test_shows_a_card_where_the_last_ones_of_a_hand_play_themselves(self):
        scene = Scene("scopa_classica", 2, auto_play_forced=True)
        jumps, before = [], 0
        for view in scene.moments(seed=5):
            if view["ply"] > before + 1:
                jumps.append(view["ply"])
                assert scene.leaks() == []
            if len(jumps) == 3:
                break
            before = view["ply"]
        assert len(jumps) == 3

    def test_shows_a_card_on_any_page_of_the_admin(self):
        scene = Scene("scopa_classica", 2)
        for view in scene.moments(seed=4):
            if view["ply"] == 9:
                break
        assert scene.leaks(pages=True) == []
        staff = staff_without_the_permission()
        for model in ("match", "deal", "move", "aiturn"):
            assert staff.ask("GET", f"/admin/games/{model}/").status_code == 200
        assert scene.walk().leaks(staff, pages=True) == []

    def test_draws_a_hidden_card_in_the_picture_of_a_match(self):
        scene, staff = Scene("scopa_classica", 2), staff_without_the_permission()
        for view in scene.moments(seed=4):
            if view["ply"] == 9:
                break
        record = queries.record_of(queries.all_matches([view["id"]]).get())
        other = _with_hidden_cards_exchanged(record.state, None, Random(4))
        pictures = []
        for state in (record.state, other):
            stored = {**record.match.snapshot, **record.match.snapshot_of(state)}
            queries.all_matches([view["id"]]).update(snapshot=stored)
            page = staff.ask("GET", f"/admin/games/match/{record.match.pk}/change/")
            pictures.append(re.findall("<svg.*?</svg>", page.content.decode(), re.DOTALL))
        assert pictures[0] == pictures[1]
        assert any("<title>" in picture for picture in pictures[0])


class TestADeclaredHand:
    """In cirulla: seat 1 declares in the first round, and seat 0 does not."""

    @pytest.fixture
    def table(self):
        return two_players(
            ["1S", "2S", "3S"],
            table=["9B", "10D", "10C", "8S"],
            opponent=["10B", "9C", "8D"],
            preset="cirulla",
        )

    def test_is_public_and_the_other_stays_hidden(self, table):
        view = table.view(0)
        assert view["deal"]["declared"][0]["cards"] == ["1S", "2S", "3S"]
        assert card_search.cards_in_text(json.dumps(table.view(1))).isdisjoint({"10B", "9C", "8D"})

    def test_and_a_card_of_it_that_was_played_are_in_the_record(self, table):
        good(table.play(1, ply=0, card="2S", capture=[]), 201)
        path = f"/matches/{table.id}/record"
        for accept in ("application/json", "text/plain"):
            text = table.callers[1].get(path, accept=accept).content.decode()
            seen = card_search.cards_in_text(text)
            wild = {"7C"}  # named by the rules
            assert seen == {"1S", "2S", "3S", "9B", "10D", "10C", "8S"} | wild

    def test_of_the_next_round_is_hidden_until_it_is_dealt(self, table):
        state = queries.record_of(queries.all_matches([table.id]).get()).state
        later = {str(card) for card in state.deal.stock}
        for seat in (0, 1):
            view = table.view(seat)
            assert view.pop("rules")["declarations"]["wild"] == "7C"
            assert card_search.cards_in_text(json.dumps(view)).isdisjoint(later)


class TestTheRecord:
    @pytest.mark.parametrize("preset", ["scopa_classica", "cirulla"])
    def test_does_not_depend_on_the_cards_that_it_hides(self, preset):
        scene, dice = Scene(preset, 2), Random(preset)
        for view in scene.moments(seed=preset):
            if view["ply"] == 20:
                break
        path = f"/matches/{view['id']}/record"
        before = good(scene.organiser.get(path))
        (deal,) = Deal.objects.filter(match__public_id=view["id"], status="open")
        state = queries.record_of(queries.all_matches([view["id"]]).get()).state
        rest = len(state.deal.stock)
        pack = deal.deck.split()
        later = pack[-rest:]
        while pack[-rest:] == later:
            pack[-rest:] = dice.sample(later, rest)
        Deal.objects.filter(pk=deal.pk).update(deck=" ".join(pack))
        assert good(scene.organiser.get(path)) == before


class TestTheView:
    @pytest.mark.parametrize("preset", ["scopa_classica", "scopa_in_tre", "scopone", "cirulla"])
    def test_does_not_depend_on_the_cards_that_it_hides(self, preset):
        scene = Scene(preset, engine.PRESETS[preset].rules.table.players)
        dice, now = Random(preset), timezone.now()
        for view in scene.moments(seed=preset):
            record = queries.record_of(queries.all_matches([view["id"]]).get())
            viewers = {seat.player_id: seat.index for seat in record.seats} | {0: None}
            for viewer_id, seat in viewers.items():
                other = _with_hidden_cards_exchanged(record.state, seat, dice)
                assert other != record.state
                exchanged = MatchRecord(record.match, record.seats, other)
                shown = match_view(exchanged, viewer_id, now)
                assert shown == match_view(record, viewer_id, now)
            if view["ply"] == 25:
                break


def _with_hidden_cards_exchanged(state, seat, dice):
    """Deal the cards that a seat (None: a spectator) cannot see to other places.

    A hand that was declared in this round has been seen, and stays where it is.
    """
    deal = state.deal
    declared = engine.mask_of(card for hand in deal.declared for card in hand.cards)
    seen = {each for each, hand in enumerate(deal.hands) if each == seat or hand & declared}
    sizes = [0 if each in seen else hand.bit_count() for each, hand in enumerate(deal.hands)]
    unseen = [
        card
        for each, hand in enumerate(deal.hands)
        if each not in seen
        for card in engine.cards_in(hand)
    ] + list(deal.stock)
    hands, stock = deal.hands, deal.stock
    while (hands, stock) == (deal.hands, deal.stock):
        dice.shuffle(unseen)
        rest = iter(unseen)
        dealt = [engine.mask_of(next(rest) for _ in range(size)) for size in sizes]
        hands = tuple(deal.hands[each] if each in seen else hand for each, hand in enumerate(dealt))
        stock = tuple(rest)
    return dataclasses.replace(state, deal=dataclasses.replace(deal, hands=hands, stock=stock))


class TestDocumentation:
    def test_shows_the_same_cards_whatever_is_played(self):
        before = {address: _whole(Client().get(address)) for address in EXAMPLES}
        scene = Scene("scopa_classica", 2)
        for view in scene.moments(seed=1):
            if view["ply"] == 3:
                break
        for walker in scene.walkers():
            for address in EXAMPLES:
                assert _whole(walker.ask("GET", address)) == before[address]

    def test_is_all_that_is_left_out_of_the_search(self):
        assert set(addresses("0b2c4d6e-8f10-4a2b-8c3d-5e6f70819203")) >= EXAMPLES


def _whole(response):
    return response.status_code, sorted(response.headers.items()), response.content
