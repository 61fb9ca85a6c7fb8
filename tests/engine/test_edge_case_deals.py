"""The catalogue of edge cases: openings, and what is true of every deal."""

import random

import pytest

from games import engine
from tests.engine.decks import stacked, with_table
from tests.engine.programs import EngineGame
from tests.oracle import DECK

CLASSICA, SCIENTIFICO = "scopa_classica", "scopone_scientifico"


class TestOpenings:
    @staticmethod
    def opened(table, first_dealer=1):
        game = EngineGame.new(CLASSICA, first_dealer=first_dealer)
        game.start_deal(with_table(table.split(), before=6))
        return game

    @pytest.mark.parametrize("table", ["10D 10C 10S 5B", "10D 5B 10C 10S"])
    def test_23_throws_in_three_kings_with_no_points_and_the_same_dealer(self, table):
        """R2.4"""
        game = self.opened(table)
        look = game.look()
        assert look["needs_deck"]
        assert (look["dealer"], look["scores"], look["deals"]) == (1, [0, 0], [])
        assert look["voids"] == [(1, sorted(table.split()))]

    def test_24_throws_in_four_kings(self):
        """R2.4"""
        assert self.opened("10D 10C 10S 10B").state.needs_deck

    def test_25_plays_on_with_two_kings(self):
        """R2.4"""
        assert self.opened("10D 10C 3S 3B").state.turn == 0

    def test_26_throws_in_as_often_as_it_happens_and_notes_each(self):
        """R2.4"""
        game = self.opened("10D 10C 10S 1B")
        for _ in range(9):
            game.start_deal(with_table(["10D", "10C", "10S", "1B"], before=6))
        game.start_deal(DECK)
        look = game.look()
        assert [number for number, _ in look["voids"]] == [1] * 10
        assert (look["deal"]["number"], look["deal"]["dealer"]) == (1, 1)

    def test_27_plays_on_with_a_low_table_that_a_ten_sweeps(self):
        """R2.4, R4.1"""
        game = EngineGame.new(CLASSICA, first_dealer=0)
        hands = [["6D", "6C", "6S"], ["10D", "9C", "9S"]]
        table = ["1C", "2C", "3C", "4C"]
        deck = stacked(dealer=0, rounds=[hands], table=table)
        game.start_deal(deck + [card for card in DECK if card not in deck])
        game.play(1, "10D", table)
        assert list(game.state.deal.scope) == [0, 1]

    def test_28_lays_the_first_of_ten_cards_and_may_take_it_with_the_second(self):
        """R2.3, R2.4, R3.5, R4.1"""
        game = EngineGame.new(SCIENTIFICO, first_dealer=3)
        kings = ["10D", "10C", "10S", "10B"]
        game.start_deal(sorted(DECK, key=lambda card: card not in kings))
        assert game.look()["deal"]["table"] == []
        assert {capture for _, capture in game.legal()} == {frozenset()}
        game.play(0, "2D", [])
        game.play(1, "2S", ["2D"])
        assert list(game.state.deal.scope) == [0, 1]

    def test_78_refuses_five_players(self):
        """R1.3, R8.3"""
        with pytest.raises(engine.RuleSetInvalid) as refusal:
            engine.resolve(CLASSICA, {"table.players": 5})
        assert [error.path for error in refusal.value.errors] == ["table.players"]


class TestEveryDeal:
    @pytest.mark.parametrize("seed", range(30))
    def test_83_shares_all_forty_cards_and_one_settebello(self, seed):
        """R5.1, R6.3"""
        piles = played_out(seed).look()["deal"]["piles"]
        assert sorted(card for pile in piles for card in pile) == sorted(DECK)
        assert [("7D" in pile) for pile in piles].count(True) == 1

    @pytest.mark.parametrize("seed", range(30, 60))
    def test_84_is_worth_one_to_four_points_beside_the_scope(self, seed):
        """R6.1, R6.2, R6.3, R6.4"""
        (score,) = played_out(seed).state.deals
        beside = [points - scope for points, scope in zip(score.points, score.scope, strict=True)]
        assert 1 <= sum(beside) <= 4
        assert score.settebello is not None


def played_out(seed):
    """Return a single deal played to its end at random."""
    dice = random.Random(seed)
    game = EngineGame.new("smazzata_singola")
    while game.state.outcome is None:
        while game.state.needs_deck:
            game.start_deal(dice.sample(DECK, len(DECK)))
        move = dice.choice(engine.legal_moves(game.state))
        game.play(game.state.turn, str(move.card), [str(card) for card in move.capture])
    return game
