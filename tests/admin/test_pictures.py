"""The picture of a match: whole, well-formed, and without what was not handed over."""

import random
from xml.etree import ElementTree as ET

import pytest
from django.utils import translation

from games import engine
from games.pictures import Hidden, draw_match
from games.wording import card_name

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ["Ada", "Amateur 1", "Bruno", "Amateur 2", "Carla", "Amateur 3"]


def some_state(preset, moves, seed=3):
    dice = random.Random(seed)
    state = engine.new_match(engine.resolve(preset), 0)
    for _move in range(moves + 1):
        while state.needs_deck:
            state = engine.start_deal(state, dice.sample(engine.DECK, 40)).state
        if state.outcome is not None or state.ply == moves:
            break
        state = engine.apply(state, state.turn, dice.choice(engine.legal_moves(state))).state
    return state


def drawn(view, names=None, hidden=None):
    names = names or NAMES[: view.rules.table.players]
    return ET.fromstring(draw_match(view, names, hidden))  # noqa: S314 - our own markup


def titles(picture):
    """Return the names of the cards drawn face up."""
    _whole, *cards = [title.text for title in picture.iter(f"{SVG}title")]
    return cards


def texts(picture):
    return [text.text for text in picture.iter(f"{SVG}text")]


class TestPicture:
    @pytest.mark.parametrize("preset", engine.PRESETS)
    @pytest.mark.parametrize("moves", [0, 1, 11, 40, 5000])
    def test_draws_the_table_and_the_last_move_and_nothing_else(self, preset, moves):
        view = engine.view(some_state(preset, moves), None)
        wanted = [*view.deal.table]
        if view.deal.last_move is not None:
            wanted += [view.deal.last_move.card, *view.deal.last_move.capture]
        assert sorted(titles(drawn(view))) == sorted(map(card_name, wanted))

    def test_draws_hands_and_stock_when_they_are_handed_over(self):
        state = some_state("scopa_classica", 0)
        hands = tuple(engine.cards_in(hand) for hand in state.deal.hands)
        hidden = Hidden(hands, state.deal.stock)
        shown = titles(drawn(engine.view(state, None), hidden=hidden))
        assert sorted(shown) == sorted(map(card_name, engine.DECK))
        assert shown[-30:] == [card_name(card) for card in state.deal.stock]

    @pytest.mark.parametrize("preset", engine.PRESETS)
    def test_stays_inside_its_frame(self, preset):
        picture = drawn(engine.view(some_state(preset, 20), None))
        _x, _y, width, _height = map(float, picture.get("viewBox").split())
        assert all(0 <= float(text.get("x")) <= width for text in picture.iter(f"{SVG}text"))

    def test_shows_score_piles_turn_and_dealer(self):
        state = some_state("scopa_classica", 40)
        view = engine.view(state, None)
        shown = texts(drawn(view))
        for points in view.scores:
            assert str(points) in shown
        for pile in view.deal.piles:
            assert f"{pile.count} card{'s' * (pile.count != 1)}" in shown
        assert f"{NAMES[view.turn]} to play" in shown
        assert shown.count("dealer") == 1

    def test_shows_the_result(self):
        view = engine.view(some_state("scopa_breve", 5000), None)
        winner = NAMES[view.outcome.winner_side]
        score = "–".join(map(str, view.outcome.score))
        assert f"Won: {winner}, {score}" in texts(drawn(view))

    def test_says_in_words_what_it_shows(self):
        view = engine.view(some_state("scopa_classica", 1), None)
        spoken = drawn(view).get("aria-label")
        assert "On the table: " in spoken
        assert all(card_name(card) in spoken for card in view.deal.table)
        assert "In the stock: 30 cards." in spoken
        assert "Last move: " in spoken

    def test_says_that_the_table_is_empty(self):
        view = engine.view(some_state("scopone_scientifico", 0), None)
        picture = drawn(view)
        assert "The table is empty." in texts(picture)
        assert "The table is empty." in picture.get("aria-label")

    def test_speaks_italian(self):
        view = engine.view(some_state("scopa_classica", 1), None)
        with translation.override("it"):
            picture = drawn(view)
        assert "Scopa classica" in texts(picture)
        assert "Tavola" in texts(picture)
        assert "Nel tallone: 30 carte." in picture.get("aria-label")

    @pytest.mark.parametrize(
        "name", ["<script>alert(1)</script>", '" onload="x', "&amp;", "a" * 40]
    )
    def test_is_not_broken_by_a_name(self, name):
        view = engine.view(some_state("scopa_classica", 1), None)
        picture = drawn(view, names=[name, "Ada"])
        assert name in picture.get("aria-label")
        assert {element.tag.removeprefix(SVG) for element in picture.iter()} <= {
            "svg", "g", "rect", "circle", "ellipse", "path", "text", "title",
        }  # fmt: skip
        assert not [key for element in picture.iter() for key in element.attrib if key[:2] == "on"]

    def test_is_small_enough_for_a_phone(self):
        view = engine.view(some_state("scopone_scientifico", 9), None)
        assert len(draw_match(view, NAMES[:4])) < 40_000
