"""What a seat may know: its own hand, and nothing else that is hidden."""

import dataclasses
import random

import pytest

from games import engine
from games.engine import PRESETS, apply, legal_moves, new_match, resign, start_deal, view


def shuffled(seed):
    deck = list(engine.DECK)
    random.Random(seed).shuffle(deck)
    return deck


def somewhere(preset="scopa_classica", plies=8, seed=1):
    """Return a state in the middle of the first deal, or of the second where plies are many."""
    dice = random.Random(seed)
    state = new_match(PRESETS[preset].rules, 0)
    for _ in range(plies):
        while state.needs_deck:
            state = start_deal(state, shuffled(dice.random())).state
        state = apply(state, state.turn, dice.choice(legal_moves(state))).state
    return state


def cards_inside(value):
    """Yield every card in a value, however deep."""
    if isinstance(value, engine.Card):
        yield value
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from cards_inside(getattr(value, field.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from cards_inside(item)


class TestView:
    @pytest.mark.parametrize("preset", PRESETS)
    @pytest.mark.parametrize("plies", [0, 5, 17])
    def test_shows_no_hidden_card_to_anyone(self, preset, plies):
        state = start_deal(new_match(PRESETS[preset].rules, 0), shuffled(3)).state
        state = somewhere(preset, plies) if plies else state
        for seat in [None, *range(state.rules.table.players)]:
            shown = set(cards_inside(view(state, seat)))
            hidden = set(state.deal.stock)
            for other, hand in enumerate(state.deal.hands):
                hidden |= set(engine.cards_in(hand)) if other != seat else set()
            declared = {card for each in state.deal.declared for card in each.cards}
            assert not shown & (hidden - declared)

    def test_shows_a_seat_its_own_hand(self):
        state = somewhere()
        for seat in (0, 1):
            assert view(state, seat).deal.hand == engine.cards_in(state.deal.hands[seat])

    def test_shows_legal_moves_only_on_the_seats_own_turn(self):
        state = somewhere()
        assert view(state, state.turn).legal_moves == legal_moves(state) != ()
        assert view(state, 1 - state.turn).legal_moves == ()

    def test_shows_a_spectator_no_hand_and_no_moves(self):
        shown = view(somewhere(), None)
        assert (shown.seat, shown.deal.hand, shown.legal_moves) == (None, (), ())

    def test_counts_what_it_does_not_show(self):
        state = somewhere("scopa_a_coppie", 10)
        shown = view(state, 0).deal
        assert shown.hand_counts == tuple(hand.bit_count() for hand in state.deal.hands)
        assert shown.stock_count == len(state.deal.stock)
        assert [pile.side for pile in shown.piles] == [0, 1]
        assert [pile.count for pile in shown.piles] == [p.bit_count() for p in state.deal.piles]
        assert [pile.scope for pile in shown.piles] == list(state.deal.scope)
        known = len(shown.table) + shown.stock_count + sum(shown.hand_counts)
        assert known + sum(pile.count for pile in shown.piles) == 40

    def test_shows_what_everybody_saw(self):
        state = somewhere(plies=50)
        shown = view(state, 1)
        assert shown.scores == state.scores
        assert shown.deals == state.deals != ()
        assert (shown.ply, shown.turn, shown.rules) == (50, state.turn, state.rules)
        assert shown.deal.table == engine.cards_in(state.deal.table)
        assert shown.deal.last_move == state.deal.last_move

    def test_names_the_side_of_the_last_capture(self):
        state = somewhere("scopone", 12)
        assert view(state, 0).deal.last_capture_side == state.deal.last_capturer % 2

    def test_has_no_deal_between_deals(self):
        shown = view(new_match(PRESETS["scopone"].rules, 0), 2)
        assert (shown.deal, shown.turn, shown.legal_moves) == (None, None, ())

    def test_hides_hands_after_a_resignation_too(self):
        state = resign(somewhere(), 0).state
        shown = view(state, 1)
        assert shown.outcome == state.outcome
        assert shown.legal_moves == ()
        assert not set(cards_inside(shown)) & set(engine.cards_in(state.deal.hands[0]))

    @pytest.mark.parametrize("seat", [-1, 2, True, "0", 0.0])
    def test_refuses_a_seat_that_does_not_exist(self, seat):
        with pytest.raises(engine.NoSuchSeat):
            view(somewhere(), seat)
