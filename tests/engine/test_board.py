"""The board that a search moves on, where the public functions cannot show it all."""

import random

import pytest

from games import engine
from games.engine.board import Board
from games.engine.captures import first_two
from games.engine.taking import taking_of
from tests.engine.standing import cards, mask, standing


def deck_of(known):
    """Return a deck that begins with these cards."""
    first = cards(known)
    return (*first, *(card for card in engine.DECK if card not in first))


class TestOpenedBoard:
    @pytest.mark.parametrize("opening", ["free", "no_sweep", "forbidden"])
    def test_lets_the_first_ace_do_what_the_rules_let_it_r9_5(self, opening):
        rules = engine.resolve("asso_piglia_tutto", {"ace.opening": opening})
        deck = deck_of("1D 9C 9S 8D 8C 8S 7C 5S 2B 4D")
        state = engine.start_deal(engine.new_match(rules, 1), deck).state
        moves = Board.opened(rules, 1, 1, deck).moves()
        expected = engine.legal_moves(state)
        assert moves == [(move.card.mask, engine.mask_of(move.capture)) for move in expected]
        ace = {"free": [mask("7C 5S 2B 4D")], "no_sweep": [0], "forbidden": []}
        assert [taken for card, taken in moves if card == mask("1D")] == ace[opening]


class TestDeclarations:
    def test_come_in_the_order_in_which_the_seats_play_r10_1(self):
        rules = engine.resolve("cirulla", {"table.players": 4})
        deck = deck_of("2D 3C 4S 5D 5C 5S 6D 6C 6S 8D 8C 9S 10D 10C 8S 8B")
        step = engine.start_deal(engine.new_match(rules, 1), deck)
        assert [declared.seat for declared in step.state.deal.declared] == [2, 3, 0]
        assert [event.seat for event in step.events[1:]] == [2, 3, 0]

    def test_do_not_keep_the_wild_seven_back_as_another_card_than_an_ace_r9_5(self):
        rules = engine.resolve("cirulla", {"ace.opening": "forbidden"})
        deck = deck_of("7C 4D 4S 8C 9S 10B 9D 9C 6S 6B")
        state = engine.start_deal(engine.new_match(rules, 1), deck).state
        assert {str(move.card) for move in engine.legal_moves(state)} == {"7C", "4D", "4S"}

    def test_make_the_seven_wild_in_the_next_hands_too_r10_4(self):
        rules = engine.resolve("cirulla")
        deck = deck_of("8D 9S 10B 8S 9C 10S 9D 8C 6S 6B 7C 4D 4S 1D 1C 1S")
        board = Board.opened(rules, 1, 1, deck)
        for _ in range(6):
            board.play(*board.moves()[0])
        board.advance()
        assert [(each.seat, each.wild) for each in board.declared] == [(0, 4), (1, None)]
        assert board.rank_of(mask("7C")) == 4
        assert board.moves() == Board(rules, board.frozen(None)).moves()

    def test_are_points_beside_the_scopa_r10_1(self):
        state = standing(
            "cirulla",
            "",
            changes={"sweep.points": 0},
            piles=["1C 2C", "3C 4C"],
            scope=(4, 1),
            declared=(engine.Declaration(1, "low_hand", 3, cards("1C 2C 3C"), None),),
        )
        board = Board(state.rules, state.deal)
        assert board.points() == board.score().points
        assert board.points() == (0, 3)


class TestBoardInMotion:
    @pytest.mark.parametrize("seed", range(3))
    @pytest.mark.parametrize(
        ("preset", "changes"),
        [
            ("scopa_classica", {}),
            ("cirulla", {}),
            ("asso_piglia_tutto", {"ace.opening": "forbidden"}),
            ("asso_piglia_tutto", {"ace.opening": "no_sweep"}),
        ],
        ids=str,
    )
    def test_goes_the_way_of_the_public_functions(self, preset, changes, seed):
        dice, deck = random.Random(seed), [*engine.DECK]
        state = engine.new_match(engine.resolve(preset, changes), 0)
        while state.needs_deck:  # thrown in, maybe
            dice.shuffle(deck)
            state = engine.start_deal(state, deck).state
        board = Board(state.rules, state.deal)
        while not state.deals:
            assert board.frozen(state.deal.last_move) == state.deal
            moves = engine.legal_moves(state)
            assert board.moves() == [(m.card.mask, engine.mask_of(m.capture)) for m in moves]
            chosen = dice.choice(moves)
            state = engine.apply(state, board.turn, chosen).state
            board.play(chosen.card.mask, engine.mask_of(chosen.capture))
            assert board.advance() is bool(state.deals)
        assert board.score() == state.deals[0]


class TestLeftovers:
    def test_are_no_cards_where_nobody_captured_r5_2(self):
        state = standing("scopa_classica", "7D 2C")
        board = Board(state.rules, state.deal)
        board.take_leftovers()
        assert (board.table, board.piles) == (mask("7D 2C"), [0, 0])


class TestFirstTwo:
    @pytest.mark.parametrize(
        ("changes", "table", "rank", "options"),
        [
            ({}, "7D 7C 7S", 7, 3),
            ({"capture.choice": "any"}, "1D 1C 1S 6D 5C 2C 2S", 7, 9),
            ({"capture.mode": "fifteen"}, "8D 8C 8S 8B", 7, 4),
            ({"capture.mode": "sum_or_fifteen"}, "8D 8C 7S 7B", 7, 4),
            ({"capture.choice": "fewest_cards"}, "3D 3C 4S 4B", 7, 4),
            ({}, "7D 9C", 7, 1),
            ({}, "9C", 7, 0),
        ],
    )
    def test_are_two_of_the_options_where_there_are_several(self, changes, table, rank, options):
        rules = engine.resolve("scopa_quindici", {"capture.mode": "sum", **changes})
        taking = taking_of(rules.capture, rules.ace)
        every = engine.capture_options(mask(table), rank, taking)
        assert len(every) == options
        found = first_two(mask(table), rank, taking)
        assert len(found) == len(set(found)) == min(options, 2)
        assert set(found) <= set(every)
