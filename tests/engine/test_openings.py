"""R2.7 to R2.9, R1.3, R5.3: tables that bring something about, six players, leftovers."""

import pytest

from games import engine
from tests.engine.standing import cards, happened, mask, play, standing

LAST = {"last_capturer": 1, "piles": ["", "9D"]}


def deck_with(rules, table):
    """Return a deck that puts these cards on the table, the others in their order."""
    before = rules.table.players * rules.deal.hand_size
    others = [card for card in engine.DECK if card not in cards(table)]
    return (*others[:before], *cards(table), *others[before:])


def opened(preset, table, changes=None, first_dealer=0):
    """Return the step that deals this table."""
    rules = engine.resolve(preset, changes or {})
    return engine.start_deal(engine.new_match(rules, first_dealer), deck_with(rules, table))


class TestRedealForAces:
    @pytest.mark.parametrize(
        ("least", "table", "void"),
        [
            (2, "1D 1C 5S 6B", True),
            (2, "1D 1C 1S 6B", True),
            (2, "1D 9C 5S 6B", False),
            (1, "1D 9C 5S 6B", True),
            (1, "2D 9C 5S 6B", False),
            (None, "1D 1C 5S 6B", False),
        ],
    )
    def test_happens_for_so_many_on_the_table_r2_7(self, least, table, void):
        changes = {"deal.redeal_aces_min": least, "deal.redeal_kings_min": None}
        step = opened("scopa_assi", table, changes)
        assert step.state.needs_deck is void
        assert (step.state.dealer, step.state.deal_number) == (0, 1)
        assert [set(each.table) for each in step.state.voids] == [set(cards(table))] * void

    def test_stands_beside_the_redeal_for_kings_r2_7(self):
        changes = {"deal.redeal_aces_min": 1}
        assert opened("scopa_assi", "10D 10C 10S 6B", changes).state.needs_deck

    @pytest.mark.parametrize("table", ["1D 1C 3S 10B", "1D 1C 6S 7B"])
    def test_gives_way_to_the_dealers_bonus_r2_7(self, table):
        step = opened("cirulla", table)
        assert [event.scope for event in happened(step, engine.DealerBonus)] == [1]

    def test_shows_no_hand_that_could_have_been_declared(self):
        step = opened("cirulla", "1D 1C 5S 6B")
        assert step.state.needs_deck
        assert happened(step, engine.HandDeclared) == []


class TestDealersBonus:
    @pytest.mark.parametrize(
        ("preset", "table", "scope"),
        [
            ("escoba", "1D 2C 5S 7B", 1),
            ("escoba", "8D 7C 6S 9B", 2),
            ("escoba", "10D 10C 9S 1B", 0),
            ("escoba", "1D 2C 5S 8B", 0),
            ("escoba", "7D 8C 2S 3B", 0),
            ("cirulla", "1D 2C 5S 7B", 1),
            ("cirulla", "8D 7S 6S 9B", 2),
            ("cirulla", "10D 10C 9S 1B", 2),
            ("cirulla", "2D 2C 5S 7B", 0),
            ("scopa_quindici", "1D 2C 5S 7B", 0),
            ("scopa_classica", "1D 2C 5S 7B", 0),
        ],
    )
    def test_is_made_with_the_opening_table_r2_8_r2_9(self, preset, table, scope):
        step = opened(preset, table, first_dealer=1)
        deal = step.state.deal
        assert deal.dealer_bonus == scope
        assert deal.scope == (0, scope)
        assert deal.table == (0 if scope else mask(table))
        assert deal.piles == (0, mask(table) if scope else 0)
        assert deal.last_capturer == (1 if scope else None)

    def test_is_told_after_the_table_that_was_dealt_r2_8(self):
        step = opened("escoba", "1D 2C 5S 7B", first_dealer=1)
        started, bonus = step.events
        assert set(started.table) == set(cards("1D 2C 5S 7B"))
        assert bonus == engine.DealerBonus(1, 1, started.table)

    def test_leaves_the_next_player_to_lay_a_card_r2_8(self):
        state = opened("escoba", "1D 2C 5S 7B", first_dealer=1).state
        assert state.turn == 0
        assert all(move.capture == () for move in engine.legal_moves(state))

    def test_is_the_partners_too_in_teams_r2_9(self):
        pairs = {"table.players": 4, "table.sides": "teams"}
        state = opened("cirulla", "8D 7S 6S 9B", pairs, first_dealer=2).state
        assert (state.deal.scope, state.deal.last_capturer) == ((2, 0), 2)

    @pytest.mark.parametrize(
        ("table", "scope"),
        [
            ("7C 2D 2C 1S", 1),
            ("7C 4D 5C 5S", 1),
            ("7C 2D 1D 1S", 0),
            ("7C 5D 5C 5S", 0),
            ("7C 9D 6C 5S", 2),
            ("7C 10D 10C 9S", 2),
            ("7C 10D 10C 10S", 0),
            ("7C 8D 6C 5S", 0),
        ],
    )
    def test_counts_the_wild_seven_as_any_card_r10_4(self, table, scope):
        assert opened("cirulla", table).state.deal is None or (
            opened("cirulla", table).state.deal.dealer_bonus == scope
        )
        if scope:
            assert opened("cirulla", table).state.deal.table == 0

    def test_counts_no_seven_as_wild_unless_the_rules_say_so_r10_4(self):
        tame = {"declarations.wild": None}
        assert opened("cirulla", "7C 2D 2C 5S", tame).state.deal.dealer_bonus == 0
        assert opened("cirulla", "7C 2D 2C 4S", tame).state.deal.dealer_bonus == 1

    def test_is_shown_in_the_score_r2_8(self):
        state = standing(
            "escoba", "", "4C", turn=0, dealer=0, scope=(2, 0), dealer_bonus=1, last_capturer=0
        )
        score = play(state, "4C").state.deals[0]
        assert score.scope == (2, 0)
        assert score.detail.dealer_bonus == (1, 0)


class TestSixPlayers:
    @pytest.mark.parametrize(("changes", "sides"), [({}, 2), ({"table.sides": "solo"}, 6)])
    def test_play_two_rounds_of_three_cards_r1_3_r1_4(self, changes, sides):
        state = opened("scopa_in_sei", "1D 2C 5S 7B", changes, first_dealer=4).state
        assert state.turn == 5
        assert [hand.bit_count() for hand in state.deal.hands] == [3] * 6
        assert (len(state.deal.stock), len(state.deal.piles)) == (18, sides)

    def test_can_hold_six_cards_in_teams_r2_2(self):
        state = opened("scopa_in_sei", "1D 2C 5S 7B", {"deal.hand_size": 6}).state
        assert [hand.bit_count() for hand in state.deal.hands] == [6] * 6
        assert state.deal.stock == ()

    def test_share_piles_by_trios_r1_4(self):
        state = standing("scopa_in_sei", "7C 2D", "", "", "", "", "7D 3C", "4C", turn=4)
        assert play(state, "7D").state.deal.piles == (mask("7C 7D"), 0)


class TestLeftovers:
    def test_go_to_the_dealer_where_the_rules_say_so_r5_3(self):
        dealer = {"leftovers.to": "dealer"}
        step = play(
            standing("scopa_classica", "7C 2D", "8C", dealer=0, changes=dealer, **LAST), "8C"
        )
        taken = happened(step, engine.LeftoversTaken)
        assert [(event.seat, set(event.cards)) for event in taken] == [(0, set(cards("7C 2D 8C")))]
        assert step.state.deals[0].detail.cards == (3, 1)

    def test_go_to_the_last_seat_that_captured_otherwise_r5_1(self):
        step = play(standing("scopa_classica", "7C 2D", "8C", dealer=0, **LAST), "8C")
        assert [event.seat for event in happened(step, engine.LeftoversTaken)] == [1]
        assert step.state.deals[0].detail.cards == (0, 4)

    def test_go_to_nobody_where_nobody_captured_r5_2(self):
        free = {"capture.mandatory": False, "match.mode": "fixed_deals", "match.deals": 1}
        changes = {**free, "match.tie": "draw"}
        step = play(standing("scopa_classica", "7C 2D", "7D", changes=changes), "7D", "")
        assert happened(step, engine.LeftoversTaken) == []
        assert step.state.deal.table == mask("7C 2D 7D")
        assert step.state.deals[0].detail.cards == (0, 0)
        assert step.state.outcome.winner_side is None

    def test_go_to_the_dealer_even_where_nobody_captured_r5_3(self):
        changes = {"capture.mandatory": False, "leftovers.to": "dealer"}
        step = play(standing("scopa_classica", "7C 2D", "7D", changes=changes), "7D", "")
        assert step.state.deals[0].detail.cards == (0, 3)


class TestWorthlessScope:
    def test_are_counted_but_score_nothing_r4_3(self):
        changes = {"sweep.points": 0}
        state = standing("scopa_classica", "7C", "7D", "4C", changes=changes, scope=(0, 3))
        state = play(state, "7D").state
        assert state.deal.scope == (1, 3)
        score = play(state, "4C").state.deals[0]
        assert (score.scope, score.points) == ((1, 3), (3, 0))
