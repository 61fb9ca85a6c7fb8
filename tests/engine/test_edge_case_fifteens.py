"""The catalogue of edge cases: captures that make fifteen, and the dealer's bonus (68 to 77)."""

import pytest

from tests.engine.decks import stacked, with_table
from tests.engine.edge_cases import PRESET_OF, both, options, sets
from tests.engine.programs import EngineGame
from tests.oracle import DECK, Refused, rank

QUINDICI, ESCOBA, CIRULLA = PRESET_OF["quindici"], PRESET_OF["escoba"], PRESET_OF["cirulla"]
NO_SEVENS = {"scoring.sevens.most": 0, "scoring.sevens.all_four": 0}
EVEN = [card for card in DECK if rank(card) % 2 == 0]
ODD = [card for card in DECK if rank(card) % 2]


def opened(program, preset, table, changes=None):
    """Return a game after a deck with this table; seat 1 deals."""
    game = program.new(preset, changes, first_dealer=1)
    game.start_deal(with_table(table.split(), before=6))
    return game


@both
class TestFifteens:
    def test_68_take_what_is_missing_and_not_the_equal_card(self, program):
        """R3.9"""
        game = program.at(QUINDICI, "T 8C 7C | 7D / *3 | stock *12")
        assert options(game, "7D") == sets("8C")
        with pytest.raises(Refused, match="capture_sum_mismatch"):
            game.play(0, "7D", ["7C"])

    def test_69_take_two_sevens_with_an_ace_for_a_scopa(self, program):
        """R3.9, R4.1"""
        game = program.at(QUINDICI, "T 7C 7B | 1D / *3 | stock *12")
        assert options(game, "1D") == sets("7C 7B")
        game.play(0, "1D")
        assert game.look()["deal"]["scope"] == [1, 0]

    def test_70_take_a_five_with_a_king_and_a_king_with_a_five(self, program):
        """R3.9"""
        game = program.at(QUINDICI, "T 10C 5C | 10D 5D / *3 | stock *12")
        assert options(game, "10D") == sets("5C")
        assert options(game, "5D") == sets("10C")

    def test_71_are_never_made_of_even_cards(self, program):
        """R3.5, R3.9"""
        table, (card, *_) = EVEN[:19], EVEN[19:]
        game = program.at(QUINDICI, f"T {' '.join(table)} | {card} / 1D | stock *18 | piles - / -")
        assert options(game, card) == sets("")
        game.play(0, card)
        assert len(game.look()["deal"]["table"]) == 20

    def test_72_let_a_table_of_three_kings_stand(self, program):
        """R2.4, R3.9"""
        table = "10D 10C 10S 2B"
        assert not opened(program, QUINDICI, table).look()["needs_deck"]
        kings = {"deal.redeal_kings_min": 3}
        assert opened(program, QUINDICI, table, kings).look()["needs_deck"]
        game = program.at(QUINDICI, f"T {table} | 5D 4D / *3 | stock *12")
        assert options(game, "5D") == sets("10D", "10C", "10S")
        assert options(game, "4D") == sets("")


class TestEvenCards:
    def test_71_may_pile_up_to_twenty_on_the_table(self):
        """R3.5, R3.9"""
        rounds = [
            [EVEN[4:7], EVEN[7:10]],
            [EVEN[10:13], EVEN[13:16]],
            [[*EVEN[16:18], ODD[0]], [*EVEN[18:], ODD[1]]],
        ]
        deck = stacked(dealer=0, rounds=rounds, table=EVEN[:4])
        game = EngineGame.new(QUINDICI, first_dealer=0)
        game.start_deal(deck + [card for card in DECK if card not in deck])
        for _ in range(16):
            seat = game.look()["turn"]
            card = max(game.look()["deal"]["hands"][seat], key=lambda held: held in EVEN)
            assert options(game, card) == sets("")
            game.play(seat, card)
        assert game.look()["deal"]["table"] == sorted(EVEN)


@both
class TestTheDealersBonus:
    def test_73_is_a_scopa_for_a_table_of_fifteen(self, program):
        """R2.8, R5.1"""
        game = opened(program, ESCOBA, "4D 5C 3S 3B")
        look = game.look()
        assert look["deal"]["scope"] == [0, 1]
        assert look["deal"]["piles"] == [[], ["3B", "3S", "4D", "5C"]]
        assert (look["deal"]["table"], look["turn"]) == ([], 0)
        assert {capture for _, capture in game.legal()} == {frozenset()}
        assert game.told()["bonus"] == (1, 1, ["3B", "3S", "4D", "5C"])

    def test_74_is_two_scope_for_two_groups_of_fifteen(self, program):
        """R2.8"""
        assert opened(program, ESCOBA, "10D 5C 8S 7B").look()["deal"]["scope"] == [0, 2]

    def test_74_is_none_for_a_thirty_that_does_not_split_but_two_by_the_total(self, program):
        """R2.8, R2.9"""
        table = "10D 10C 9S 1B"
        deal = opened(program, ESCOBA, table).look()["deal"]
        assert (deal["scope"], deal["table"]) == ([0, 0], sorted(table.split()))
        deal = opened(program, CIRULLA, table).look()["deal"]
        assert (deal["scope"], deal["table"]) == ([0, 2], [])

    def test_76_comes_before_two_aces_void_the_deal(self, program):
        """R2.7, R2.9"""
        assert opened(program, CIRULLA, "1D 1C 5S 6B").look()["voids"] == [
            (1, sorted(["1D", "1C", "5S", "6B"]))
        ]
        look = opened(program, CIRULLA, "1D 1C 6S 7B").look()
        assert (look["voids"], look["deal"]["scope"]) == ([], [0, 1])
        assert opened(program, CIRULLA, "1D 10C 10S 10B").look()["voids"] == []


@both
class TestSevens:
    @pytest.mark.parametrize(
        ("sevens", "gained"),
        [("", [0, 1]), ("7C", [0, 0]), ("7C 7S", [1, 0]), ("7C 7S 7B", [2, 0])],
    )
    def test_75_give_nobody_a_point_at_two_each(self, program, sevens, gained):
        """R6.11"""
        first = ["7D", *sevens.split()]
        piles = [first, [f"7{letter}" for letter in "DCSB" if f"7{letter}" not in first]]
        score = program.score(ESCOBA, piles, [0, 0])
        without = program.score(ESCOBA, piles, [0, 0], NO_SEVENS)
        points = zip(score["points"], without["points"], strict=True)
        assert [more - less for more, less in points] == gained
        assert score["detail"]["sevens"] == [len(pile) for pile in piles]


@both
class TestCirulla:
    def test_77_lets_an_ace_take_the_ace_or_make_fifteen_and_not_sweep(self, program):
        """R3.10, R9.2"""
        game = program.at(CIRULLA, "T 1C 10S 4B | 1D / *3 | stock *12")
        assert options(game, "1D") == sets("1C", "10S 4B")
        with pytest.raises(Refused, match="capture_too_many"):
            game.play(0, "1D", ["1C", "10S", "4B"])
