"""States as plain data: every state goes there and back, and nothing else is read."""

import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import engine
from games.engine import PRESETS, STATE_SCHEMA, StateUnreadable, decode, encode, resign
from tests.engine.test_view import somewhere

GARBAGE = [
    None,
    True,
    0,
    -1,
    10**9,
    1.0,
    "",
    "7D",
    "11D",
    [],
    ["7D"],
    ["7D", "7D"],
    [None],
    {},
    {"x": 1},
]


def document(preset="scopa_classica", plies=50):
    return encode(somewhere(preset, plies))


def paths(value, path=()):
    """Yield the path of every value inside a document, groups included."""
    if path:
        yield path
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, inner in items:
        yield from paths(inner, (*path, key))


def changed(data, path, value):
    """Return a copy with one value changed."""
    result = copy.deepcopy(data)
    inner = result
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return result


def code_of(data):
    with pytest.raises(StateUnreadable) as caught:
        decode(data)
    return caught.value.code


class TestEncode:
    def test_writes_plain_json(self):
        data = document()
        assert json.loads(json.dumps(data)) == data

    def test_says_which_schema_it_is(self):
        assert document()["schema"] == STATE_SCHEMA == 2

    def test_writes_cards_as_the_contract_does(self):
        deal = document(plies=1)["deal"]
        assert all(engine.parse_card(name) for name in deal["stock"])
        assert len(deal["stock"]) == 30

    def test_keeps_the_order_of_the_stock(self):
        state = somewhere(plies=2)
        assert document(plies=2)["deal"]["stock"] == [str(card) for card in state.deal.stock]


class TestDecode:
    @pytest.mark.parametrize("preset", PRESETS)
    @pytest.mark.parametrize("plies", [1, 7, 23, 36])
    def test_reads_back_an_equal_state(self, preset, plies):
        state = somewhere(preset, plies)
        assert decode(json.loads(json.dumps(encode(state)))) == state

    def test_reads_back_a_match_before_its_first_deal(self):
        state = engine.new_match(PRESETS["scopone"].rules, 3)
        assert decode(encode(state)) == state

    def test_reads_back_a_deal_that_was_thrown_in(self):
        kings = [card for card in engine.DECK if card.rank == 10]
        rest = [card for card in engine.DECK if card.rank < 10]
        start = engine.new_match(PRESETS["scopa_classica"].rules, 0)
        state = engine.start_deal(start, [*rest[:6], *kings, *rest[6:]]).state
        data = encode(state)
        assert data["voids"] == [{"number": 1, "table": ["10D", "10C", "10S", "10B"]}]
        assert decode(data) == state
        assert code_of(changed(data, ("voids", 0, "table"), ["10D", "10D"])) == "state_unreadable"

    def test_reads_back_a_resigned_match(self):
        for state in (somewhere(), somewhere(plies=36)):
            over = resign(state, 1).state
            assert decode(encode(over)) == over

    def test_takes_the_rules_of_a_document_stored_without_them(self):
        state = somewhere("scopone")
        data = encode(state)
        del data["rules"]
        assert decode(data, state.rules) == state
        assert code_of(data) == "state_unreadable"

    @pytest.mark.parametrize("schema", [0, -1, engine.STATE_SCHEMA + 1])
    def test_refuses_a_schema_that_never_was(self, schema):
        assert code_of(encode(somewhere()) | {"schema": schema}) == "state_unreadable"

    def test_refuses_a_second_set_of_rules(self):
        state = somewhere("scopone")
        with pytest.raises(StateUnreadable):
            decode(encode(state), state.rules)

    def test_leaves_the_document_alone(self):
        data = document()
        decode(data)
        assert data == document()

    @pytest.mark.parametrize("data", [None, 1, "", [], {}, {"schema": 1}], ids=repr)
    def test_refuses_what_is_no_state(self, data):
        assert code_of(data) == "state_unreadable"

    @pytest.mark.parametrize("data", [None, 1, "", [], ["ply"]], ids=repr)
    def test_refuses_what_is_no_state_beside_rules_too(self, data):
        with pytest.raises(engine.StateUnreadable):
            decode(data, engine.RuleSet())

    @pytest.mark.parametrize("value", [None, 0, "", {}, ()], ids=repr)
    @pytest.mark.parametrize("path", [("deals",), ("voids",), ("deal", "stock")], ids=str)
    def test_refuses_what_is_no_list(self, path, value):
        assert code_of(changed(document(), path, value)) == "state_unreadable"

    @pytest.mark.parametrize("schema", [0, 1, 3, True, 2.0, "2", None])
    def test_refuses_another_schema(self, schema):
        assert code_of(document() | {"schema": schema}) == "state_unreadable"

    @pytest.mark.parametrize("name", document())
    def test_refuses_a_record_with_a_field_missing(self, name):
        data = document()
        del data[name]
        assert code_of(data) == "state_unreadable"

    @pytest.mark.parametrize(
        "path", [(), ("deal",), ("deal", "last_move"), ("deals", 0), ("rules", "deal")]
    )
    def test_refuses_a_field_it_does_not_know(self, path):
        assert code_of(changed(document(), (*path, "more"), 1)) == "state_unreadable"

    @given(st.data())
    def test_refuses_or_reads_faithfully_whatever_is_put_anywhere(self, data):
        whole = document()
        path = data.draw(st.sampled_from(list(paths(whole))))
        spoilt = changed(whole, path, data.draw(st.sampled_from(GARBAGE)))
        try:
            state = decode(spoilt)
        except StateUnreadable:
            return
        assert json.dumps(encode(state)) == json.dumps(spoilt)

    def test_refuses_a_card_that_is_there_twice(self):
        data = document(plies=3)
        data["deal"]["stock"][0] = data["deal"]["stock"][1]
        assert code_of(data) == "state_unreadable"

    def test_refuses_a_card_that_is_missing(self):
        data = document(plies=3)
        data["deal"]["stock"].pop()
        assert code_of(data) == "state_unreadable"

    @pytest.mark.parametrize(
        ("path", "value"),
        [
            (("ply",), 49),
            (("scores",), [90, 90]),
            (("dealer",), 0),
            (("deal", "turn"), 1),
            (("deal", "number"), 1),
            (("deal", "last_move"), None),
            (("deals", 0, "number"), 2),
            (("outcome",), {"winner_side": 0, "termination": "completed", "score": [0, 0]}),
        ],
        ids=str,
    )
    def test_refuses_numbers_that_contradict_each_other(self, path, value):
        data = document()
        assert decode(data).turn == 0
        assert code_of(changed(data, path, value)) == "state_unreadable"

    @pytest.mark.parametrize(
        ("path", "highest"),
        [
            (("deal", "last_capturer"), 3),
            (("deals", 0, "carte"), 1),
            (("deals", 0, "detail", "grande"), 1),
        ],
        ids=str,
    )
    def test_knows_the_seats_and_the_sides_there_are(self, path, highest):
        data = document("scopone")
        assert decode(changed(data, path, highest))
        for value in (-1, highest + 1):
            assert code_of(changed(data, path, value)) == "state_unreadable"

    def test_knows_what_a_dealer_can_be_given_r2_8_r2_9(self):
        data = document("cirulla")
        for value in (0, 1, 2):
            assert decode(changed(data, ("deal", "dealer_bonus"), value)).deal.dealer_bonus == value
        for value in (-1, 3):
            assert code_of(changed(data, ("deal", "dealer_bonus"), value)) == "state_unreadable"

    def test_refuses_another_way_for_a_match_to_end(self):
        data = encode(resign(somewhere(), 1).state)
        spoilt = changed(data, ("outcome", "termination"), "abandoned")
        assert code_of(spoilt) == "state_unreadable"

    def test_refuses_rules_that_do_not_fit_together(self):
        spoilt = changed(document(), ("rules", "ace", "scores_scopa"), True)
        assert code_of(spoilt) == "state_unreadable"
