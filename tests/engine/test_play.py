"""R2, R3, R4, R5 and R7 through the public functions: decks and moves in, states and events out."""

import dataclasses

import pytest

from games import engine
from games.engine import (
    Move,
    apply,
    legal_moves,
    new_match,
    parse_card,
    resign,
    resolve,
    start_deal,
)
from tests.engine.programs import EngineGame

PLAIN = tuple(engine.DECK)


def cards(text):
    return tuple(parse_card(name) for name in text.split())


def move(card, capture=None):
    return Move(parse_card(card), None if capture is None else cards(capture))


def by_path(changes):
    return {name.replace("__", "."): value for name, value in changes.items()}


def at(text, preset="scopa_classica", **changes):
    """Return the state at a position, with overrides such as match__target=3."""
    return EngineGame.at(preset, text, by_path(changes)).state


def deck_with(first, table):
    """Return a deck that puts these cards on the table, after so many in the hands."""
    wanted = cards(table)
    rest = [card for card in engine.DECK if card not in wanted]
    return (*rest[:first], *wanted, *rest[first:])


def dealt(preset="scopa_classica", first_dealer=0, deck=PLAIN, **changes):
    rules = resolve(preset, by_path(changes))
    return start_deal(new_match(rules, first_dealer), deck).state


def refusal(state, seat, wanted):
    with pytest.raises(engine.EngineError) as caught:
        apply(state, seat, wanted)
    return caught.value.code


class TestNewMatch:
    def test_waits_for_a_deck(self):
        state = new_match(resolve("scopa_in_tre"), 2)
        assert (state.needs_deck, state.turn, state.deal_number) == (True, None, 1)
        assert (state.first_dealer, state.dealer, state.scores) == (2, 2, (0, 0, 0))
        assert legal_moves(state) == ()

    @pytest.mark.parametrize("seat", [-1, 2, True, "0", None, 0.0, [0]])
    def test_refuses_a_first_dealer_who_has_no_seat(self, seat):
        with pytest.raises(engine.NoSuchSeat):
            new_match(resolve("scopa_classica"), seat)

    def test_lets_only_seat_0_deal_first_where_the_rules_say_so_r2_1(self):
        rules = resolve("scopa_classica", {"deal.first_dealer": "seat_0"})
        assert new_match(rules, 0).dealer == 0
        with pytest.raises(engine.FirstDealerFixed) as caught:
            new_match(rules, 1)
        assert caught.value.code == "first_dealer_fixed"


class TestStartDeal:
    def test_deals_whole_hands_from_the_dealers_right_then_the_table_r2_2_r2_3(self):
        deal = dealt("scopa_in_tre", first_dealer=1).deal
        hands = [engine.cards_in(hand) for hand in deal.hands]
        assert hands == [PLAIN[3:6], PLAIN[6:9], PLAIN[0:3]]
        assert engine.cards_in(deal.table) == PLAIN[9:13]
        assert deal.stock == PLAIN[13:]
        assert (deal.dealer, deal.turn, deal.number) == (1, 2, 1)

    @pytest.mark.parametrize(
        ("preset", "hand", "table"), [("scopone", 9, 4), ("scopone_scientifico", 10, 0)]
    )
    def test_deals_everything_at_once_in_scopone_r2_2(self, preset, hand, table):
        deal = dealt(preset, deck=PLAIN[::-1]).deal
        assert [held.bit_count() for held in deal.hands] == [hand] * 4
        assert (deal.table.bit_count(), deal.stock) == (table, ())

    @pytest.mark.parametrize("kings", ["10D 10C 10S 5B", "10D 10C 10S 10B"])
    def test_throws_in_three_or_more_kings_and_keeps_the_dealer_r2_4(self, kings):
        before = new_match(resolve("scopa_classica"), 1)
        step = start_deal(before, deck_with(6, kings))
        void = engine.VoidDeal(1, tuple(sorted(cards(kings))))
        assert step.events == (engine.DealVoided(void),)
        assert step.state == dataclasses.replace(before, voids=(void,))
        assert step.state.needs_deck

    def test_throws_in_as_often_as_it_takes_r2_4(self):
        state = new_match(resolve("scopa_classica"), 1)
        for _ in range(3):
            state = start_deal(state, deck_with(6, "10D 10C 10S 5B")).state
        state = start_deal(state, PLAIN).state
        assert (len(state.voids), state.deal.number, state.deal.dealer) == (3, 1, 1)

    def test_keeps_two_kings_r2_4(self):
        state = dealt(deck=deck_with(6, "10D 10C 3S 3B"))
        assert (state.voids, state.needs_deck) == ((), False)

    def test_keeps_three_kings_where_the_rule_is_off_r2_4(self):
        deck = deck_with(6, "10D 10C 10S 5B")
        assert not dealt(deck=deck, deal__redeal_kings_min=None).needs_deck

    def test_says_what_began(self):
        step = start_deal(new_match(resolve("scopa_classica"), 0), PLAIN)
        assert step.events == (engine.DealStarted(1, 0, PLAIN[6:10]),)

    def test_accepts_any_sequence_of_cards(self):
        before = new_match(resolve("scopa_classica"), 0)
        assert start_deal(before, list(PLAIN)) == start_deal(before, PLAIN)

    @pytest.mark.parametrize(
        "deck",
        [
            (),
            PLAIN[:-1],
            (*PLAIN, PLAIN[0]),
            (*PLAIN[:-1], PLAIN[0]),
            tuple(map(str, PLAIN)),
            (*PLAIN[:-1], None),
            None,
            40,
        ],
        ids=["empty", "39", "41", "twice", "names", "none inside", "none", "number"],
    )
    def test_refuses_a_deck_that_is_not_the_forty_cards_r1_1(self, deck):
        before = new_match(resolve("scopa_classica"), 0)
        with pytest.raises(engine.DeckInvalid) as caught:
            start_deal(before, deck)
        assert caught.value.code == "deck_invalid"

    def test_refuses_a_deck_while_a_deal_is_open(self):
        with pytest.raises(engine.DealNotDue) as caught:
            start_deal(dealt(), PLAIN)
        assert caught.value.code == "deal_not_due"

    def test_refuses_a_deck_after_the_end(self):
        with pytest.raises(engine.MatchOver):
            start_deal(resign(dealt(), 0).state, PLAIN)


class TestLegalMoves:
    def test_lists_cards_from_low_to_high_each_with_its_captures(self):
        state = at("T 4C 2B 5S 1D | 10D 6D 3C / *3 | stock *12")
        assert legal_moves(state) == (
            move("3C", "1D 2B"),
            move("6D", "1D 5S"),
            move("6D", "2B 4C"),
            move("10D", "1D 4C 5S"),
        )

    def test_lays_down_what_takes_nothing_r3_5(self):
        assert legal_moves(at("T 10C 5B | 2S / *3 | stock *12")) == (move("2S", ""),)

    def test_is_empty_between_deals_and_after_the_end(self):
        assert legal_moves(new_match(resolve("scopone"), 0)) == ()
        assert legal_moves(resign(dealt(), 0).state) == ()


class TestApply:
    def test_lays_a_card_down_r3_5(self):
        state = at("T 10C 5B | 2S 3S / *3 | stock *12")
        step = apply(state, 0, move("2S", ""))
        played = engine.PlayedMove(0, 0, parse_card("2S"), (), scopa=False, sole=True)
        assert step.events == (engine.CardPlayed(played),)
        assert step.state.deal.last_move == played
        assert engine.cards_in(step.state.deal.table) == cards("2S 5B 10C")
        assert (step.state.ply, step.state.turn) == (1, 1)

    def test_puts_capture_and_capturing_card_on_the_pile_r3_8(self):
        state = at("T 7C 4B 3S | 7D 2S / *3 | stock *12 | piles - / -")
        after = apply(state, 0, move("7D", "7C")).state.deal
        assert [engine.cards_in(pile) for pile in after.piles] == [cards("7D 7C"), ()]
        assert (after.last_capturer, after.scope) == (0, (0, 0))

    def test_counts_a_scopa_for_the_side_r4_1(self):
        state = at("T 4B | 4D 2S / *3 / *3 / *3 | stock *12 | turn 0", "scopa_a_coppie")
        step = apply(state, 0, move("4D"))
        assert step.state.deal.scope == (1, 0)
        assert step.state.deal.last_move.scopa

    def test_takes_captures_in_any_order_and_keeps_them_sorted(self):
        state = at("T 1D 2C 3S 4B | 10S 9C / *3 | stock *12")
        played = apply(state, 0, move("10S", "4B 1D 3S 2C")).state.deal.last_move
        assert played.capture == cards("1D 2C 3S 4B")

    def test_makes_the_only_capture_when_none_is_named_r3_6(self):
        played = apply(at("T 5C 3B 1C | 8D / *3 | stock *12"), 0, move("8D")).state.deal.last_move
        assert (played.capture, played.sole) == (cards("3B 5C"), True)

    def test_says_that_a_capture_was_one_of_several_r3_6(self):
        state = at("T 10C 10B | 10D / *3 | stock *12")
        played = apply(state, 0, move("10D", "10B")).state.deal.last_move
        assert (played.capture, played.scopa, played.sole) == (cards("10B"), False, False)

    def test_deals_new_hands_and_nothing_to_the_table_r2_5(self):
        state = at("T 2C | 10S / - | stock 1D 2D 3D 4D 5D 6D 7D | turn 0 | dealer 0")
        step = apply(state, 0, move("10S", ""))
        deal = step.state.deal
        assert [engine.cards_in(hand) for hand in deal.hands] == [
            cards("4D 5D 6D"),
            cards("1D 2D 3D"),
        ]
        assert engine.cards_in(deal.table) == cards("2C 10S")
        assert deal.stock == cards("7D")
        assert step.events[1:] == (engine.HandsDealt(1, 1),)

    def test_counts_a_scopa_with_the_last_card_of_a_round_r4_2(self):
        state = at("T 2C | 2S / - | stock *6 | turn 0 | dealer 0")
        assert apply(state, 0, move("2S")).state.deal.scope == (1, 0)

    def test_does_not_change_the_state_it_was_given(self):
        state = at("T 4B | 4D 2S / *3 | stock *12")
        before = engine.encode(state)
        apply(state, 0, move("4D"))
        assert engine.encode(state) == before


class TestTheLastCard:
    LAST = "T 4B | 4D / - | last 1 | turn 0 | dealer 0"

    def ended(self, text, card, preset="smazzata_singola", **changes):
        state = at(text, preset, **changes)
        return apply(state, 0, move(card))

    def test_makes_no_scopa_r4_2(self):
        step = self.ended(self.LAST, "4D")
        assert step.state.deals[0].scope == (0, 0)
        assert not step.state.deal.last_move.scopa

    def test_makes_one_where_the_rules_say_so_r4_2(self):
        step = self.ended(self.LAST, "4D", sweep__last_card_counts=True)
        assert step.state.deals[0].scope == (1, 0)

    def test_leaves_the_table_to_the_last_capturer_r5_1(self):
        step = self.ended("T 4B 7D | 9S / - | last 1 | turn 0 | piles *18 / *19", "9S")
        leftovers = [event for event in step.events if isinstance(event, engine.LeftoversTaken)]
        assert leftovers == [engine.LeftoversTaken(1, cards("4B 7D 9S"))]
        assert step.state.deals[0].settebello == 1
        assert step.state.deal.table == 0
        assert [pile.bit_count() for pile in step.state.deal.piles] == [18, 22]

    def test_leaves_the_table_to_nobody_when_nobody_captured_r5_2(self):
        step = self.ended("T 4B | 9S / - | turn 0 | piles - / -", "9S")
        assert step.state.deal.piles == (0, 0)
        assert not any(isinstance(event, engine.LeftoversTaken) for event in step.events)

    def test_leaves_nothing_where_it_takes_all_r5_1(self):
        step = self.ended(self.LAST, "4D")
        assert not any(isinstance(event, engine.LeftoversTaken) for event in step.events)

    def test_scores_and_ends_in_this_order(self):
        step = self.ended("T 4B 7D | 9S / - | last 1 | turn 0", "9S")
        assert [type(event).__name__ for event in step.events] == [
            "CardPlayed",
            "LeftoversTaken",
            "DealScored",
            "MatchEnded",
        ]
        assert step.events[-1].outcome == step.state.outcome
        assert (step.state.turn, step.state.needs_deck, step.state.deal_number) == (None, False, 1)

    def test_passes_the_deal_on_when_the_match_goes_on_r2_6(self):
        step = self.ended(self.LAST, "4D", "scopa_classica")
        state = step.state
        assert isinstance(step.events[-1], engine.DealScored)
        assert (state.outcome, state.deal, state.needs_deck) == (None, None, True)
        assert (state.dealer, state.deal_number, len(state.deals)) == (1, 2, 1)
        following = start_deal(state, PLAIN).state
        assert (following.deal.number, following.deal.dealer, following.turn) == (2, 1, 0)
        assert following.deal.last_move is None


class TestTheEndOfTheMatch:
    """The one pile takes all four points, so that the totals are known."""

    def ended(self, score, **changes):
        text = f"T - | 4D / - | last 0 | turn 0 | piles *39 / - | score {score}"
        return apply(at(text, **changes), 0, move("4D", "")).state

    def test_comes_when_the_only_leader_reaches_the_target_r7_2(self):
        assert self.ended("7 10").outcome == engine.Outcome(0, "completed", (11, 10))

    def test_does_not_come_before_the_target_r7_2(self):
        assert self.ended("6 10").outcome is None

    def test_goes_to_the_higher_total_of_two_over_the_target_r7_2(self):
        assert self.ended("8 13").outcome == engine.Outcome(1, "completed", (12, 13))

    def test_waits_while_the_lead_is_shared_r7_3(self):
        assert self.ended("8 12").outcome is None

    def test_draws_the_last_of_fixed_deals_where_the_rules_say_so_r7_4(self):
        fixed = {"match__mode": "fixed_deals", "match__deals": 1}
        assert self.ended("0 4", **fixed, match__tie="draw").outcome == engine.Outcome(
            None, "completed", (4, 4)
        )
        assert self.ended("0 4", **fixed).outcome is None

    def test_waits_for_the_last_of_fixed_deals_r7_4(self):
        assert self.ended("90 4", match__mode="fixed_deals", match__deals=2).outcome is None


REFUSED = [
    ("7D", "7C 7C", "duplicate_capture_card"),
    ("7D", "7C 5B", "capture_not_on_table"),
    ("7D", "7D", "capture_not_on_table"),
    ("7D", "", "capture_required"),
    ("7D", "4B 3S", "equal_card_first"),
    ("7D", "7C 3S", "capture_too_many"),
    ("7D", "4B", "capture_sum_mismatch"),
    ("8D", "1C", "capture_too_few"),
    ("8D", "4B 3S 1C 7C", "capture_too_many"),
    ("8D", "7C 3S", "capture_sum_mismatch"),
    ("8D", None, "ambiguous_capture"),
    ("2S", "1C", "capture_sum_mismatch"),
    ("2S", "3S", "capture_sum_mismatch"),
    ("9S", "7C", "card_not_in_hand"),
]


class TestRefusedMoves:
    STATE = at("T 7C 4B 3S 1C | 7D 8D 2S / *3 | stock *12")

    @pytest.mark.parametrize(("card", "capture", "code"), REFUSED)
    def test_have_their_own_code_r3_7(self, card, capture, code):
        assert refusal(self.STATE, 0, move(card, capture)) == code

    @pytest.mark.parametrize(
        ("seat", "wanted", "code"),
        [
            (1, move("9S", "7C 7C"), "not_your_turn"),
            (0, move("9S", "7C 7C"), "card_not_in_hand"),
            (0, move("7D", "7C 7C 5B"), "duplicate_capture_card"),
            (0, move("7D", "7C 5B"), "capture_not_on_table"),
            (0, move("8D", ""), "capture_required"),
        ],
    )
    def test_tell_the_first_fault_of_several_r3_7(self, seat, wanted, code):
        assert refusal(self.STATE, seat, wanted) == code

    def test_are_rule_errors(self):
        with pytest.raises(engine.RuleError):
            apply(self.STATE, 0, move("8D"))

    def test_have_no_deal_to_be_played_on(self):
        between = new_match(resolve("scopa_classica"), 0)
        assert refusal(between, 0, move("1D")) == "no_deal"

    def test_come_too_late_after_the_end(self):
        over = resign(self.STATE, 1).state
        assert refusal(over, 0, move("7D", "7C")) == "match_over"

    @pytest.mark.parametrize("seat", [-1, 2, 40, True, False, "0", None, 0.0, [0]])
    def test_may_come_from_no_seat_at_all(self, seat):
        assert refusal(self.STATE, seat, move("7D", "7C")) == "no_such_seat"

    @pytest.mark.parametrize(
        "wanted",
        [
            None,
            "7D",
            parse_card("7D"),
            ("7D", ()),
            Move("7D", ()),
            Move(None, None),
            Move(parse_card("7D"), "7C"),
            Move(parse_card("7D"), ["7C"]),
            Move(parse_card("7D"), [parse_card("7C")]),
            Move(parse_card("7D"), ("7C",)),
            Move(parse_card("7D"), (None,)),
            Move(parse_card("7D"), 64),
            Move(parse_card("7D"), parse_card("7C")),
        ],
        ids=repr,
    )
    def test_may_be_no_moves_at_all(self, wanted):
        assert refusal(self.STATE, 0, wanted) == "invalid_move"


class TestResign:
    def test_gives_the_match_to_the_other_side_at_the_counted_score_r7_5(self):
        step = resign(at("T 4B | 4D / *3 | score 3 9"), 1)
        assert step.state.outcome == engine.Outcome(0, "resigned", (3, 9))
        assert step.events == (engine.MatchEnded(step.state.outcome),)

    def test_gives_the_match_to_the_other_pair_r7_5(self):
        assert resign(dealt("scopone"), 2).state.outcome.winner_side == 1

    @pytest.mark.parametrize(("score", "winner"), [("9 4 2", 1), ("9 4 4", None), ("0 0 1", 2)])
    def test_gives_it_to_the_only_leader_of_the_others_r7_5(self, score, winner):
        state = at(f"T 4B | 4D / *3 / *3 | score {score}", "scopa_in_tre")
        assert resign(state, 0).state.outcome.winner_side == winner

    def test_needs_neither_the_turn_nor_an_open_deal(self):
        assert resign(new_match(resolve("scopa_classica"), 0), 0).state.outcome.winner_side == 1
        assert resign(dealt(), 0).state.outcome.winner_side == 1

    def test_needs_no_deck_any_more(self):
        over = resign(new_match(resolve("scopa_classica"), 0), 0).state
        assert (over.deal, over.needs_deck) == (None, False)

    def test_keeps_the_deal_as_it_stood(self):
        state = dealt()
        assert resign(state, 0).state.deal == state.deal
        assert resign(state, 0).state.turn is None

    def test_is_refused_after_the_end(self):
        over = resign(dealt(), 0).state
        with pytest.raises(engine.MatchOver):
            resign(over, 1)

    @pytest.mark.parametrize("seat", [-1, 2, True, None, "0"])
    def test_is_refused_to_no_seat(self, seat):
        with pytest.raises(engine.NoSuchSeat):
            resign(dealt(), seat)


class TestStates:
    def test_cannot_be_changed(self):
        state = dealt()
        with pytest.raises(dataclasses.FrozenInstanceError):
            state.ply = 3
        with pytest.raises(dataclasses.FrozenInstanceError):
            state.deal.table = 0

    def test_compare_and_hash_by_value(self):
        assert dealt() == dealt()
        assert len({dealt(), dealt()}) == 1
