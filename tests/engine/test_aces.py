"""R9: Aces that sweep the table."""

import pytest

from games import engine
from tests.engine.standing import captures, is_scopa, mask, play, refused, standing

SWEEPS = {"ace.with_ace_on_table": "sweeps"}
TAKEN = {"ace.on_empty_table": "taken"}
EITHER = {"capture.mode": "sum_or_fifteen", "capture.choice": "any"}


def first_play(preset, *hands, table="", **changes):
    """Return the first play of a deal, by seat 1: what is not named is in the stock."""
    rest = engine.cards_in(engine.ALL_CARDS & ~mask(" ".join([table, *hands])))
    stock = " ".join(map(str, rest))
    return standing(preset, table, *hands, turn=1, stock=stock, changes=changes)


class TestSweep:
    @pytest.mark.parametrize("preset", ["scopa_assi", "asso_piglia_tutto", "cirulla"])
    def test_takes_the_whole_table_and_nothing_less_r9_1(self, preset):
        state = standing(preset, "7C 5S 2B", "1D 3C", "4D")
        assert captures(state, "1D") == ["2B 5S 7C"]
        assert play(state, "1D").state.deal.piles[0] == mask("1D 2B 5S 7C")

    def test_goes_before_a_fifteen_that_is_a_part_of_the_table_r9_1(self):
        assert captures(standing("cirulla", "10C 4S 5B", "1D 3C", "4D"), "1D") == ["4S 5B 10C"]

    def test_is_no_matter_of_the_other_cards_r9_1(self):
        assert captures(standing("scopa_assi", "7C 5S 2B", "7D 3C", "4D"), "7D") == ["7C"]

    @pytest.mark.parametrize("table", ["7C", "7C 2B"])
    def test_is_refused_in_part_r9_1(self, table):
        state = standing("scopa_assi", "7C 5S 2B", "1D 3C", "4D")
        assert refused(state, "1D", table) == ("capture_too_few", "R9.1")

    def test_can_be_left_where_captures_can_r9_1_r3_13(self):
        changes = {"capture.mandatory": False}
        state = standing("scopa_assi", "7C 5S", "1D 3C", "4D", changes=changes)
        assert captures(state, "1D") == ["", "5S 7C"]
        assert play(state, "1D", "").state.deal.table == mask("1D 5S 7C")
        assert play(state, "1D", "5S 7C").state.deal.table == 0
        assert refused(state, "1D")[0] == "ambiguous_capture"
        assert refused(state, "1D", "7C") == ("capture_too_few", "R9.1")

    def test_must_be_made_r3_5(self):
        state = standing("scopa_assi", "7C 5S", "1D 3C", "4D")
        assert refused(state, "1D", "") == ("capture_required", "R3.5")

    def test_is_not_limited_by_the_size_of_captures_r3_12(self):
        limited = {"capture.max_table_cards": 2}
        state = standing("scopa_assi", "7C 5S 2B", "1D 3C", "4D", changes=limited)
        assert captures(state, "1D") == ["2B 5S 7C"]

    def test_does_not_happen_without_the_rule(self):
        assert captures(standing("scopa_classica", "7C 5S", "1D 3C", "4D"), "1D") == [""]


class TestAceOnTheTable:
    def test_is_all_that_an_ace_takes_r9_2(self):
        assert captures(standing("scopa_assi", "1C 7C 5S", "1D 3C", "4D"), "1D") == ["1C"]

    def test_is_one_of_several_that_the_player_chooses_r9_2(self):
        state = standing("scopa_assi", "1C 1S 5S", "1D 3C", "4D")
        assert captures(state, "1D") == ["1C", "1S"]
        assert refused(state, "1D") == ("ambiguous_capture", "R3.6")

    def test_lets_an_ace_make_fifteen_where_that_counts_r9_2(self):
        state = standing("cirulla", "1C 10C 4S", "1D 3C", "4D")
        assert captures(state, "1D") == ["1C", "4S 10C"]

    def test_does_not_matter_where_the_ace_sweeps_all_the_same_r9_2(self):
        state = standing("scopa_assi", "1C 7C", "1D 3C", "4D", changes=SWEEPS)
        assert captures(state, "1D") == ["1C 7C"]

    def test_counts_one_when_it_is_taken_in_a_sum_r3_4(self):
        step = play(standing("scopa_assi", "1C 1S", "2D 3C", "4D"), "2D")
        assert is_scopa(step)


class TestScopaOfAnAce:
    @pytest.mark.parametrize(
        ("preset", "scopa"), [("scopa_assi", False), ("asso_piglia_tutto", True), ("cirulla", True)]
    )
    def test_is_one_where_the_rules_say_so_r9_3(self, preset, scopa):
        step = play(standing(preset, "7C 5S", "1D 3C", "4D"), "1D")
        assert is_scopa(step) is scopa
        assert step.state.deal.scope == (int(scopa), 0)
        assert step.state.deal.table == 0
        assert step.state.deal.last_capturer == 0

    @pytest.mark.parametrize("changes", [{}, SWEEPS])
    def test_is_one_with_the_only_card_another_ace_r9_3(self, changes):
        assert is_scopa(play(standing("scopa_assi", "1C", "1D 3C", "4D", changes=changes), "1D"))

    def test_is_none_with_two_aces_swept_at_once_r9_3(self):
        state = standing("scopa_assi", "1C 1S", "1D 3C", "4D", changes=SWEEPS)
        assert not is_scopa(play(state, "1D"))

    def test_is_one_with_cards_that_make_fifteen_r9_3(self):
        assert is_scopa(play(standing("scopa_assi", "10C 4S", "1D 3C", "4D", changes=EITHER), "1D"))
        assert not is_scopa(
            play(standing("scopa_assi", "10C 5S", "1D 3C", "4D", changes=EITHER), "1D")
        )

    def test_is_none_with_the_last_card_of_the_deal_r4_2(self):
        step = play(standing("asso_piglia_tutto", "7C 5S", "1D"), "1D")
        assert not is_scopa(step)

    def test_is_one_with_the_last_card_where_that_counts_r4_2(self):
        late = {"sweep.last_card_counts": True}
        assert is_scopa(play(standing("asso_piglia_tutto", "7C 5S", "1D", changes=late), "1D"))


class TestEmptyTable:
    def test_keeps_an_ace_as_any_card_r9_4(self):
        step = play(standing("scopa_assi", "", "1D 3C", "4D"), "1D")
        assert step.state.deal.table == mask("1D")
        assert step.state.deal.last_capturer is None

    def test_gives_an_ace_to_its_player_r9_4(self):
        state = standing("scopa_assi", "", "1D 3C", "4D", changes=TAKEN)
        assert captures(state, "1D") == [""]
        step = play(state, "1D")
        assert step.state.deal.table == 0
        assert step.state.deal.piles == (mask("1D"), 0)
        assert step.state.deal.last_capturer == 0
        assert not is_scopa(step)
        assert step.state.deal.scope == (0, 0)
        assert step.events[0].move.sole

    def test_keeps_any_other_card_r9_4(self):
        step = play(standing("scopa_assi", "", "2D 3C", "4D", changes=TAKEN), "2D")
        assert step.state.deal.table == mask("2D")

    def test_makes_no_matter_where_cards_lie_r9_4(self):
        changes = {**TAKEN, "capture.mandatory": False}
        state = standing("scopa_assi", "7C", "1D 3C", "4D", changes=changes)
        assert play(state, "1D", "").state.deal.table == mask("1D 7C")


class TestOpening:
    def test_may_not_be_an_ace_r9_5(self):
        state = first_play("scopone_assi", "", "1D 3C 4D", "", "")
        assert captures(state, "1D") == []
        assert captures(state, "3C") == [""]
        for capture in (None, "", "5D"):
            assert refused(state, "1D", capture) == ("ace_may_not_open", "R9.5")

    def test_may_be_an_ace_where_the_hand_has_nothing_else_r9_5(self):
        rules = {"ace.opening": "forbidden"}
        state = first_play("scopa_assi", "2D 3D 4D", "1D 1C 1S", table="7C 5S 2B 6D", **rules)
        assert captures(state, "1D") == [""]
        assert play(state, "1D").state.deal.table == mask("1D 7C 5S 2B 6D")

    def test_may_be_an_ace_that_does_not_sweep_r9_5(self):
        rules = {"ace.opening": "no_sweep"}
        state = first_play("scopa_assi", "2D 3D 4D", "1D 3C 1S", table="7C 5S 2B 6D", **rules)
        assert captures(state, "1D") == [""]
        assert captures(play(state, "3C").state, "4D") == [""]

    def test_may_take_an_ace_by_value_r9_5(self):
        rules = {"ace.opening": "no_sweep", "ace.with_ace_on_table": "sweeps"}
        state = first_play("scopa_assi", "2D 3D 4D", "1D 3C 1S", table="7C 5S 1B 6D", **rules)
        assert captures(state, "1D") == ["1B"]

    def test_leaves_an_ace_on_an_empty_table_r9_5(self):
        rules = {"ace.opening": "no_sweep"}
        state = first_play("scopone_assi", "", "1D 3C 4D", "", "", **rules)
        assert play(state, "1D").state.deal.table == mask("1D")

    def test_is_free_where_nothing_is_said_r9_5(self):
        state = first_play("scopa_assi", "2D 3D 4D", "1D 3C 1S", table="7C 5S 2B 6D")
        assert captures(state, "1D") == ["2B 5S 6D 7C"]

    @pytest.mark.parametrize("opening", ["no_sweep", "forbidden"])
    def test_binds_the_first_card_alone_r9_5(self, opening):
        rules = {"ace.opening": opening}
        state = first_play("scopa_assi", "1C 3D 4D", "9D 3C 1S", table="7C 5S 2B 6D", **rules)
        state = play(state, "3C").state
        assert captures(state, "1C") == ["2B 3C 5S 6D 7C"]
        assert play(state, "1C").state.deal.table == 0

    def test_is_the_first_card_of_a_deal_not_of_a_round_r9_5(self):
        state = standing(
            "scopa_assi",
            "7C",
            "1D 3C 4D",
            "2D 8D 9D",
            stock="2C 8C 9C 2S 8S 9S",
            changes={"ace.opening": "forbidden"},
        )
        assert captures(state, "1D") == ["7C"]

    def test_is_seen_by_a_state_read_back(self):
        state = engine.new_match(engine.resolve("scopone_assi"), 3)
        deck = sorted(engine.DECK, key=lambda card: card.index % 4)
        state = engine.start_deal(state, deck).state
        again = engine.decode(engine.encode(state))
        assert engine.legal_moves(again) == engine.legal_moves(state)
        assert len(engine.legal_moves(state)) == 9
