"""What holds in every state of random matches, and of the engine as a whole."""

import ast
import doctest
import importlib
import inspect
import pkgutil
import random
import re
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import engine
from games.engine import ALL_CARDS, PRESETS, Move, apply, legal_moves, new_match, start_deal
from games.engine.board import Board

ALLOWED_IMPORTS = {
    "collections.abc",
    "dataclasses",
    "enum",
    "functools",
    "itertools",
    "json",
    "math",
    "re",
    "types",
    "typing",
}
MODULES = [module.name for module in pkgutil.iter_modules(engine.__path__)]

LARGE = 9  # of more table cards not every subset is tried

presets = st.sampled_from(list(PRESETS))
seeds = st.integers(0, 2**32)


def steps(preset, seed, limit=10_000):
    """Play a match at random, and yield every step of it."""
    dice = random.Random(seed)
    rules = PRESETS[preset].rules
    state = new_match(rules, dice.randrange(rules.table.players))
    while state.outcome is None and limit:
        if state.needs_deck:
            step = start_deal(state, dice.sample(engine.DECK, 40))
        else:
            step = apply(state, state.turn, dice.choice(legal_moves(state)))
            limit -= 1
        yield step
        state = step.state


def middle(preset, seed):
    """Return a state of a random match in which a move is due."""
    dice = random.Random(seed)
    states = [step.state for step in steps(preset, seed, limit=dice.randint(1, 60))]
    return next(state for state in reversed(states) if state.turn is not None)


def accepted(state, move):
    """Say whether the seat on turn may make this move."""
    try:
        apply(state, state.turn, move)
    except engine.RuleError:
        return False
    return True


class TestEveryState:
    @given(presets, seeds)
    def test_holds_each_card_once(self, preset, seed):
        for step in steps(preset, seed):
            deal = step.state.deal
            if deal is not None:
                groups = [*deal.hands, deal.table, engine.mask_of(deal.stock), *deal.piles]
                assert sum(groups) == ALL_CARDS
                assert sum(group.bit_count() for group in groups) == 40

    @given(presets, seeds)
    def test_reads_back_from_plain_data(self, preset, seed):
        for step in steps(preset, seed, limit=80):
            assert engine.decode(engine.encode(step.state)) == step.state

    @given(presets, seeds)
    def test_counts_plies_without_a_gap(self, preset, seed):
        plies = [
            event.move.ply
            for step in steps(preset, seed)
            for event in step.events
            if isinstance(event, engine.CardPlayed)
        ]
        assert plies == list(range(len(plies)))

    @given(presets, seeds)
    def test_has_moves_exactly_when_someone_is_to_play(self, preset, seed):
        for step in steps(preset, seed, limit=80):
            assert bool(legal_moves(step.state)) == (step.state.turn is not None)

    @given(presets, seeds)
    def test_gives_all_forty_cards_to_somebody_in_the_end_r5_2(self, preset, seed):
        *_, last = steps(preset, seed)
        assert sum(last.state.deal.piles) == ALL_CARDS
        assert last.state.deal.last_capturer is not None

    @given(presets, seeds)
    def test_adds_the_points_of_its_deals(self, preset, seed):
        *_, last = steps(preset, seed)
        state = last.state
        assert state.scores == tuple(map(sum, zip(*(d.points for d in state.deals), strict=True)))
        assert state.outcome.score == state.scores
        outright = state.deals[-1].detail.won_outright
        best = min(state.scores) if state.rules.match.objective == "lose" else max(state.scores)
        assert state.outcome.winner_side in {None, state.scores.index(best), outright}


class TestApplyAndLegalMoves:
    @given(presets, seeds)
    def test_agree_on_every_card_in_hand_and_every_small_set_of_table_cards(self, preset, seed):
        state = middle(preset, seed)
        table = engine.cards_in(state.deal.table)
        sizes = range(len(table) + 1) if len(table) <= LARGE else [0, 1, 2, 3, len(table)]
        subsets = [chosen for size in sizes for chosen in combinations(table, size)]
        listed = legal_moves(state)
        assert len(set(listed)) == len(listed)
        moves = [
            Move(card, capture)
            for card in engine.cards_in(state.deal.hands[state.turn])
            for capture in subsets
        ]
        expected = {move for move in listed if len(move.capture) in sizes}
        assert expected == {move for move in moves if accepted(state, move)}

    @given(presets, seeds)
    def test_agree_on_every_listed_move(self, preset, seed):
        state = middle(preset, seed)
        assert all(accepted(state, move) for move in legal_moves(state))

    @given(presets, seeds)
    def test_agree_on_cards_that_are_not_in_hand(self, preset, seed):
        state = middle(preset, seed)
        for card in set(engine.DECK) - set(engine.cards_in(state.deal.hands[state.turn])):
            for option in (
                0,
                state.deal.table,
                *engine.capture_options(state.deal.table, card.rank),
            ):
                assert not accepted(state, Move(card, engine.cards_in(option)))

    @given(presets, seeds)
    def test_agree_on_captures_that_are_left_out_r3_6(self, preset, seed):
        state = middle(preset, seed)
        for card in engine.cards_in(state.deal.hands[state.turn]):
            captures = [move for move in legal_moves(state) if move.card == card]
            if not captures:
                with pytest.raises(engine.AceMayNotOpen):
                    apply(state, state.turn, Move(card))
            elif len(captures) == 1:
                named, left_out = captures[0], Move(card)
                assert apply(state, state.turn, named) == apply(state, state.turn, left_out)
            else:
                with pytest.raises(engine.AmbiguousCapture):
                    apply(state, state.turn, Move(card))

    @given(presets, seeds)
    def test_give_the_same_answer_twice(self, preset, seed):
        assert list(steps(preset, seed, limit=50)) == list(steps(preset, seed, limit=50))

    @given(presets, seeds)
    def test_refuse_every_other_seat(self, preset, seed):
        state = middle(preset, seed)
        for seat in range(state.rules.table.players):
            if seat != state.turn:
                with pytest.raises(engine.NotYourTurn):
                    apply(state, seat, legal_moves(state)[0])


class TestBoard:
    """The board that a search moves on plays the same game."""

    @given(presets, seeds)
    def test_goes_the_same_way_as_the_public_functions(self, preset, seed):
        dice = random.Random(seed)
        rules, deck = PRESETS[preset].rules, tuple(dice.sample(engine.DECK, 40))
        state = start_deal(new_match(rules, 0), deck).state
        board = Board.opened(rules, 1, 0, deck)
        over = state.needs_deck  # a deal thrown in: the board does not ask
        while not over:
            assert board.frozen(state.deal.last_move) == state.deal
            moves = board.moves()
            expected = legal_moves(state)
            assert moves == [(move.card.mask, engine.mask_of(move.capture)) for move in expected]
            choice = dice.randrange(len(moves))
            step = apply(state, state.turn, expected[choice])
            assert board.play(*moves[choice]) == step.events[0].move.scopa
            over, state = board.advance(), step.state
            assert over == (len(state.deals) == 1)
        if state.deals:
            assert board.score() == state.deals[0]
            assert board.points() == state.deals[0].points


class TestTheEngine:
    @pytest.mark.parametrize("name", ["__init__", *MODULES])
    def test_imports_nothing_but_itself_and_pure_modules(self, name):
        source = Path(engine.__path__[0], f"{name}.py").read_text()
        imported = {
            name
            for node in ast.walk(ast.parse(source))
            for name in (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module]
                if isinstance(node, ast.ImportFrom) and not node.level
                else []
            )
        }
        assert imported <= ALLOWED_IMPORTS

    @pytest.mark.parametrize("name", MODULES)
    def test_shows_examples_that_are_true(self, name):
        failed, _ = doctest.testmod(importlib.import_module(f"games.engine.{name}"))
        assert not failed

    def test_shows_a_true_example_of_its_use(self):
        failed, tried = doctest.testmod(engine)
        assert (failed, tried > 0) == (0, True)

    def test_exports_what_it_promises(self):
        assert all(hasattr(engine, name) for name in engine.__all__)
        public = [
            name
            for name, value in vars(engine).items()
            if not name.startswith("_") and not inspect.ismodule(value) and name != "Final"
        ]
        assert set(public) == set(engine.__all__)

    def test_gives_every_refusal_a_clause_that_is_written_down(self):
        text = Path(__file__).parents[2].joinpath("docs/rules.md").read_text()
        written = set(re.findall(r"^\*\*(R\d+\.\d+)\*\* ", text, re.MULTILINE))
        refusals = engine.RuleError.__subclasses__()
        assert len(refusals) > 10
        assert {error.rule for error in refusals} <= written

    def test_gives_every_error_a_code_of_its_own(self):
        errors = [
            value
            for value in vars(engine).values()
            if inspect.isclass(value) and issubclass(value, engine.EngineError)
        ]
        assert len({error.code for error in errors}) == len(errors)

    def test_cites_only_rules_that_are_written_down(self):
        rules = Path(__file__).parents[2].joinpath("docs/rules.md").read_text()
        written = set(re.findall(r"^\*\*(R\d+\.\d+)\*\* ", rules, re.MULTILINE))
        sources = [path.read_text() for path in Path(engine.__path__[0]).glob("*.py")]
        cited = {rule for source in sources for rule in re.findall(r"\bR\d+(?:\.\d+)?\b", source)}
        clauses = {rule for rule in cited if "." in rule}
        assert clauses <= written
        assert {rule.split(".")[0] for rule in written} >= cited - clauses
