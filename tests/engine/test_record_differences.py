"""A difference found in a record says all of it: where, by which clause, what, and both sides."""

from dataclasses import replace

import pytest

from games import engine
from games.engine import RecordDifference, check_record, first_difference, without_packs
from tests.engine.test_notation import changed, finished, one_deal, recorded, with_move

CLASSIC = engine.resolve("scopa_classica")
FIXED = engine.resolve("scopa_classica", {"deal.first_dealer": "seat_0"})


def told(record):
    """Return ply, clause, name, what is written, and what is so; of an error its type."""
    found = first_difference(record)
    assert type(found) is RecordDifference
    is_error = isinstance(found.replayed, engine.EngineError)
    replayed = type(found.replayed) if is_error else found.replayed
    return found.ply, found.rule, found.what, found.recorded, replayed


def first_capture(record, scopa=False):
    moves = record.deals[0].moves
    return next(ply for ply, move in enumerate(moves) if move.capture and move.scopa == scopa)


class TestDifference:
    def test_in_a_move_is_the_move_and_the_refusal(self):
        record = one_deal()
        card = record.deals[0].moves[2].card
        wrong = with_move(record, 7, card=card)
        move = wrong.deals[0].moves[7]
        assert told(wrong) == (7, "R3.1", "move", move, engine.CardNotInHand)

    def test_in_a_scopa_is_whether_it_was_one(self):
        record = one_deal()
        ply = first_capture(record)
        assert told(with_move(record, ply, scopa=True)) == (ply, "R4.1", "scopa", True, False)

    def test_in_the_points_of_a_deal_is_both(self):
        record = one_deal()
        points = record.deals[0].points
        wrong = (points[0] + 1, points[1])
        assert told(changed(record, points=wrong)) == (36, "R6", "points", wrong, points)

    def test_in_points_before_the_end_of_the_deal_is_that_there_are_none(self):
        record = recorded(CLASSIC, 1, limit=9)
        assert told(changed(record, points=(1, 0))) == (9, "R7.1", "points", (1, 0), None)

    def test_in_the_table_is_both_in_the_order_of_the_cards(self):
        record = one_deal()
        table = record.deals[0].table
        wrong = (record.deals[0].moves[0].card, *table[1:])
        written, so = tuple(sorted(wrong)), tuple(sorted(table))
        assert told(changed(record, table=wrong)) == (0, "R2.3", "table", written, so)

    def test_is_none_where_the_table_is_written_in_another_order(self):
        record = one_deal()
        assert first_difference(changed(record, table=record.deals[0].table[::-1])) is None

    def test_in_a_pack_is_the_deal_and_the_refusal(self):
        record = one_deal()
        pack = (record.deals[0].pack[1], *record.deals[0].pack[1:])
        assert told(changed(record, pack=pack)) == (0, "R1.1", "deal", 1, engine.DeckInvalid)

    def test_in_the_number_of_a_deal_is_both(self):
        record = one_deal()
        wrong = replace(record, deals=(replace(record.deals[0], number=2),))
        assert told(wrong) == (0, "R2.6", "number", 2, 1)

    def test_in_the_dealer_is_both(self):
        record = finished()
        dealer = record.deals[1].dealer
        wrong = changed(record, 1, dealer=1 - dealer)
        assert told(wrong) == (36, "R2.6", "dealer", 1 - dealer, dealer)

    def test_in_the_first_dealer_is_the_seat_and_the_refusal(self):
        wrong = changed(replace(one_deal(), rules=FIXED), dealer=1)
        assert told(wrong) == (0, "R2.1", "dealer", 1, engine.FirstDealerFixed)

    def test_in_the_first_dealer_leaves_a_position_of_the_first_seat(self):
        wrong = changed(replace(one_deal(), rules=FIXED), dealer=1)
        (step,) = check_record(wrong)
        assert step.state == engine.new_match(FIXED, 0)
        assert (step.events, step.deal, step.move) == ((), None, None)

    @pytest.mark.parametrize(
        ("preset", "changes", "rule"),
        [
            ("scopa_classica", {}, "R2.4"),
            ("scopa_assi", {"deal.redeal_aces_min": 1}, "R2.7"),
        ],
    )
    def test_in_a_deal_thrown_in_is_by_the_clause_of_the_rules(self, preset, changes, rule):
        record = recorded(engine.resolve(preset, changes), 5, limit=3)
        number = next(number for number, deal in enumerate(record.deals) if not deal.void)
        assert told(changed(record, number, void=True)) == (0, rule, "void", True, False)

    @pytest.mark.parametrize(("preset", "rule"), [("escoba", "R2.8"), ("cirulla", "R2.9")])
    def test_in_a_bonus_is_by_the_clause_of_the_rules(self, preset, rule):
        record = recorded(engine.resolve(preset), 3, limit=3)
        number = next(n for n, deal in enumerate(record.deals) if not deal.void and not deal.bonus)
        assert told(changed(record, number, bonus=1)) == (0, rule, "bonus", 1, 0)

    def test_in_the_winner_is_both_by_what_ended_the_match(self):
        record = finished()
        outcome = record.outcome
        wrong = replace(record, outcome=replace(outcome, winner_side=None))
        assert told(wrong)[1:] == ("R7.2", "winner", None, outcome.winner_side)
        record = recorded(CLASSIC, 2, limit=9, resigns=0)
        wrong = replace(record, outcome=replace(record.outcome, winner_side=0))
        assert told(wrong) == (9, "R7.5", "winner", 0, 1)

    def test_in_the_score_is_both(self):
        record = finished()
        wrong = replace(record, outcome=replace(record.outcome, score=(50, 0)))
        assert told(wrong)[1:] == ("R7.1", "score", (50, 0), record.outcome.score)

    def test_in_the_end_is_what_is_written_and_what_is_so(self):
        record = finished()
        assert told(replace(record, outcome=None))[1:] == ("R7.1", "result", None, record.outcome)
        wrong = replace(one_deal(), outcome=record.outcome)
        assert told(wrong) == (36, "R7.1", "result", record.outcome, None)

    def test_in_a_hand_that_nobody_declared_is_the_hand_before_the_points(self):
        record = recorded(CLASSIC, 1, limit=9)
        hand = engine.RecordedHand(0, "low_hand", 3, engine.DECK[:3])
        wrong = changed(record, declared=(hand,), points=(1, 0))
        assert told(wrong) == (9, "R10.1", "declared", (hand,), ())

    def test_in_the_way_a_match_ended_is_both_r7_8(self):
        record = finished()
        wrong = replace(record, outcome=replace(record.outcome, termination="deal_limit"))
        assert told(wrong)[1:] == ("R7.8", "termination", "deal_limit", "completed")

    def test_in_a_resignation_is_the_seat_and_the_refusal(self):
        wrong = replace(finished(), resigned=1)
        assert told(wrong)[1:] == ("R7.1", "resigned", 1, engine.MatchOver)

    def test_ends_the_replay(self):
        record = finished()
        wrong = with_move(record, 5, scopa=True)
        assert not record.deals[0].moves[5].scopa
        steps = list(check_record(wrong))
        assert [step.difference is None for step in steps] == [True] * 6 + [False]


class TestStep:
    def test_knows_the_hands_where_the_pack_is_known(self):
        record = recorded(CLASSIC, 2, limit=9, resigns=0)
        assert [step.knows_hands for step in check_record(record)] == [True] * 11
        assert [step.knows_hands for step in check_record(without_packs(record))] == [False] * 11

    def test_of_a_match_without_a_deal_is_the_resignation_alone(self):
        record = engine.record_match(FIXED, 0, [engine.ResignEntry(1)], players=["a", "b"])
        (step,) = check_record(record)
        assert step.state.outcome.winner_side == 0
        assert not step.knows_hands
        assert (step.deal, step.move, step.difference) == (None, None, None)

    def test_is_none_in_a_match_that_was_not_begun(self):
        record = engine.record_match(FIXED, 0, [], players=["a", "b"])
        assert list(check_record(record)) == []
        assert first_difference(record) is None

    def test_shows_the_deal_the_move_and_the_events(self):
        record = recorded(CLASSIC, 2, limit=9, resigns=0)
        opened, *played, over = check_record(record)
        (deal,) = record.deals
        assert [type(event) for event in opened.events] == [engine.DealStarted]
        assert (opened.deal, opened.move) == (deal, None)
        assert [step.move for step in played] == list(deal.moves)
        assert {step.deal for step in played} == {deal}
        assert all(isinstance(step.events[0], engine.CardPlayed) for step in played)
        assert [step.state.ply for step in played] == list(range(1, 10))
        assert (over.deal, over.move, over.state.outcome) == (deal, None, record.outcome)
        assert [type(event) for event in over.events] == [engine.MatchEnded]

    def test_of_a_deal_that_is_refused_is_the_position_before_it(self):
        record = finished()
        pack = (record.deals[1].pack[1], *record.deals[1].pack[1:])
        wrong = changed(record, 1, pack=pack)
        *before, last = check_record(wrong)
        assert [step.difference for step in before] == [None] * 37
        assert (last.state, last.events, last.move) == (before[-1].state, (), None)
        assert last.deal == wrong.deals[1]

    def test_of_a_move_that_is_refused_is_the_position_before_it(self):
        record = one_deal()
        ply = first_capture(record)
        wrong = with_move(record, ply, capture=())
        *before, last = check_record(wrong)
        assert len(before) == ply + 1
        assert (last.state, last.events, last.deal) == (before[-1].state, (), wrong.deals[0])
        assert last.move == wrong.deals[0].moves[ply]

    def test_of_a_resignation_that_is_refused_is_the_end(self):
        record = finished()
        *before, last = check_record(replace(record, resigned=1))
        assert (last.state, last.events) == (before[-1].state, ())
        assert (last.deal, last.move) == (record.deals[-1], None)

    def test_of_what_is_left_over_is_the_position_at_the_end_of_the_deal(self):
        record = recorded(CLASSIC, 1, limit=9)
        wrong = changed(record, points=(1, 0))
        *before, last = check_record(wrong)
        assert (last.state, last.events) == (before[-1].state, ())
        assert (last.deal, last.move) == (wrong.deals[0], None)

    def test_of_an_end_that_is_not_so_is_the_last_position(self):
        record = finished()
        *before, last = check_record(replace(record, outcome=None))
        assert (last.state, last.events) == (before[-1].state, ())
        assert (last.deal, last.move) == (record.deals[-1], None)
        assert len(before) == sum(1 + len(deal.moves) for deal in record.deals)
