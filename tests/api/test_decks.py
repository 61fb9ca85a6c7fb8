"""GET /decks."""

import re

import pytest
from django.contrib.staticfiles import finders

from games import engine
from games.decks import DECKS
from tests.api.callers import Caller, good

CODES = [str(card) for card in engine.DECK]


@pytest.fixture(scope="module")
def decks():
    return good(Caller().get("/decks"))["items"]


class TestDecks:
    def test_are_listed_to_anybody_on_one_page(self):
        page = good(Caller().get("/decks"))
        assert [deck["slug"] for deck in page["items"]] == list(DECKS)
        assert page["next_cursor"] is None

    def test_have_the_forty_cards_of_the_rules_each_named_in_both_languages(self, decks):
        for deck in decks:
            assert [card["card"] for card in deck["cards"]] == CODES
            for language in ("it", "en"):
                names = [card["label"][language] for card in deck["cards"]]
                assert all(names)
                assert len(set(names)) == len(names)

    def test_say_which_suit_stands_for_which(self, decks):
        (french,) = (deck for deck in decks if deck["slug"] == "francesi")
        names = {suit["suit"]: suit["label"]["it"] for suit in french["suits"]}
        assert names == {"D": "quadri", "C": "cuori", "S": "picche", "B": "fiori"}
        court = {card["card"]: card["index"] for card in french["cards"]}
        assert [court[f"{rank}D"] for rank in (8, 9, 10)] == ["J", "Q", "K"]

    def test_sort_each_hand_in_one_way(self, decks):
        for deck in decks:
            assert sorted(card["order"] for card in deck["cards"]) == list(range(40))

    def test_have_one_character_of_unicode_for_each_card(self, decks):
        for deck in decks:
            signs = [card["unicode"] for card in deck["cards"]]
            assert len(set(signs)) == 40
            assert all(len(sign) == 1 and 0x1F0A0 < ord(sign) < 0x1F0E0 for sign in signs)

    def test_have_pictures_that_are_there(self, decks):
        for deck in decks:
            for address in (deck["back"], *(card["face"] for card in deck["cards"])):
                assert finders.find(re.sub(r"^/static/", "", address)), address
