"""The catalogue of edge cases: Aces that sweep (58 to 67)."""

import pytest

from tests.engine.decks import stacked
from tests.engine.edge_cases import PRESET_OF, both, options, sets
from tests.oracle import DECK, Refused

ASSI, APT, SCOPONE = PRESET_OF["assi"], PRESET_OF["apt"], PRESET_OF["scopone_assi"]
ONE_DEAL = {"match.mode": "fixed_deals", "match.deals": 1, "match.tie": "draw"}


def opened(program, preset, held, table, changes=None, *, seats=2, hand_size=3):
    """Return a game with this table whose seats hold these cards and others; seat 1 leads."""
    game = program.new(preset, changes, first_dealer=0)
    named = [card for hand in held.values() for card in hand]
    others = [card for card in DECK if card not in [*named, *table]]
    hands = []
    for seat in range(seats):
        missing = hand_size - len(held.get(seat, []))
        hands.append([*held.get(seat, []), *others[:missing]])
        del others[:missing]
    game.start_deal(stacked(dealer=0, rounds=[hands], table=table) + others)
    return game


@both
class TestAces:
    def test_58_take_the_whole_table_for_no_scopa(self, program):
        """R9.1, R9.3"""
        game = program.at(ASSI, "T 7C 5B 2S | 1D / *3 | stock *12")
        assert options(game, "1D") == sets("7C 5B 2S")
        game.play(0, "1D")
        deal = game.look()["deal"]
        assert (deal["table"], deal["scope"], deal["last_capturer"]) == ([], [0, 0], 0)
        assert {"1D", "7C", "5B", "2S"} <= set(deal["piles"][0])

    def test_59_take_the_whole_table_for_a_scopa_unless_they_are_the_last_card(self, program):
        """R4.2, R9.1, R9.3"""
        game = program.at(APT, "T 7C 5B 2S | 1D / *3 | stock *12")
        assert options(game, "1D") == sets("7C 5B 2S")
        game.play(0, "1D", ["2S", "5B", "7C"])
        assert game.look()["deal"]["scope"] == [1, 0]
        last = program.at(APT, "T 7C 5B 2S | 1D / - | dealer 0 | last 1", ONE_DEAL)
        last.play(0, "1D")
        deal = last.look()["deal"]
        assert (deal["table"], deal["scope"]) == ([], [0, 0])
        assert {"1D", "7C", "5B", "2S"} <= set(deal["piles"][0])

    def test_60_take_only_the_ace_where_one_lies(self, program):
        """R9.2"""
        game = program.at(ASSI, "T 1C 7C 5B | 1D / *3 | stock *12")
        assert options(game, "1D") == sets("1C")
        with pytest.raises(Refused, match="capture_too_many"):
            game.play(0, "1D", ["1C", "7C", "5B"])

    def test_61_make_a_scopa_of_an_ace_that_is_alone(self, program):
        """R9.2, R9.3"""
        game = program.at(ASSI, "T 1C | 1D / *3 | stock *12")
        game.play(0, "1D", ["1C"])
        assert game.look()["deal"]["scope"] == [1, 0]

    def test_62_take_an_ace_and_the_rest_where_they_sweep_all_the_same(self, program):
        """R9.2"""
        changes = {"ace.with_ace_on_table": "sweeps"}
        game = program.at(ASSI, "T 1C 7C | 1D / *3 | stock *12", changes)
        assert options(game, "1D") == sets("1C 7C")
        game.play(0, "1D")
        assert game.look()["deal"]["scope"] == [0, 0]

    @pytest.mark.parametrize(("taken", "left"), [("1C", "1S"), ("1S", "1C")])
    def test_63_take_either_of_two_aces_that_open(self, program, taken, left):
        """R3.2, R9.2"""
        game = opened(program, ASSI, {1: ["1D", "3C", "4C"]}, ["1C", "1S", "5B", "10D"])
        assert options(game, "1D") == sets("1C", "1S")
        game.play(1, "1D", [taken])
        assert game.look()["deal"]["table"] == sorted([left, "5B", "10D"])

    def test_64_stay_on_an_empty_table_or_go_to_the_own_pile(self, program):
        """R9.4"""
        text = "T - | 1D / *3 | stock *12 | last 1"
        stays = program.at(ASSI, text)
        stays.play(0, "1D", [])
        deal = stays.look()["deal"]
        assert (deal["table"], deal["last_capturer"]) == (["1D"], 1)
        taken = program.at(ASSI, text, {"ace.on_empty_table": "taken", "ace.scores_scopa": True})
        assert options(taken, "1D") == sets("")
        taken.play(0, "1D", [])
        deal = taken.look()["deal"]
        assert (deal["table"], deal["scope"], deal["last_capturer"]) == ([], [0, 0], 0)
        assert "1D" in deal["piles"][0]

    def test_65_may_not_open_the_deal(self, program):
        """R9.5"""
        held = {1: ["1D", *[f"{rank}C" for rank in range(2, 11)]], 2: ["1C"]}
        game = opened(program, SCOPONE, held, [], seats=4, hand_size=10)
        assert "1D" not in {card for card, _ in game.legal()}
        before = game.look()
        with pytest.raises(Refused, match="ace_may_not_open"):
            game.play(1, "1D", [])
        assert game.look() == before
        game.play(1, "2C", [])
        game.play(2, "1C")
        assert game.look()["deal"]["table"] == []

    def test_65_open_from_a_hand_of_aces_but_do_not_sweep(self, program):
        """R9.5"""
        changes = {"ace.opening": "forbidden"}
        hand, table = ["1D", "1C", "1S"], ["5B", "6B", "7B", "8B"]
        game = opened(program, APT, {1: hand}, table, changes)
        assert game.legal() == {(card, frozenset()) for card in hand}
        game.play(1, "1D", [])
        assert game.look()["deal"]["table"] == sorted([*table, "1D"])

    def test_66_still_count_one_when_they_are_taken(self, program):
        """R3.4, R4.1"""
        game = program.at(ASSI, "T 1C 1S | 2D / *3 | stock *12")
        assert options(game, "2D") == sets("1C 1S")
        game.play(0, "2D")
        assert game.look()["deal"]["scope"] == [1, 0]

    def test_67_must_take_the_ace_that_lies_there(self, program):
        """R3.5, R9.2"""
        game = program.at(ASSI, "T 4C 3S 1B | 1D / *3 | stock *12")
        assert options(game, "1D") == sets("1B")
        with pytest.raises(Refused, match="capture_required"):
            game.play(0, "1D", [])
