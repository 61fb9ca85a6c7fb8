"""The search for leaks finds leaks: planted ones, in every dress."""

import pytest
from django.contrib import messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.signing import BadSignature
from django.http import HttpResponse
from django.test import RequestFactory

from scopa_site.api.pagination import encode_cursor
from tests.api import card_search
from tests.api.leaky_urls import LEAKS
from tests.api.scenes import Scene


@pytest.mark.django_db
@pytest.mark.urls("tests.api.leaky_urls")
class TestAPlantedLeak:
    def test_is_found_by_everybody_it_reaches(self):
        scene = Scene("scopa_classica", 2)
        for view in scene.moments(seed=2):
            if view["ply"] == 4:  # everybody still holds a card
                break
        found = scene.leaks()
        for walker in scene.walkers():
            leaking = {leak.request.split("/")[2] for leak in found if leak.walker == walker.name}
            assert leaking == {leak.__name__ for leak in LEAKS}

    def test_is_found_among_the_moves_of_deals_gone_by(self):
        scene = Scene("scopa_classica", 2)
        for view in scene.moments(seed=2):
            if view["ply"] == 36:
                break
        assert any("in_the_log" in leak.request for leak in scene.leaks())


class TestTheSearch:
    @pytest.mark.parametrize(
        "text",
        [
            "7D",
            '["10B"]',
            "<td>1C</td>",
            "3D_4C",
            "3D-4C",
            "7D,7C",
            "/static/cards/7S.svg",
            "&#55;D",
            "\\u0037D",
            "%37D",
            "7 of coins",
            "<title>Re di bastoni</title>",
            "eyJzdG9jayI6IFsiN0QiXX0",
        ],
    )
    def test_finds_a_card_however_it_is_written(self, text):
        assert card_search.cards_in_text(text)

    @pytest.mark.parametrize(
        "text",
        [
            "0b2c4d6e-8f10-4a2b-8c3d-5e6f70819203",
            "11D 0S 7X 7d",
            "Room 17D",
            "7Dx",
            '<path d="M8 3C-5 2 8 7S4 5"/>',
            "scopa_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4",
        ],
    )
    def test_is_not_fooled_by_what_is_no_card(self, text):
        assert card_search.cards_in_text(text) == set()


class TestACursor:
    def test_is_not_read_as_a_card_by_chance(self):
        found = [
            cursor
            for cursor in (encode_cursor("matches", number) for number in range(20_000))
            if card_search.cards_in_text(f'{{"next_cursor": "{cursor}"}}')
        ]
        assert found == []

    @pytest.mark.parametrize("text", ["7D-8C-9B-10S-1D-2C-3S4", "7D_8C_9B_10S_1D_2C_3S_", "x-7D"])
    def test_does_not_hide_cards_that_are_joined_to_its_length(self, text):
        assert card_search.cards_in_text(f'{{"next_cursor": "{text}"}}')


class TestTheCookieOfTheMessages:
    @staticmethod
    def told(text):
        response = HttpResponse()
        storage = CookieStorage(RequestFactory().get("/"))
        storage.add(messages.INFO, text)
        storage.update(response)
        return response

    def test_is_read_as_what_it_says(self):
        assert card_search.cards_in(self.told("She holds 7D.")) == {"7D"}

    def test_is_not_read_as_its_random_signature(self):
        answers = [self.told(f"Saved {number}.") for number in range(2000)]
        assert [found for found in map(card_search.cards_in, answers) if found] == []

    def test_that_is_not_ours_is_told_of(self):
        response = self.told("Saved.")
        response.cookies["messages"] = "made-up:7D"
        with pytest.raises(BadSignature):
            card_search.cards_in(response)
