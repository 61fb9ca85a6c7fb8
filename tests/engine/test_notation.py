"""Records: written and read without loss, and replayed up to the first thing that is wrong."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import engine
from games.engine import (
    DECK,
    PRESETS,
    DeckEntry,
    PlayEntry,
    RecordUnreadable,
    ResignEntry,
    decode_record,
    encode_record,
    first_difference,
    parse_card,
    read_record,
    record_match,
    without_packs,
    write_record,
)
from tests.engine.decks import with_table
from tests.engine.variants import combination

FORMS = {"text": (write_record, read_record), "json": (encode_record, decode_record)}
EVERY_RULE = list(PRESETS)


def cards(text):
    return tuple(map(parse_card, text.split()))


def some_log(rules, seed, limit=10_000, resigns=None):
    """Play at random for so many moves; return the first dealer and the log."""
    dice = random.Random(seed)
    fixed = rules.deal.first_dealer == "seat_0"
    first = 0 if fixed else dice.randrange(rules.table.players)
    state, log = engine.new_match(rules, first), []
    while state.outcome is None and (state.ply < limit or state.needs_deck):
        if state.needs_deck:
            deck = sorted(DECK, key=lambda card: dice.random() * (1 + card.rank * dice.random()))
            entry = DeckEntry(tuple(deck))
            step = engine.start_deal(state, entry.cards)
        else:
            entry = PlayEntry(state.turn, dice.choice(engine.legal_moves(state)))
            step = engine.apply(state, entry.seat, entry.move)
        log.append(entry)
        state = step.state
    if resigns is not None and state.outcome is None:
        log.append(ResignEntry(resigns % rules.table.players))
    return first, log


def recorded(rules, seed, limit=10_000, resigns=None, **more):
    first, log = some_log(rules, seed, limit, resigns)
    more.setdefault("players", [f"player {seat}" for seat in range(rules.table.players)])
    return record_match(rules, first, log, **more)


def one_deal(preset="scopa_classica", seed=1):
    return recorded(engine.resolve(preset), seed, limit=36)


def changed(record, number=0, **changes):
    """Return the record with one of its deals changed."""
    deals = list(record.deals)
    deals[number] = replace(deals[number], **changes)
    return replace(record, deals=tuple(deals))


def with_move(record, ply, **changes):
    moves = list(record.deals[0].moves)
    moves[ply] = replace(moves[ply], **changes)
    return changed(record, moves=tuple(moves))


limits = st.sampled_from([0, 1, 2, 5, 17, 30, 60, 10_000])
resigning = st.none() | st.integers(0, 5)


class TestRecord:
    @pytest.mark.parametrize("preset", EVERY_RULE)
    @settings(max_examples=10)
    @given(seed=st.integers(0, 2**32), limit=limits, resigns=resigning, hidden=st.booleans())
    def test_comes_back_as_it_was_written(self, preset, seed, limit, resigns, hidden):
        record = recorded(PRESETS[preset].rules, seed, limit, resigns)
        record = without_packs(record) if hidden else record
        for write, read in FORMS.values():
            written = write(record)
            assert read(written) == record
            assert write(read(written)) == written
        assert json.loads(json.dumps(encode_record(record))) == encode_record(record)

    @pytest.mark.parametrize("preset", EVERY_RULE)
    @settings(max_examples=10)
    @given(seed=st.integers(0, 2**32), limit=limits, resigns=resigning)
    def test_of_what_was_played_is_right_with_and_without_packs(self, preset, seed, limit, resigns):
        record = recorded(PRESETS[preset].rules, seed, limit, resigns)
        assert first_difference(record) is None
        assert first_difference(without_packs(record)) is None

    @settings(max_examples=10)
    @given(seed=st.integers(0, 2**32), limit=limits)
    def test_holds_rules_of_any_combination(self, seed, limit):
        preset, changes = combination(seed)
        record = recorded(engine.resolve(preset, changes), seed, limit)
        for write, read in FORMS.values():
            assert read(write(record)) == record
        assert first_difference(record) is None

    @given(
        names=st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=2, max_size=2)
    )
    def test_holds_any_name(self, names):
        record = recorded(engine.resolve("scopa_classica"), 1, 3, players=names)
        for write, read in FORMS.values():
            assert read(write(record)).players == tuple(names)

    def test_says_the_rules_without_naming_a_preset(self):
        record = one_deal("scopone_scientifico")
        text = write_record(record).replace("scopone_scientifico", "unheard_of")
        assert replace(read_record(text).rules, slug="scopone_scientifico") == record.rules

    def test_tells_of_a_deal_thrown_in_by_r2_4(self):
        rules = engine.resolve("scopa_classica")
        void = tuple(map(parse_card, with_table(["10D", "10C", "10S", "2B"], before=6)))
        log = [DeckEntry(void), DeckEntry(DECK)]
        record = record_match(rules, 1, log, players=["a", "b"])
        assert [(deal.number, deal.dealer, deal.void) for deal in record.deals] == [
            (1, 1, True),
            (1, 1, False),
        ]
        assert '[Void "yes"]' in write_record(record)
        assert first_difference(without_packs(record)) is None

    def test_tells_of_declarations_and_the_dealers_bonus(self):
        rules = engine.resolve("cirulla")
        hand, table = cards("2D 3D 4D"), cards("10D 10S 9C 1B")
        rest = [card for card in DECK if card not in (*hand, *table)]
        low = (*hand, *rest[:3], *table, *rest[3:])
        record = record_match(rules, 1, [DeckEntry(low)], players=["a", "b"])
        text = write_record(record)
        assert '[Declared "0 low_hand 3 2D 3D 4D"]' in text
        assert '[Bonus "2"]' in text
        assert first_difference(record) is None

    def test_without_packs_holds_no_card_that_was_not_seen(self):
        record = without_packs(recorded(engine.resolve("scopa_classica"), 4, 5))
        seen = {str(card) for card in record.deals[0].table}
        seen |= {str(move.card) for move in record.deals[0].moves}
        text = write_record(record)
        assert {str(card) for card in DECK if f"{card}" in text.partition("[Table")[2]} <= seen
        assert '[Pack "?"]' in text

    def test_is_written_in_full(self):
        rules = engine.resolve("scopa_classica", {"match.target": 21})
        log = [DeckEntry(DECK), PlayEntry(0, engine.Move(parse_card("1D"))), ResignEntry(1)]
        record = record_match(
            rules, 1, log, players=["Ada", 'B "the" C'], match="m1", date="2026-03-01", engine="2"
        )
        assert write_record(record).splitlines() == [
            '[Scopa "1"]',
            '[Match "m1"]',
            '[Date "2026-03-01"]',
            '[Engine "2"]',
            '[Seat "0 Ada"]',
            '[Seat "1 B \\"the\\" C"]',
            '[Rules "scopa_classica"]',
            '[Rule "match.target = 21"]',
            '[Result "0"]',
            '[Score "0-0"]',
            '[Resigned "1"]',
            "",
            '[Deal "1"]',
            '[Dealer "1"]',
            f'[Pack "{" ".join(map(str, DECK))}"]',
            '[Table "2S 2B 3D 3C"]',
            "",
            "0.   1D",
        ]


class TestMove:
    @pytest.mark.parametrize("text", ["5B", "7S:3D+4C", "7S:7D#", "10B:10D", "1D#"])
    def test_comes_back_as_it_was_written(self, text):
        assert engine.write_move(engine.read_move(text)) == text

    def test_takes_cards_in_any_order(self):
        assert engine.read_move("7S:4C+3D") == engine.read_move("7S:3D+4C")

    @pytest.mark.parametrize(
        "text",
        ["", "#", "7", "7X", "7S:", "7S+3D", "7S:3D+", "7S:3D:4C", "7S##", "7s", "07S", " 7S"],
    )
    def test_is_refused_when_it_is_none(self, text):
        with pytest.raises(RecordUnreadable):
            engine.read_move(text)


class TestReadingText:
    def test_takes_comments_blank_lines_tags_in_any_order_and_other_line_ends(self):
        record = one_deal()
        text = write_record(record)
        head, *rest = text.split("\n\n")
        head = "\n".join(sorted(head.splitlines(), key=lambda line: line.startswith("[Seat")))
        text = "; a comment\n\n" + "\n\n".join([head, *rest])
        text = text.replace("\n4. ", " ; said here\n\n4. ").replace("\n", "\r\n")
        assert read_record("\ufeff" + text) == record

    @pytest.mark.parametrize(
        ("old", "new", "line"),
        [
            ('[Scopa "1"]', '[Scopa "2"]', 1),
            ('[Scopa "1"]\n', "", 1),
            ('[Date "?"]', '[Date "?"', 3),
            ('[Date "?"]', "[Date ?]", 3),
            ('[Date "?"]', '[Date "a"b"]', 3),
            ('[Date "?"]', '[Date "\\x"]', 3),
            ('[Date "?"]', '[Date "?"]\n[Date "?"]', 4),
            ('[Date "?"]', '[Day "?"]', 3),
            ('[Seat "1 player 1"]\n', "", 1),
            ('[Seat "1 ', '[Seat "2 ', 1),
            ('[Seat "1 ', '[Seat "one ', 6),
            ('[Rules "scopa_classica"]', '[Rules "x"]\n[Rule "match.target = 0"]', 8),
            ('[Rules "scopa_classica"]', '[Rules "x"]\n[Rule "match.goal = 11"]', 8),
            ('[Rules "scopa_classica"]', '[Rules "x"]\n[Rule "match.mode = fixed_deals"]', 7),
            ('[Result "*"]', '[Result "2"]\n[Score "1-2"]', 8),
            ('[Result "*"]', '[Result "*"]\n[Score "1-2"]', 1),
            ('[Result "*"]', '[Result "0"]\n[Score "1"]', 9),
            ('[Result "*"]', '[Result "0"]', 1),
            ('[Result "*"]', '[Result "*"]\n0. 7D', 9),
            ('[Deal "1"]', '[Deal "-1"]', 10),
            ('[Deal "1"]', '[Deal "1"]\n[Deal "1"]', 10),
            ('[Deal "1"]', '[Deal "\u0661"]', 10),
            ('[Table "', '[Table "11D ', 13),
            ('[Table "', '[Bonus "0"]\n[Table "', 13),
            ('[Table "', '[Void "no"]\n[Table "', 13),
            ('[Table "', '[Declared "0 high_hand 3 7D"]\n[Table "', 13),
            ('[Table "', '[Declared "0"]\n[Table "', 13),
            ("\n4. ", "\n5. ", 17),
            ("\n4. ", "\n4. x ", 17),
            ("\n4. ", '\n[Points "1-1"]\n4. ', 17),
        ],
    )
    def test_refuses_what_is_no_record_and_names_the_line(self, old, new, line):
        record = one_deal()
        text = write_record(changed(record, points=None))
        assert old in text
        with pytest.raises(RecordUnreadable) as refusal:
            read_record(text.replace(old, new, 1))
        assert refusal.value.line == line

    @given(
        seed=st.integers(0, 50),
        place=st.integers(0, 10_000),
        junk=st.text(max_size=3),
        cut=st.integers(0, 3),
    )
    def test_of_a_damaged_record_ends_in_a_record_or_a_refusal(self, seed, place, junk, cut):
        text = write_record(one_deal(seed=seed % 3))
        place %= len(text)
        try:
            record = read_record(text[:place] + junk + text[place + cut :])
        except RecordUnreadable:
            return
        first_difference(record)
        assert read_record(write_record(record)) == record


class TestReadingJson:
    @pytest.mark.parametrize(
        "change",
        [
            lambda data: data.update(format=2),
            lambda data: data.update(extra=1),
            lambda data: data.pop("date"),
            lambda data: data.update(players=["a"]),
            lambda data: data.update(players=["a", 1]),
            lambda data: data["rules"].pop("match"),
            lambda data: data["rules"]["match"].update(target=0),
            lambda data: data["deals"][0].update(dealer=2),
            lambda data: data["deals"][0].update(void=0),
            lambda data: data["deals"][0].update(points=[1]),
            lambda data: data["deals"][0].update(table=["11D"]),
            lambda data: data["deals"][0]["moves"][3].update(ply=4),
            lambda data: data["deals"][0]["moves"][3].update(seat=5),
            lambda data: data["deals"][0]["moves"][3].update(card=7),
            lambda data: data.update(
                result={
                    "winner_side": 0,
                    "termination": "resigned",
                    "score": [0, 0],
                    "resigned_seat": None,
                }
            ),
        ],
    )
    def test_refuses_what_is_no_record(self, change):
        data = encode_record(one_deal())
        change(data)
        with pytest.raises(RecordUnreadable):
            decode_record(data)

    @pytest.mark.parametrize("data", [None, [], "x", 1, {}])
    def test_refuses_what_is_no_object_of_ours(self, data):
        with pytest.raises(RecordUnreadable):
            decode_record(data)


def finished():
    return recorded(engine.resolve("scopa_breve"), 5)


class TestReplay:
    """Planted differences are found where they are, with the clause that stands against them."""

    def found(self, record):
        difference = first_difference(record)
        assert difference is not None
        return difference.ply, difference.rule

    def test_finds_a_card_that_the_seat_does_not_hold_by_r3_1(self):
        record = one_deal()
        assert self.found(with_move(record, 7, card=record.deals[0].moves[2].card)) == (7, "R3.1")

    def test_finds_it_where_the_packs_are_not_known(self):
        record = without_packs(one_deal())
        assert self.found(with_move(record, 7, card=record.deals[0].moves[2].card)) == (7, "R3.1")

    def test_finds_a_card_laid_that_must_take_by_r3_5(self):
        record = one_deal()
        ply = next(n for n, move in enumerate(record.deals[0].moves) if move.capture)
        assert self.found(with_move(record, ply, capture=())) == (ply, "R3.5")

    def test_finds_a_card_taken_that_is_not_on_the_table_by_r3_7(self):
        record = one_deal()
        ply = next(n for n, move in enumerate(record.deals[0].moves) if not move.capture)
        taken = (record.deals[0].moves[-1].card,)
        assert self.found(with_move(record, ply, capture=taken)) == (ply, "R3.7")

    def test_finds_a_scopa_that_was_none_by_r4_1(self):
        record = one_deal()
        ply = next(n for n, move in enumerate(record.deals[0].moves) if not move.scopa)
        assert self.found(with_move(record, ply, scopa=True)) == (ply, "R4.1")

    def test_finds_a_wrong_score_of_a_deal_in_chapter_r6(self):
        record = one_deal()
        points = record.deals[0].points
        assert self.found(changed(record, points=(points[0] + 1, points[1]))) == (36, "R6")
        assert self.found(changed(record, points=None)) == (36, "R6")

    def test_finds_a_wrong_table_by_r2_3(self):
        record = one_deal()
        table = (record.deals[0].moves[0].card, *record.deals[0].table[1:])
        assert self.found(changed(record, table=table)) == (0, "R2.3")

    def test_finds_a_pack_that_is_none_by_r1_1(self):
        record = one_deal()
        pack = (record.deals[0].pack[1], *record.deals[0].pack[1:])
        assert self.found(changed(record, pack=pack)) == (0, "R1.1")

    def test_finds_a_wrong_dealer_by_r2_6(self):
        record = finished()
        dealer = 1 - record.deals[1].dealer
        assert self.found(changed(record, 1, dealer=dealer)) == (36, "R2.6")

    def test_finds_a_first_dealer_that_the_rules_do_not_allow_by_r2_1(self):
        record = one_deal()
        rules = engine.resolve("scopa_classica", {"deal.first_dealer": "seat_0"})
        record = changed(replace(record, rules=rules), dealer=1)
        assert self.found(record) == (0, "R2.1")

    def test_finds_a_deal_that_was_not_thrown_in_by_r2_4(self):
        assert self.found(changed(one_deal(), void=True)) == (0, "R2.4")

    def test_finds_a_bonus_that_there_was_not(self):
        assert self.found(changed(one_deal("cirulla", 3), bonus=1)) == (0, "R2.9")

    def test_finds_a_declaration_that_there_was_not_by_r10_1(self):
        record = one_deal("cirulla", 3)
        hand = engine.RecordedHand(0, "low_hand", 3, cards("1D 2D 3D"))
        _ply, rule = self.found(changed(record, declared=(*record.deals[0].declared, hand)))
        assert rule == "R10.1"
        assert self.found(changed(record, declared=(hand,)))[1] == "R10.1"

    def test_finds_a_deal_that_lacks_a_move_by_r7_1(self):
        record = one_deal()
        assert self.found(changed(record, moves=record.deals[0].moves[:-1])) == (35, "R7.1")

    def test_finds_a_deal_with_a_move_too_many_by_r2_2(self):
        record = one_deal()
        moves = record.deals[0].moves
        assert self.found(changed(record, moves=(*moves, moves[0]))) == (36, "R2.2")

    def test_finds_a_deal_after_the_end_by_r7_1(self):
        record = finished()
        plies = sum(len(deal.moves) for deal in record.deals)
        assert self.found(replace(record, deals=(*record.deals, record.deals[0]))) == (
            plies,
            "R7.1",
        )

    @pytest.mark.parametrize(
        ("change", "rule"),
        [
            ({"score": (50, 0)}, "R7.1"),
            ({"winner_side": None}, "R7.2"),
        ],
    )
    def test_finds_a_wrong_result(self, change, rule):
        record = finished()
        wrong = replace(record, outcome=replace(record.outcome, **change))
        assert self.found(wrong)[1] == rule

    def test_finds_a_result_of_a_match_that_goes_on_by_r7_1(self):
        record = replace(one_deal(), outcome=finished().outcome)
        assert self.found(record) == (36, "R7.1")
        assert self.found(replace(finished(), outcome=None))[1] == "R7.1"

    def test_finds_a_wrong_winner_after_a_resignation_by_r7_5(self):
        record = recorded(engine.resolve("scopa_classica"), 2, 9, resigns=0)
        assert self.found(replace(record, resigned=1)) == (9, "R7.5")

    @pytest.mark.parametrize("preset", EVERY_RULE)
    def test_yields_every_position(self, preset):
        record = recorded(PRESETS[preset].rules, 3)
        steps = list(engine.check_record(record))
        moves = [step.move for step in steps if step.move is not None]
        assert moves == [move for deal in record.deals for move in deal.moves]
        assert steps[-1].state.outcome == record.outcome
        assert all(step.knows_hands for step in steps)


class TestTheDocument:
    def text(self):
        page = Path(__file__).parents[2].joinpath("docs/notation.md").read_text(encoding="utf-8")
        return page.split("## An example")[1].split("```\n")[1]

    def test_shows_a_record_that_can_be_read_and_is_written_so(self):
        assert write_record(read_record(self.text())) == self.text()

    def test_shows_the_difference_that_it_names(self):
        difference = first_difference(read_record(self.text()))
        assert (difference.ply, difference.rule) == (3, "R4.1")
