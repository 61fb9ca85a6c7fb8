"""What may stand in each field of the rules, written out a second time."""

import pytest

from games import engine
from games.engine.fields import FIELDS, is_one_of
from games.engine.ruleset import leaves_of
from tests.oracle.fitting import VALUES

ALLOWED = {
    **VALUES,
    "deal.first_dealer": ["random", "seat_0"],
    "capture.max_table_cards": [None, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    "declarations.low_hand_max": [9],
    "match.target": [*range(1, 102)],
    "match.deals": [None, *range(1, 102)],
}


class TestFields:
    @pytest.mark.parametrize("path", ALLOWED)
    def test_allow_these_values_in_this_order(self, path):
        # By their spelling: True is not 1 here.
        assert list(map(repr, FIELDS[path].known)) == list(map(repr, ALLOWED[path]))

    def test_tell_a_value_from_one_of_another_type(self):
        assert is_one_of(1, (0, 1)) is True
        for value in (2, True, 1.0, "1", None):
            assert is_one_of(value, (0, 1)) is False

    def test_are_all_there(self):
        assert set(FIELDS) == set(ALLOWED)

    def test_are_those_of_the_rules(self):
        rules = engine.encode_rules(engine.RuleSet())
        assert set(FIELDS) == {path for path, _ in leaves_of(rules)} - {"schema", "slug"}
