"""A match rebuilt from its decks and moves."""

import random

import pytest

from games import engine
from games.engine import (
    PRESETS,
    DeckEntry,
    PlayEntry,
    ResignEntry,
    apply,
    legal_moves,
    new_match,
    replay,
    replay_steps,
    resign,
    start_deal,
)


def played(preset, seed):
    """Play a whole match; return its log and the state after each entry."""
    dice = random.Random(seed)
    state, log, states = new_match(PRESETS[preset].rules, seed % 2), [], []
    while state.outcome is None:
        if state.needs_deck:
            entry = DeckEntry(tuple(dice.sample(engine.DECK, 40)))
            state = start_deal(state, entry.cards).state
        else:
            entry = PlayEntry(state.turn, dice.choice(legal_moves(state)))
            state = apply(state, entry.seat, entry.move).state
        log.append(entry)
        states.append(state)
    return log, states


class TestReplay:
    @pytest.mark.parametrize("preset", PRESETS)
    def test_rebuilds_every_state_of_a_match(self, preset):
        log, states = played(preset, seed=5)
        start = new_match(PRESETS[preset].rules, 1)
        assert [step.state for step in replay_steps(start, log)] == states
        assert replay(PRESETS[preset].rules, 1, log) == states[-1]

    def test_rebuilds_a_resignation(self):
        log, states = played("scopa_classica", seed=2)
        short = [*log[:20], ResignEntry(1)]
        assert replay(PRESETS["scopa_classica"].rules, 0, short) == resign(states[19], 1).state

    def test_of_nothing_is_a_new_match(self):
        rules = PRESETS["scopone"].rules
        assert replay(rules, 3, []) == new_match(rules, 3)

    def test_reads_a_log_that_comes_one_by_one(self):
        log, states = played("smazzata_singola", seed=8)
        assert replay(PRESETS["smazzata_singola"].rules, 0, iter(log)) == states[-1]

    def test_stops_at_a_move_that_does_not_fit(self):
        log, _ = played("scopa_classica", seed=2)
        with pytest.raises(engine.RuleError):
            replay(PRESETS["scopa_classica"].rules, 0, [log[0], log[2], log[1]])

    @pytest.mark.parametrize("entry", [None, "7D", (0, None), engine.DECK])
    def test_refuses_what_is_no_entry(self, entry):
        with pytest.raises(engine.LogUnreadable) as caught:
            replay(PRESETS["scopa_classica"].rules, 0, [entry])
        assert caught.value.code == "log_unreadable"
