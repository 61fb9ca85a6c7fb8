"""The catalogue of edge cases: single values of the rules (4, 10, 48, 52 to 57)."""

import itertools

import pytest

from tests.engine.edge_cases import PRESET_OF, both, options, sets
from tests.engine.positions import last_card
from tests.oracle import DECK, Refused

CLASSICA, BGA = PRESET_OF["classica"], PRESET_OF["bga-like"]
PERDERE, REBELLO, NAPOLA = PRESET_OF["perdere"], PRESET_OF["rebello"], PRESET_OF["napola"]
NO_NAPOLEONE = {"scoring.napola.napoleone_wins": False}
DENARI = [card for card in DECK if card.endswith("D")]


def after(program, preset, piles, scope, score, changes=None):
    """Return the game whose deal has just ended with these piles and scope."""
    game = program.at(preset, last_card(piles, scope, score=score), changes)
    ((card, _),) = game.legal()
    game.play(0, card, [])
    return game


@both
class TestCaptures:
    def test_04_are_of_the_fewest_cards_only(self, program):
        """R3.11"""
        game = program.at(BGA, "T 3C 4B 5S 2D 1C | 7D / *3 | stock *12")
        assert options(game, "7D") == sets("3C 4B", "5S 2D")
        with pytest.raises(Refused, match="fewest_cards_first"):
            game.play(0, "7D", ["4B", "2D", "1C"])

    def test_10_need_not_be_made_where_they_are_not_compulsory(self, program):
        """R3.13"""
        changes = {"capture.mandatory": False}
        game = program.at(CLASSICA, "T 4B 9C | 4D / *3 | stock *12", changes)
        assert options(game, "4D") == sets("", "4B")
        with pytest.raises(Refused, match="ambiguous_capture"):
            game.play(0, "4D", None)
        game.play(0, "4D", [])
        assert game.look()["deal"]["table"] == sorted(["4B", "4D", "9C"])


@both
class TestLosing:
    def test_48_is_to_be_at_the_target_with_the_higher_total(self, program):
        """R7.7"""
        game = after(program, PERDERE, [["2C"], ["2S"]], [3, 0], [19, 18])
        assert game.look()["outcome"] == (1, "completed", [22, 18])
        level = after(program, PERDERE, [["2C"], ["2S"]], [3, 4], [19, 18])
        assert (level.look()["outcome"], level.look()["scores"]) == (None, [22, 22])


@both
class TestTheReBello:
    def test_52_is_a_point_and_touches_no_other(self, program):
        """R6.7"""
        piles = [["10D", "2D", "3C"], ["7D", "4D", "5C", "6S"]]
        score = program.score(REBELLO, piles, [0, 0])
        plain = program.score(CLASSICA, piles, [0, 0])
        assert score["detail"]["re_bello"] == 0
        assert [score["points"], plain["points"]] == [[1, 2], [0, 2]]
        for category in ["carte", "denari", "settebello", "primiera"]:
            assert score[category] == plain[category]


@both
class TestTheNapola:
    def test_53_stops_at_the_first_gap(self, program):
        """R6.8"""
        score = program.score(NAPOLA, [["1D", "2D", "3D", "4D", "6D"], ["5D"]], [0, 0])
        assert score["detail"]["napola"] == [4, 0]
        assert score["points"] == [2 + 4, 0]

    def test_54_is_nothing_for_the_ace_and_the_two_alone(self, program):
        """R6.8"""
        score = program.score(NAPOLA, [["1D", "2D"], ["3D", "4D"]], [0, 0])
        assert score["detail"]["napola"] == [0, 0]
        assert score["points"] == [0, 0]

    def test_55_of_all_ten_wins_the_match_whatever_the_score(self, program):
        """R6.9, R7.1"""
        game = after(program, NAPOLA, [[*DENARI], ["2C"]], [0, 2], [0, 20])
        look = game.look()
        assert look["deals"][0]["detail"]["won_outright"] == 0
        assert look["outcome"] == (0, "completed", [13, 22])

    def test_56_of_all_ten_is_ten_points_where_it_does_not_win(self, program):
        """R6.8, R6.9"""
        game = after(program, NAPOLA, [[*DENARI], ["2C"]], [0, 0], [0, 19], NO_NAPOLEONE)
        look = game.look()
        assert look["deals"][0]["detail"]["won_outright"] is None
        assert (look["outcome"], look["scores"]) == (None, [13, 19])

    def test_57_is_never_had_by_two_sides(self, program):
        """R6.8"""
        for owners in itertools.product([0, 1], repeat=len(DENARI)):
            piles = [
                [card for card, owner in zip(DENARI, owners, strict=True) if owner == side]
                for side in [0, 1]
            ]
            assert 0 in program.score(NAPOLA, piles, [0, 0])["detail"]["napola"]
