"""What is written of a match, what a part of a record is without more, and what a refusal keeps."""

from dataclasses import replace

import pytest

from games import engine
from games.engine import RecordUnreadable, read_record, write_record
from games.engine.notation_text import spelt
from tests.engine.test_notation import cards, one_deal, recorded


class TestRecordedDeal:
    def test_is_a_deal_of_which_nothing_was_played_unless_it_says_so(self):
        deal = engine.RecordedDeal(1, 0, None, ())
        assert (deal.void, deal.bonus, deal.declared) == (False, 0, ())
        assert (deal.moves, deal.points) == ((), None)


class TestRecordUnreadable:
    def test_keeps_what_it_takes_to_tell_it_in_another_language(self):
        other = RecordUnreadable("no %(thing)s", 3, thing="Date")
        error = RecordUnreadable("%(value)s", path="a.b", others=iter([other]), value="x")
        assert (error.reason, error.line, error.path) == ("%(value)s", None, "a.b")
        assert (error.details, error.others) == ({"value": "x"}, (other,))
        assert str(error) == "a.b: x; line 3: no Date"
        assert str(other.at(4, "Match")) == "line 4: Match: no Date"


class TestSpelt:
    @pytest.mark.parametrize(
        ("value", "written"),
        [(None, "null"), (True, "true"), (False, "false"), (0, "0"), (1, "1"), ("teams", "teams")],
    )
    def test_writes_values_as_json_does_but_texts_without_quotes(self, value, written):
        assert spelt(value) == written


class TestWriting:
    def test_puts_a_backslash_before_what_a_value_cannot_hold_as_it_is(self):
        record = replace(one_deal(), players=('a\\b"c"', "d\ne\rf"))
        lines = write_record(record).split("\n")
        assert '[Seat "0 a\\\\b\\"c\\""]' in lines
        assert '[Seat "1 d\\ne\\rf"]' in lines
        assert read_record(write_record(record)) == record

    def test_puts_moves_below_each_other_four_to_a_line_where_four_play(self):
        record = recorded(engine.resolve("scopa_a_coppie"), 3, limit=10)
        lines = write_record(record).rpartition("\n\n")[2].splitlines()
        words = [engine.write_move(move) for move in record.deals[0].moves]
        width = max(map(len, words))
        assert [line[:5] for line in lines] == ["0.   ", "4.   ", "8.   "]
        assert [line.split()[1:] for line in lines] == [words[:4], words[4:8], words[8:]]
        assert lines[0] == ("0.   " + " ".join(word.ljust(width) for word in words[:4])).rstrip()

    def test_writes_a_bonus_declarations_and_points_in_this_order(self):
        deal = replace(
            one_deal("cirulla", 3).deals[0],
            bonus=2,
            declared=(engine.RecordedHand(1, "low_hand", 3, cards("1D 2D")),),
            points=(4, 5),
            void=True,
            pack=None,
            table=(),
            moves=(),
        )
        record = replace(one_deal("cirulla", 3), deals=(deal,))
        assert write_record(record).rpartition("\n\n")[2].splitlines() == [
            '[Deal "1"]',
            f'[Dealer "{deal.dealer}"]',
            '[Pack "?"]',
            '[Table "-"]',
            '[Void "yes"]',
            '[Bonus "2"]',
            '[Declared "1 low_hand 3 1D 2D"]',
            '[Points "4-5"]',
        ]
        assert read_record(write_record(record)) == record
