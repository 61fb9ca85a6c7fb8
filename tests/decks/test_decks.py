"""The decks: every card named once, in both languages, and drawn by what is in the tree."""

import unicodedata
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from django.contrib.staticfiles import finders

from games.decks import DECKS, faces
from games.engine import DECK, Suit
from tests.architecture.tree import ROOT

SVG = "{http://www.w3.org/2000/svg}"
STATIC = ROOT / "games" / "static"
FILES = dict(faces.files())
each_deck = pytest.mark.parametrize("deck", DECKS.values(), ids=list(DECKS))
each_file = pytest.mark.parametrize("path", FILES)


def known(deck, code):
    return next(card for card in DECKS[deck].cards if str(card.card) == code)


class TestDecks:
    def test_are_those_that_players_ask_for(self):
        asked = {"napoletane", "piacentine", "siciliane", "milanesi", "francesi"}
        assert asked <= set(DECKS)
        assert [deck.slug for deck in DECKS.values()] == list(DECKS)

    @each_deck
    def test_hold_every_card_once(self, deck):
        assert tuple(card.card for card in deck.cards) == DECK
        assert {suit.suit for suit in deck.suits} == set(Suit)
        for different in ("unicode", "order", "face"):
            assert len({getattr(card, different) for card in deck.cards}) == len(DECK)
        assert sorted(card.order for card in deck.cards) == list(range(len(DECK)))

    @each_deck
    def test_speak_both_languages(self, deck):
        texts = [deck.label, deck.region, *(suit.label for suit in deck.suits)]
        texts += [card.label for card in deck.cards]
        assert all(set(text) == {"it", "en"} and all(text.values()) for text in texts)
        for language in ("it", "en"):
            assert len({card.label[language] for card in deck.cards}) == len(DECK)

    def test_pair_the_suits_as_the_federation_does(self):
        paired = {suit.suit: suit.label["it"] for suit in DECKS["francesi"].suits}
        assert paired == {
            Suit.DENARI: "quadri",
            Suit.COPPE: "cuori",
            Suit.SPADE: "picche",
            Suit.BASTONI: "fiori",
        }
        assert [known("francesi", f"{rank}D").index for rank in (1, 7, 8, 9, 10)] == [
            *("A", "7", "J", "Q", "K"),
        ]

    @pytest.mark.parametrize(
        ("deck", "code", "italian", "english"),
        [
            ("napoletane", "7D", "Sette di denari", "Seven of coins"),
            ("napoletane", "9B", "Cavallo di bastoni", "Knight of clubs"),
            ("milanesi", "9B", "Donna di fiori", "Queen of clubs"),
            ("francesi", "1S", "Asso di picche", "Ace of spades"),
        ],
    )
    def test_name_cards(self, deck, code, italian, english):
        assert known(deck, code).label == {"it": italian, "en": english}

    def test_give_each_card_its_character(self):
        assert unicodedata.name(known("francesi", "7D").unicode) == "PLAYING CARD SEVEN OF DIAMONDS"
        assert unicodedata.name(known("francesi", "9S").unicode) == "PLAYING CARD QUEEN OF SPADES"
        assert unicodedata.name(known("siciliane", "9B").unicode) == "PLAYING CARD KNIGHT OF CLUBS"
        assert unicodedata.name(known("siciliane", "8C").unicode) == "PLAYING CARD JACK OF HEARTS"

    def test_sort_a_hand_by_suit(self):
        hand = sorted(DECKS["francesi"].cards, key=lambda card: card.order)
        assert [str(card.card) for card in hand[:2]] == ["1C", "2C"]
        assert [str(card.card) for card in hand[9:11]] == ["10C", "1D"]


class TestFaces:
    def test_are_in_the_tree_as_they_are_drawn(self):
        """After a change of the drawing: python -m games.decks.faces."""
        stored = {
            str(path.relative_to(STATIC)): path.read_text(encoding="utf-8")
            for path in (STATIC / "games" / "cards").rglob("*.svg")
        }
        assert stored == FILES

    @each_deck
    def test_of_every_deck_are_served(self, deck):
        for path in [deck.back, *(card.face for card in deck.cards)]:
            assert finders.find(path) == str(STATIC / path)

    def test_are_of_two_decks(self):
        assert [deck.slug for deck in DECKS.values() if deck.has_own_faces] == [
            "napoletane",
            "francesi",
        ]
        assert len(FILES) == 2 * (len(DECK) + 1)

    @each_file
    def test_are_whole_small_and_of_our_own_drawing(self, path):
        picture = ET.fromstring(FILES[path])  # noqa: S314 - our own markup
        assert picture.get("viewBox") == "0 0 104 160"
        tags = {element.tag.removeprefix(SVG) for element in picture.iter()}
        assert tags <= {"svg", "g", "rect", "circle", "ellipse", "path", "text", "title"}
        assert len(FILES[path]) < 7000

    @each_file
    def test_show_their_index_at_both_ends(self, path):
        if Path(path).stem == "back":
            return
        picture = ET.fromstring(FILES[path])  # noqa: S314 - our own markup
        deck = "francesi" if "francesi" in path else "napoletane"
        index = known(deck, Path(path).stem).index
        assert [text.text for text in picture.iter(f"{SVG}text")] == [index, index]

    def test_differ(self):
        assert len(set(FILES.values())) == len(FILES) - 1  # one back for both
