"""What a refusal says beside its code: the clause, the line, the problems."""

import pytest

from games import engine
from games.engine.declarations import are_declared
from tests.engine.standing import refused, standing

FEWEST_OF_TWO = {"capture.choice": "fewest_cards", "capture.max_table_cards": 2}


class TestRuleError:
    def test_for_a_part_of_a_capture_names_the_sweep_only_where_there_is_one_r3_7(self):
        state = standing("scopa_classica", "2D 4D 9C", "6C 3C", "4B")
        assert refused(state, "6C", "2D") == ("capture_too_few", "R3.7")
        state = standing("scopa_assi", "2D 4D 9C", "1C 3C", "4B")
        assert refused(state, "1C", "2D") == ("capture_too_few", "R9.1")

    def test_for_cards_that_do_not_go_names_what_a_card_takes_r3_4(self):
        state = standing("scopa_classica", "2D 4D 9C", "6C 3C", "4B")
        assert refused(state, "6C", "9C") == ("capture_sum_mismatch", "R3.4")

    def test_for_as_many_cards_as_there_may_be_is_that_fewer_go_first_r3_11(self):
        state = standing("scopa_classica", "6D 2D 4D 9C", "6C 3C", "4B", changes=FEWEST_OF_TWO)
        assert refused(state, "6C", "2D 4D") == ("fewest_cards_first", "R3.11")


class TestRecordUnreadable:
    def test_says_the_line_where_there_is_one(self):
        error = engine.RecordUnreadable("this is wrong", 3)
        assert (str(error), error.line) == ("line 3: this is wrong", 3)

    def test_says_no_line_where_there_is_none(self):
        error = engine.RecordUnreadable("this is wrong")
        assert (str(error), error.line) == ("this is wrong", None)


class TestRuleSetInvalid:
    def test_says_every_problem(self):
        with pytest.raises(engine.RuleSetInvalid) as refusal:
            engine.resolve("scopa_classica", {"no.field": 1, "match.goal": 2})
        no_field = "there is no such field"
        assert str(refusal.value) == f"no.field: {no_field}; match.goal: {no_field}"


class TestUnknownPreset:
    def test_says_those_that_are_known(self):
        with pytest.raises(engine.UnknownPreset) as refusal:
            engine.resolve("briscola")
        assert str(refusal.value) == f"'briscola' is none of {', '.join(engine.PRESETS)}"


class TestHands:
    @pytest.mark.parametrize(
        ("low_hand", "three", "expected"), [(0, 0, False), (3, 0, True), (0, 10, True)]
    )
    def test_are_declared_where_either_kind_is_worth_something_r10_1(
        self, low_hand, three, expected
    ):
        values = {"low_hand": low_hand, "three_of_a_kind": three, "wild": None}
        changes = {f"declarations.{name}": value for name, value in values.items()}
        assert are_declared(engine.resolve("cirulla", changes).declarations) is expected
