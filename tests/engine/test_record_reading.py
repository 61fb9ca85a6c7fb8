"""What a reader of records takes and refuses at the edges, line by line."""

from dataclasses import replace
from datetime import date
from itertools import product

import pytest

from games import engine
from games.engine import RecordUnreadable, read_record, write_record
from games.engine.notation import read_day
from tests.engine.decks import with_table
from tests.engine.test_notation import cards, changed, finished, one_deal

CLASSIC = engine.resolve("scopa_classica")


def small():
    """Return the text of a match of two moves that was given up."""
    log = [
        engine.DeckEntry(engine.DECK),
        engine.PlayEntry(0, engine.Move(engine.parse_card("1D"))),
        engine.PlayEntry(1, engine.Move(engine.parse_card("2D"), cards("2S"))),
        engine.ResignEntry(0),
    ]
    record = engine.record_match(CLASSIC, 1, log, players=["a", "b"])
    return write_record(record)


def refusal(text):
    with pytest.raises(RecordUnreadable) as refused:
        read_record(text)
    return refused.value.line, str(refused.value)


def with_line(old, new):
    text = small()
    assert old in text
    return text.replace(old, new, 1)


def without(*tags):
    lines = small().splitlines()
    return "\n".join(line for line in lines if line[1:].split(" ")[0] not in tags)


def is_a_day(year, month, day):
    try:
        return bool(date(year, month, day))
    except ValueError:
        return False


# Days that a record may bear, and what its reader must not take for one.
DAYS = ["?", "2026-03-01", "2024-02-29", "0001-01-01", "9999-12-31"]
NO_DAYS = ["", "yesterday", "2026-3-1", "20260301", "2026-W09-7", "2026-02-29", "2026-13-01"]
NO_DAYS += ["2026-03-01 ", "2026-03-01T10:00", "01-03-2026", "\u0662026-03-01", "0000-01-01"]


class TestReading:
    def test_takes_the_name_of_a_player_without_a_letter(self):
        assert read_record(with_line('[Seat "0 a"]', '[Seat "0 "]')).players == ("", "b")

    @pytest.mark.parametrize(
        "tag", ['[Match "]', "[Match]", "[Match ]", '[Match x"]', '[Match "x]']
    )
    def test_refuses_a_tag_that_is_not_closed(self, tag):
        line, text = refusal(with_line('[Match "?"]', tag))
        assert (line, text) == (2, 'line 2: a tag is written [Name "value"]')

    @pytest.mark.parametrize(("written", "name"), [("\\\\", "\\"), ("\\n", "\n"), ('\\"', '"')])
    def test_takes_letters_after_a_backslash(self, written, name):
        assert read_record(with_line('[Match "?"]', f'[Match "a{written}b"]')).match == f"a{name}b"

    @pytest.mark.parametrize("value", ["\\", "a\\", "\\_", "\\t"])
    def test_refuses_a_backslash_before_no_letter_it_can_stand_before(self, value):
        line, text = refusal(with_line('[Match "?"]', f'[Match "{value}"]'))
        assert line == 2
        assert "a backslash stands" in text

    def test_refuses_a_quotation_mark_without_a_backslash(self):
        line, text = refusal(with_line('[Match "?"]', '[Match "a"b"]'))
        assert line == 2
        assert "a quotation mark inside" in text

    def test_takes_a_number_of_nine_digits_and_none_of_ten(self):
        text = write_record(changed(one_deal(), points=(123456789, 0)))
        assert read_record(text).deals[0].points == (123456789, 0)
        line, told = refusal(text.replace("123456789", "1234567890"))
        assert '"1234567890" is not a whole number of at most 9 digits' in told
        assert text.splitlines()[line - 1].startswith("[Points")

    @pytest.mark.parametrize("number", ["", "-1", "1.0", "1 ", "x", "\u0661", "\u00b2"])
    def test_refuses_what_is_no_number(self, number):
        line, told = refusal(with_line('[Score "0-0"]', f'[Score "0-{number}"]'))
        assert line == 9
        assert told.startswith("line 9: Score: ")

    def test_refuses_a_rule_that_is_given_twice(self):
        rule = '[Rule "match.target = 16"]'
        assert read_record(with_line("[Result", f"{rule}\n[Result")).rules.match.target == 16
        line, told = refusal(with_line("[Result", f"{rule}\n{rule}\n[Result"))
        assert (line, told) == (1, "line 1: Rule: a rule is given twice")

    @pytest.mark.parametrize(
        "rule", ["match.target", "match.target = 16 ", "match.goal = 16", "= 16"]
    )
    def test_refuses_what_is_no_rule(self, rule):
        line, told = refusal(with_line("[Result", f'[Rule "{rule}"]\n[Result'))
        assert line == 8
        assert "is not a field and one of its values" in told

    def test_tells_rules_that_do_not_fit_where_they_are_named(self):
        rule = '[Rule "ace.scores_scopa = true"]'
        line, told = refusal(with_line("[Result", f"{rule}\n[Result"))
        assert line == 7
        assert told.startswith("line 7: Rules: ace.scores_scopa: ")

    def test_tells_how_many_seats_there_must_be(self):
        told = "line 1: Seat: the rules seat 2, one tag for each seat from 0 on"
        assert refusal(without("Seat")) == (1, told)
        assert refusal(with_line('[Seat "1 b"]', '[Seat "2 b"]')) == (1, told)

    def test_takes_a_semicolon_in_a_name_for_no_comment(self):
        assert read_record(with_line('[Seat "0 a"]', '[Seat "0 a; b"]')).players == ("a; b", "b")

    def test_takes_a_match_that_ended_at_the_limit_of_deals(self):
        text = write_record(finished())
        ended = text.replace('[Result "', '[Ended "deal_limit"]\n[Result "')
        assert read_record(text).outcome.termination == "completed"
        record = read_record(ended)
        assert record.outcome.termination == "deal_limit"
        assert read_record(write_record(record)) == record
        assert '[Ended "deal_limit"]' in write_record(record)

    def test_refuses_another_end(self):
        text = write_record(finished()).replace('[Result "', '[Ended "late"]\n[Result "')
        assert refusal(text)[1] == "line 9: Ended: only deal_limit can stand here"
        ended = with_line('[Resigned "0"]', '[Resigned "0"]\n[Ended "deal_limit"]')
        assert refusal(ended) == (1, "line 1: a match ends in one way")
        text = write_record(one_deal()).replace("[Deal ", '[Ended "deal_limit"]\n[Deal ', 1)
        assert refusal(text) == (1, "line 1: Result: a match that goes on has no end")

    @pytest.mark.parametrize("end", ['[Score "0-0"]', '[Resigned "0"]'])
    def test_refuses_an_end_of_a_match_that_goes_on(self, end):
        text = write_record(one_deal()).replace('[Result "*"]', f'[Result "*"]\n{end}', 1)
        assert refusal(text) == (1, "line 1: Result: a match that goes on has no end")

    def test_takes_a_drawn_match_and_a_match_that_was_given_up(self):
        assert read_record(small()).outcome == engine.Outcome(1, "resigned", (0, 0))
        drawn = replace(finished(), outcome=engine.Outcome(None, "completed", (7, 7)))
        text = write_record(drawn)
        assert '[Result "="]' in text
        assert read_record(text) == drawn

    def test_refuses_a_side_or_a_seat_that_there_is_not(self):
        assert refusal(with_line('[Result "1"]', '[Result "2"]'))[0] == 8
        assert refusal(with_line('[Resigned "0"]', '[Resigned "2"]'))[0] == 10
        assert refusal(with_line('[Dealer "1"]', '[Dealer "2"]'))[0] == 13

    def test_refuses_a_seat_that_declares_and_is_not_there(self):
        tag = '[Table "2S 2B 3D 3C"]'
        for hand, good in [("1 low_hand 3 1D 2D 3D", True), ("2 low_hand 3 1D 2D 3D", False)]:
            text = with_line(tag, f'{tag}\n[Declared "{hand}"]')
            if good:
                assert len(read_record(text).deals[0].declared) == 1
            else:
                assert refusal(text) == (16, "line 16: Declared: 2 is not from 0 to 1")

    def test_refuses_an_unknown_declaration(self):
        tag = '[Table "2S 2B 3D 3C"]'
        line, told = refusal(with_line(tag, f'{tag}\n[Declared "1 royal 3 1D"]'))
        assert (line, told) == (
            16,
            'line 16: Declared: "royal" is none of low_hand, three_of_a_kind',
        )

    def test_tells_the_line_of_a_move_that_is_none(self):
        line, told = refusal(with_line("2D:2S", "2D:2X"))
        assert line == 17
        assert told == 'line 17: "2D:2X" is not a move: "2X" is not a card'

    def test_tells_the_first_card_of_a_move_that_is_none(self):
        told = 'line 17: "9X:8Y+2D" is not a move: "9X" is not a card'
        assert refusal(with_line("2D:2S", "9X:8Y+2D")) == (17, told)

    def test_tells_a_number_that_is_not_that_of_the_next_move(self):
        assert refusal(with_line("0.   1D", "1.   1D")) == (
            17,
            "line 17: 1. stands where move 0 is due",
        )
        again = read_record(with_line("1D    2D:2S", "1D 1. 2D:2S"))
        assert again == read_record(small())

    def test_counts_the_moves_of_the_deals_before(self):
        record = finished()
        text = write_record(record)
        assert read_record(text) == record
        assert read_record(text.replace("\n36. ", "\n")) == record
        assert "stands where move 36 is due" in refusal(text.replace("\n36. ", "\n0. "))[1]

    def test_takes_a_deal_without_moves_and_a_deal_thrown_in(self):
        void = tuple(map(engine.parse_card, with_table(["10D", "10C", "10S", "2B"], before=6)))
        log = [engine.DeckEntry(void), engine.DeckEntry(engine.DECK)]
        record = engine.record_match(CLASSIC, 1, log, players=["a", "b"])
        assert read_record(write_record(record)) == record
        assert [deal.void for deal in read_record(write_record(record)).deals] == [True, False]

    def test_refuses_moves_and_tags_where_they_cannot_stand(self):
        assert refusal("1D\n" + small()) == (1, "line 1: a move stands before the first deal")
        assert refusal(small() + '[Points "1-0"]\n') == (
            18,
            "line 18: a tag stands after the moves of its deal",
        )
        assert refusal(with_line('[Match "?"]', '[Pack "?"]'))[1] == (
            "line 2: there is no tag Pack here, but Scopa, Match, Date, Engine, Seat, Rules, Rule, "
            "Result, Score, Resigned, Ended"
        )
        assert refusal(with_line('[Dealer "1"]', '[Dealer "1"]\n[Dealer "1"]')) == (
            14,
            "line 14: the tag Dealer stands here twice",
        )

    @pytest.mark.parametrize(
        "tag", ["Scopa", "Match", "Date", "Engine", "Rules", "Result", "Score"]
    )
    def test_tells_a_tag_of_the_match_that_is_missing(self, tag):
        assert refusal(without(tag)) == (1, f"line 1: the tag {tag} is missing")

    @pytest.mark.parametrize("tag", ["Dealer", "Pack", "Table"])
    def test_tells_a_tag_of_a_deal_that_is_missing(self, tag):
        assert refusal(without(tag)) == (12, f"line 12: the tag {tag} is missing")

    def test_tells_all_tags_that_are_missing_at_once(self):
        told = "line 1: the tags Match, Date, Rules, Score are missing"
        assert refusal(without("Match", "Date", "Rules", "Score")) == (1, told)
        told = "line 1: the tags Scopa, Match, Date, Engine, Rules, Result are missing"
        assert refusal("") == (1, told)

    def test_tells_the_tags_that_are_missing_of_the_match_and_of_every_deal(self):
        text = without("Engine", "Pack", "Table") + '\n[Deal "2"]\n[Pack "?"]\n[Table "-"]\n'
        told = "the tag Engine is missing; line 11: the tags Pack, Table are missing"
        told = f"line 1: {told}; line 15: the tag Dealer is missing"
        assert refusal(text) == (1, told)

    def test_asks_for_no_score_while_the_match_goes_on(self):
        text = write_record(one_deal())
        assert '[Result "*"]' in text
        assert read_record(text).outcome is None

    def test_tells_of_another_format_before_it_asks_for_tags(self):
        assert refusal('[Scopa "2"]') == (1, "line 1: only format 1 can be read")

    @pytest.mark.parametrize("tag", ["Match", "Engine"])
    def test_refuses_an_empty_name_of_a_match_or_an_engine(self, tag):
        line, told = refusal(with_line(f'[{tag} "?"]', f'[{tag} ""]'))
        assert told == f"line {line}: {tag}: nothing stands here; what is not known is written ?"

    @pytest.mark.parametrize("day", DAYS)
    def test_takes_a_day(self, day):
        assert read_record(with_line('[Date "?"]', f'[Date "{day}"]')).date == day

    @pytest.mark.parametrize("day", NO_DAYS)
    def test_refuses_what_is_no_day(self, day):
        told = f'line 3: Date: "{day}" is not a day such as 2026-03-01, nor ?'
        assert refusal(with_line('[Date "?"]', f'[Date "{day}"]')) == (3, told)

    def test_knows_every_day_of_the_calendar_and_no_other(self):
        for year, month, day in product([1900, 1999, 2000, 2001, 2004], range(14), range(33)):
            text = f"{year}-{month:02}-{day:02}"
            if is_a_day(year, month, day):
                assert read_day(text) == text
            else:
                with pytest.raises(RecordUnreadable):
                    read_day(text)

    @pytest.mark.parametrize("hand", ["0", "0 low_hand", "0 low_hand 3"])
    def test_refuses_a_declared_hand_that_lacks_something(self, hand):
        tag = '[Table "2S 2B 3D 3C"]'
        told = "line 16: Declared: a hand is written as its seat, kind, points and cards"
        assert refusal(with_line(tag, f'{tag}\n[Declared "{hand}"]')) == (16, told)

    def test_cuts_short_what_it_refuses(self):
        tag = '[Table "2S 2B 3D 3C"]'
        told = refusal(with_line(tag, f'[Table "{"x" * 99}"]'))[1]
        assert told == f'line 15: Table: "{"x" * 59}… is not a card such as 7D or 10B'

    def test_refuses_another_mark_of_a_deal_thrown_in(self):
        text = with_line('[Table "', '[Void "no"]\n[Table "')
        assert refusal(text) == (15, "line 15: Void: only yes can stand here")
