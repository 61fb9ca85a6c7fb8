"""The catalogue of edge cases: captures, scope, leftovers; and whether all of it is covered."""

import re

import pytest

from games import engine
from tests.engine import (
    edge_cases,
    test_edge_case_aces,
    test_edge_case_deals,
    test_edge_case_fifteens,
    test_edge_case_scores,
    test_edge_case_variants,
)
from tests.engine.edge_cases import options, sets
from tests.engine.programs import EngineGame
from tests.oracle import Refused

CLASSICA = edge_cases.PRESET_OF["classica"]
SCIENTIFICO = edge_cases.PRESET_OF["scopone_10"]
AFTER_THE_LAST = {"match.mode": "fixed_deals", "match.deals": 1, "match.tie": "draw"}
MID_DEAL = "| stock *12"


def at(text, preset=CLASSICA, **changes):
    return EngineGame.at(preset, text, changes)


def last_card_of(text, preset=CLASSICA, **changes):
    """Return a game whose deal stays to be looked at once it has ended."""
    return EngineGame.at(preset, text, {**AFTER_THE_LAST, **changes})


def code(game, card, capture, seat=0):
    """Return the code with which a move is refused, having changed nothing."""
    before = game.state
    with pytest.raises(Refused) as refusal:
        game.play(seat, card, capture)
    assert game.state is before
    return refusal.value.code


def scope(game):
    return list(game.state.deal.scope)


class TestCaptures:
    def test_01_takes_the_equal_card_before_any_sum(self):
        """R3.3"""
        game = at(f"T 7C 4B 3S | 7D / *3 {MID_DEAL}")
        assert options(game, "7D") == sets("7C")
        assert code(game, "7D", ["4B", "3S"]) == "equal_card_first"

    def test_02_asks_which_sum_where_there_are_two(self):
        """R3.4, R3.5, R3.6"""
        game = at(f"T 4C 2B 5S 1D | 6D / *3 {MID_DEAL}")
        assert options(game, "6D") == sets("4C 2B", "5S 1D")
        assert code(game, "6D", None) == "ambiguous_capture"
        assert code(game, "6D", []) == "capture_required"

    def test_03_offers_sums_of_different_sizes(self):
        """R3.4"""
        game = at(f"T 3C 4B 5S 2D 1C | 7D / *3 {MID_DEAL}")
        assert options(game, "7D") == sets("3C 4B", "4B 2D 1C", "5S 2D")

    @pytest.mark.parametrize(("taken", "left"), [("10C", "10B"), ("10B", "10C")])
    def test_05_takes_one_of_two_kings_of_the_players_choice(self, taken, left):
        """R3.2, R4.1"""
        game = at(f"T 10C 10B | 10D / *3 {MID_DEAL}")
        assert options(game, "10D") == sets("10C", "10B")
        assert code(game, "10D", ["10C", "10B"]) == "capture_too_many"
        game.play(0, "10D", [taken])
        assert game.look()["deal"]["table"] == [left]
        assert scope(game) == [0, 0]

    def test_06_takes_two_fives_with_a_king_for_a_scopa(self):
        """R3.4, R4.1"""
        game = at(f"T 5C 5B | 10D / *3 {MID_DEAL}")
        game.play(0, "10D")
        assert scope(game) == [1, 0]
        assert game.look()["deal"]["table"] == []

    def test_07_takes_a_sum_that_is_the_whole_table_for_a_scopa(self):
        """R3.4, R4.1"""
        game = at(f"T 5C 3B | 8D / *3 {MID_DEAL}")
        game.play(0, "8D", ["5C", "3B"])
        assert scope(game) == [1, 0]

    def test_08_takes_the_equal_court_card_and_not_the_sum(self):
        """R3.3"""
        game = at(f"T 8C 5C 3B | 8D / *3 {MID_DEAL}")
        assert options(game, "8D") == sets("8C")
        assert code(game, "8D", ["5C", "3B"]) == "equal_card_first"

    def test_09_refuses_to_lay_a_card_that_can_take(self):
        """R3.5"""
        assert code(at(f"T 4B 9C | 4D / *3 {MID_DEAL}"), "4D", []) == "capture_required"

    def test_11_lets_a_player_keep_the_card_that_takes(self):
        """R3.1, R3.5"""
        game = at(f"T 10D 2C | 4S 2B / *3 {MID_DEAL}")
        assert options(game, "4S") == sets("")
        assert options(game, "2B") == sets("2C")

    def test_12_lays_any_card_on_an_empty_table(self):
        """R3.2, R3.5"""
        game = at(f"T - | 1D 7C 10S / *3 {MID_DEAL}")
        assert game.legal() == {(card, frozenset()) for card in ["1D", "7C", "10S"]}

    def test_79_refuses_a_right_sum_beside_an_equal_card(self):
        """R3.3, R3.7"""
        game = at(f"T 9D 5C 4S | 9B / *3 {MID_DEAL}")
        assert code(game, "9B", ["5C", "4S"]) == "equal_card_first"

    @pytest.mark.parametrize(
        ("expected", "seat", "card", "capture"),
        [
            ("duplicate_capture_card", 0, "6S", ["3D", "3D"]),
            ("capture_not_on_table", 0, "6S", ["3D", "3C"]),
            ("card_not_in_hand", 0, "8S", ["3D", "5C"]),
            ("not_your_turn", 1, "8B", ["3D", "5C"]),
        ],
    )
    def test_80_refuses_what_is_not_there_and_changes_nothing(self, expected, seat, card, capture):
        """R3.7"""
        game = at(f"T 3D 5C | 6S / 8B 1B {MID_DEAL}")
        assert code(game, card, capture, seat) == expected


class TestScope:
    def test_13_scores_a_scopa_for_the_only_card_on_the_table(self):
        """R4.1"""
        game = at(f"T 4B | 4D / *3 {MID_DEAL}")
        game.play(0, "4D", ["4B"])
        assert scope(game) == [1, 0]
        assert game.state.deal.last_move.scopa

    def test_14_scores_none_for_the_last_card_of_the_deal(self):
        """R4.2"""
        game = last_card_of("T 3C 4S | 7D / - | dealer 0 | last 1")
        game.play(0, "7D", ["3C", "4S"])
        assert scope(game) == [0, 0]
        assert {"3C", "4S", "7D"} <= set(game.look()["deal"]["piles"][0])
        assert game.leftovers() == (None, [])

    def test_15_scores_one_for_the_card_before_the_last(self):
        """R4.2, R5.1"""
        game = last_card_of("T 4B | 4D / 9C | dealer 1 | last 1")
        game.play(0, "4D", ["4B"])
        game.play(1, "9C", [])
        assert scope(game) == [1, 0]
        assert game.leftovers() == (0, ["9C"])

    @pytest.mark.parametrize("counts", [False, True])
    def test_20_scores_the_dealers_last_card_only_where_it_counts(self, counts):
        """R4.2"""
        changes = {"sweep.last_card_counts": counts}
        text = "T 3C 4S | 7D / - / - / - | dealer 0 | last 1"
        game = last_card_of(text, SCIENTIFICO, **changes)
        game.play(0, "7D", ["3C", "4S"])
        assert scope(game) == [int(counts), 0]

    def test_21_scores_one_for_the_last_card_of_a_round_while_cards_remain(self):
        """R4.2"""
        game = at("T 3C 4S | 7D / - | stock *6 | dealer 0")
        game.play(0, "7D", ["3C", "4S"])
        assert scope(game) == [1, 0]

    def test_22_deals_nothing_to_an_empty_table_with_new_hands(self):
        """R2.5, R3.5"""
        game = at("T 3C 4S | 7D / - | stock *6 | dealer 0")
        game.play(0, "7D", ["3C", "4S"])
        deal = game.look()["deal"]
        assert (deal["table"], deal["stock"], game.state.turn) == ([], [], 1)
        assert [len(hand) for hand in deal["hands"]] == [3, 3]
        assert {capture for _, capture in game.legal()} == sets("")


class TestLeftovers:
    def test_16_go_to_the_player_of_a_last_card_that_takes_some(self):
        """R4.2, R5.1"""
        game = last_card_of("T 3C 9B | 3D / - | dealer 0 | last 1")
        game.play(0, "3D", ["3C"])
        assert game.leftovers() == (0, ["9B"])
        assert scope(game) == [0, 0]

    def test_17_go_to_a_capturer_of_many_plays_ago_with_the_last_card(self):
        """R5.1"""
        game = last_card_of("T 9B | 6D 8D / 5C | dealer 0 | last 1")
        for seat, card in [(0, "6D"), (1, "5C"), (0, "8D")]:
            game.play(seat, card, [])
        assert game.leftovers() == (1, ["5C", "6D", "8D", "9B"])
        assert scope(game) == [0, 0]

    def test_18_carry_the_settebello_to_who_receives_them(self):
        """R5.1, R6.3"""
        game = last_card_of("T 7D | 9C / - | dealer 0 | last 1")
        game.play(0, "9C", [])
        assert game.leftovers() == (1, ["7D", "9C"])
        assert game.state.deals[0].settebello == 1

    def test_19_are_no_scopa_when_they_are_one_card(self):
        """R5.1"""
        game = last_card_of("T - | 9C / - | dealer 0 | last 1")
        game.play(0, "9C", [])
        assert game.leftovers() == (1, ["9C"])
        assert scope(game) == [0, 0]


CASES = edge_cases.cases_of(
    TestCaptures,
    TestScope,
    TestLeftovers,
    test_edge_case_deals.TestOpenings,
    test_edge_case_deals.TestEveryDeal,
    test_edge_case_scores.TestDealScores,
    test_edge_case_scores.TestMatches,
    test_edge_case_scores.TestPartners,
    test_edge_case_variants.TestCaptures,
    test_edge_case_variants.TestLosing,
    test_edge_case_variants.TestTheReBello,
    test_edge_case_variants.TestTheNapola,
    test_edge_case_aces.TestAces,
    test_edge_case_fifteens.TestFifteens,
    test_edge_case_fifteens.TestEvenCards,
    test_edge_case_fifteens.TestTheDealersBonus,
    test_edge_case_fifteens.TestSevens,
    test_edge_case_fifteens.TestCirulla,
)


class TestTheCatalogue:
    def test_is_covered_but_for_what_is_no_rule(self):
        covered, no_rule = {number for number, _ in CASES}, set(edge_cases.NOT_A_RULE)
        assert covered & no_rule == set()
        assert covered | no_rule == set(range(1, edge_cases.LAST_NUMBER + 1))
        assert no_rule == {81, 82}

    def test_names_only_presets_that_exist(self):
        assert set(edge_cases.PRESET_OF.values()) <= set(engine.PRESETS)

    def test_cites_clauses_that_exist(self):
        for number, test in CASES:
            cited = re.findall(r"R\d+\.\d+", test.__doc__ or "")
            assert cited, number
            assert set(cited) <= edge_cases.clauses(), number
