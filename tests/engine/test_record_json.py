"""What the reader of JSON records refuses: it says where, what stands there and what is due."""

import pytest

from games import engine
from games.engine import RecordUnreadable, decode_record, encode_record
from tests.engine.test_notation import cards, one_deal, recorded
from tests.engine.test_record_reading import DAYS, NO_DAYS

CLASSIC = engine.resolve("scopa_classica")
BIG = 10**9


def given_up():
    return encode_record(recorded(CLASSIC, 2, limit=9, resigns=0))


def declared():
    """Return the data of a deal with a hand that was declared."""
    hand, table = cards("2D 3D 4D"), cards("10D 10S 9C 1B")
    rest = [card for card in engine.DECK if card not in (*hand, *table)]
    log = [engine.DeckEntry((*hand, *rest[:3], *table, *rest[3:]))]
    rules = engine.resolve("cirulla")
    return encode_record(engine.record_match(rules, 1, log, players=["a", "b"]))


def put(data, path, value):
    """Put a value where a path such as deals.0.table leads."""
    *way, last = [int(name) if name.isdigit() else name for name in path.split(".")]
    for name in way:
        data = data[name]
    data[last] = value


def refusal(data):
    with pytest.raises(RecordUnreadable) as refused:
        decode_record(data)
    assert refused.value.line is None
    return str(refused.value)


def refusal_of(path, value, data=None):
    """Return what is said of a record in which one value is another."""
    data = given_up() if data is None else data
    put(data, path, value)
    return refusal(data)


NUMBERS = [
    ("deals.0.number", "deals[0].number", BIG - 1),
    ("deals.0.dealer", "deals[0].dealer", 1),
    ("deals.0.bonus", "deals[0].bonus", BIG - 1),
    ("result.winner_side", "result.winner_side", 1),
    ("result.resigned_seat", "result.resigned_seat", 1),
    ("result.score.1", "result.score[1]", BIG - 1),
]
TEXTS = ["match", "date", "engine", "players.1"]
FLAGS = [("deals.0.void", "deals[0].void"), ("deals.0.moves.3.scopa", "deals[0].moves[3].scopa")]
LISTS = [
    ("players", "players"),
    ("deals", "deals"),
    ("deals.0.pack", "deals[0].pack"),
    ("deals.0.table", "deals[0].table"),
    ("deals.0.declared", "deals[0].declared"),
    ("deals.0.moves", "deals[0].moves"),
    ("deals.0.points", "deals[0].points"),
    ("deals.0.moves.3.capture", "deals[0].moves[3].capture"),
    ("result.score", "result.score"),
]
CARDS = [
    ("deals.0.pack.39", "deals[0].pack[39]"),
    ("deals.0.table.2", "deals[0].table[2]"),
    ("deals.0.moves.3.card", "deals[0].moves[3].card"),
]


class TestDecodeRecord:
    @pytest.mark.parametrize(("path", "told", "last"), NUMBERS)
    @pytest.mark.parametrize(
        ("value", "shown"), [(1.0, "1.0"), (False, "false"), ("1", '"1"'), (-1, "-1"), ([], "[]")]
    )
    def test_refuses_what_is_no_whole_number(self, path, told, last, value, shown):
        due = f"{shown} is not a whole number from 0 to {last}"
        assert refusal_of(path, value) == f"{told}: {due}"

    @pytest.mark.parametrize(("path", "told", "last"), NUMBERS)
    def test_refuses_a_number_that_is_one_too_many(self, path, told, last):
        due = f"{last + 1} is not a whole number from 0 to {last}"
        assert refusal_of(path, last + 1) == f"{told}: {due}"

    @pytest.mark.parametrize(("path", "told", "last"), NUMBERS)
    def test_takes_the_greatest_number(self, path, told, last):
        data = given_up()
        put(data, path, last)
        if path != "deals.0.dealer":  # the seats of the moves follow from it
            assert encode_record(decode_record(data)) == data

    @pytest.mark.parametrize(
        ("path", "told", "due"),
        [
            ("format", "format", 1),
            ("deals.0.moves.0.ply", "deals[0].moves[0].ply", 0),
            ("deals.0.moves.1.ply", "deals[0].moves[1].ply", 1),
        ],
    )
    @pytest.mark.parametrize(
        ("value", "shown"),
        [(0.0, "0.0"), (1.0, "1.0"), (True, "true"), (False, "false"), (2, "2"), (None, "null")],
    )
    def test_refuses_any_number_but_the_one_that_is_due(self, path, told, due, value, shown):
        assert refusal_of(path, value) == f"{told}: {shown} stands where {due} is due"

    def test_refuses_a_seat_that_is_not_on_turn(self):
        data = given_up()
        seat = data["deals"][0]["moves"][4]["seat"]
        for wrong in [1 - seat, float(seat), bool(seat)]:
            told = refusal_of("deals.0.moves.4.seat", wrong, given_up())
            assert told.startswith("deals[0].moves[4].seat: ")
            assert told.endswith(f" stands where {seat} is due")

    @pytest.mark.parametrize("path", TEXTS)
    @pytest.mark.parametrize(("value", "shown"), [(1, "1"), (None, "null"), ({"a": 1}, "{…}")])
    def test_refuses_what_is_no_text(self, path, value, shown):
        told = path.replace(".1", "[1]")
        assert refusal_of(path, value) == f"{told}: {shown} is not a text"

    @pytest.mark.parametrize("path", ["match", "engine"])
    def test_refuses_an_empty_name(self, path):
        told = f"{path}: nothing stands here; what is not known is written ?"
        assert refusal_of(path, "") == told

    @pytest.mark.parametrize("day", DAYS)
    def test_takes_a_day(self, day):
        assert decode_record({**given_up(), "date": day}).date == day

    @pytest.mark.parametrize("day", NO_DAYS)
    def test_refuses_what_is_no_day(self, day):
        told = f'date: "{day}" is not a day such as 2026-03-01, nor ?'
        assert refusal_of("date", day) == told

    @pytest.mark.parametrize(("path", "told"), FLAGS)
    @pytest.mark.parametrize(("value", "shown"), [(0, "0"), (1, "1"), (None, "null"), ("", '""')])
    def test_refuses_what_is_neither_true_nor_false(self, path, told, value, shown):
        assert refusal_of(path, value) == f"{told}: {shown} is neither true nor false"

    @pytest.mark.parametrize(("path", "told"), LISTS)
    @pytest.mark.parametrize(("value", "shown"), [("7D", '"7D"'), ({}, "{}"), (0, "0")])
    def test_refuses_what_is_no_list(self, path, told, value, shown):
        assert refusal_of(path, value) == f"{told}: {shown} is not a list"

    @pytest.mark.parametrize("path", ["deals", "deals.0.table", "deals.0.moves.3.capture"])
    def test_refuses_null_where_none_can_stand(self, path):
        assert refusal_of(path, None).endswith(": null is not a list")

    @pytest.mark.parametrize(
        ("path", "told"),
        [
            ("players", "players"),
            ("result.score", "result.score"),
            ("deals.0.points", "deals[0].points"),
        ],
    )
    @pytest.mark.parametrize("count", [0, 1, 3])
    def test_refuses_a_list_of_another_length(self, path, told, count):
        due = f"{told}: the list has {count} entries and must have 2"
        assert refusal_of(path, ["a"] * count) == due

    @pytest.mark.parametrize(("path", "told"), CARDS)
    @pytest.mark.parametrize(
        ("value", "shown"), [("11D", '"11D"'), (7, "7"), (None, "null"), ([], "[]")]
    )
    def test_refuses_what_is_no_card(self, path, told, value, shown):
        due = f"{told}: {shown} is not a card such as 7D or 10B"
        assert refusal_of(path, value) == due

    def test_refuses_a_card_taken_that_is_none(self):
        told = 'deals[0].moves[3].capture[1]: "x" is not a card such as 7D or 10B'
        assert refusal_of("deals.0.moves.3.capture", ["7D", "x"]) == told

    def test_takes_the_cards_taken_in_any_order(self):
        data = given_up()
        put(data, "deals.0.moves.3.capture", ["4C", "3D"])
        assert decode_record(data).deals[0].moves[3].capture == cards("3D 4C")

    @pytest.mark.parametrize(
        ("value", "shown"),
        [([], "[]"), ([1], "[…]"), (None, "null"), ("x", '"x"'), (1, "1"), (True, "true")],
    )
    def test_refuses_what_is_no_object(self, value, shown):
        assert refusal(value) == f"{shown} is not an object"
        assert refusal_of("deals.0", value) == f"deals[0]: {shown} is not an object"
        told = f"deals[0].moves[1]: {shown} is not an object"
        assert refusal_of("deals.0.moves.1", value) == told
        told = f"deals[0].declared[0]: {shown} is not an object"
        assert refusal_of("deals.0.declared", [value]) == told
        if value is not None:
            assert refusal_of("result", value) == f"result: {shown} is not an object"

    def test_tells_all_members_that_are_missing(self):
        data = given_up()
        del data["date"], data["rules"]
        assert refusal(data) == "missing here: date, rules"
        assert refusal_of("result", {"score": [0, 0]}) == (
            "result: missing here: winner_side, termination, resigned_seat"
        )
        names = "number, dealer, pack, table, void, bonus, declared, moves, points"
        assert refusal_of("deals.0", {}) == f"deals[0]: missing here: {names}"
        told = "deals[0].moves[0]: missing here: ply, seat, card, capture, scopa"
        assert refusal_of("deals.0.moves.0", {}) == told
        told = "deals[0].declared[0]: missing here: seat, kind, points, cards"
        assert refusal_of("deals.0.declared", [{}]) == told
        names = "format, match, date, engine, players, rules, deals, result"
        assert refusal({}) == f"missing here: {names}"

    def test_tells_all_members_that_are_unknown_and_those_that_are_known(self):
        known = "ply, seat, card, capture, scopa"
        data = given_up()
        data["deals"][0]["moves"][2].update(note=1, when=2)
        told = f'deals[0].moves[2]: unknown here: "note", "when"; known are: {known}'
        assert refusal(data) == told

    def test_tells_what_is_wrong_with_the_rules(self):
        data = given_up()
        data["rules"]["match"]["target"] = 0
        told = refusal(data)
        assert told.startswith("rules: match.target: ")
        data["rules"] = None
        assert refusal(data) == "rules: null is not an object"

    @pytest.mark.parametrize(
        ("termination", "seat"), [("resigned", None), ("completed", 0), ("deal_limit", 1)]
    )
    def test_refuses_an_end_that_is_not_clear(self, termination, seat):
        data = given_up()
        data["result"].update(termination=termination, resigned_seat=seat)
        told = "a seat stands here if the match was resigned, and null if not"
        assert refusal(data) == f"result.resigned_seat: {told}"

    @pytest.mark.parametrize("value", ["given_up", ""])
    def test_refuses_another_end(self, value):
        words = ", ".join(engine.TERMINATIONS)
        told = f'result.termination: "{value}" is none of {words}'
        assert refusal_of("result.termination", value) == told

    @pytest.mark.parametrize(
        ("name", "value", "told"),
        [
            ("seat", 2, "2 is not a whole number from 0 to 1"),
            ("seat", True, "true is not a whole number from 0 to 1"),
            ("kind", "royal", '"royal" is none of low_hand, three_of_a_kind'),
            ("kind", 1, "1 is not a text"),
            ("points", 3.0, f"3.0 is not a whole number from 0 to {BIG - 1}"),
            ("cards", "2D", '"2D" is not a list'),
        ],
    )
    def test_refuses_what_cannot_be_declared(self, name, value, told):
        data = declared()
        assert decode_record(data).deals[0].declared[0].cards == cards("2D 3D 4D")
        path = f"deals.0.declared.0.{name}"
        assert refusal_of(path, value, data) == f"deals[0].declared[0].{name}: {told}"

    def test_counts_plies_over_all_deals_and_seats_from_the_dealer_of_each(self):
        data = encode_record(recorded(engine.resolve("scopa_a_coppie"), 3, limit=50))
        assert len(data["deals"]) > 1
        assert encode_record(decode_record(data)) == data
        told = "deals[1].moves[0].ply: 0 stands where 36 is due"
        assert refusal_of("deals.1.moves.0.ply", 0, data) == told

    def test_takes_a_match_that_goes_on(self):
        data = encode_record(one_deal())
        assert data["result"] is None
        assert decode_record(data) == one_deal()

    def test_shows_what_it_refuses_whatever_it_is(self):
        assert refusal({1, 2}) == '"{1, 2}" is not an object'
        assert refusal_of("date", "è") == 'date: "è" is not a day such as 2026-03-01, nor ?'

    def test_cuts_short_what_it_refuses(self):
        told = f'date: "{"x" * 59}… is not a day such as 2026-03-01, nor ?'
        assert refusal_of("date", "x" * 99) == told
        assert refusal_of("date", "x" * 58).startswith(f'date: "{"x" * 58}" is')
