"""The errors of the engine, written out a second time: code, family, and clause."""

import inspect

import pytest

from games import engine
from games.engine import errors

CODES = {
    "EngineError": "engine_error",
    "CardUnreadable": "invalid_card",
    "MoveUnreadable": "invalid_move",
    "StateUnreadable": "state_unreadable",
    "LogUnreadable": "log_unreadable",
    "RecordUnreadable": "record_unreadable",
    "NoSuchSeat": "no_such_seat",
    "FirstDealerFixed": "first_dealer_fixed",
    "UnknownPreset": "unknown_preset",
    "RuleSetInvalid": "invalid_rules",
    "RuleError": "rule_error",
    "MatchOver": "match_over",
    "NoDeal": "no_deal",
    "DealNotDue": "deal_not_due",
    "DeckInvalid": "deck_invalid",
    "NotYourTurn": "not_your_turn",
    "CardNotInHand": "card_not_in_hand",
    "AceMayNotOpen": "ace_may_not_open",
    "DuplicateCaptureCard": "duplicate_capture_card",
    "CaptureNotOnTable": "capture_not_on_table",
    "CaptureRequired": "capture_required",
    "AmbiguousCapture": "ambiguous_capture",
    "CaptureTooMany": "capture_too_many",
    "CaptureTooFew": "capture_too_few",
    "EqualCardFirst": "equal_card_first",
    "TooManyTableCards": "too_many_table_cards",
    "FewestCardsFirst": "fewest_cards_first",
    "CaptureSumMismatch": "capture_sum_mismatch",
}
CLAUSES = {
    "RuleError": "R3.7",
    "MatchOver": "R7.1",
    "NoDeal": "R2.2",
    "DealNotDue": "R2.6",
    "DeckInvalid": "R1.1",
    "NotYourTurn": "R3.1",
    "CardNotInHand": "R3.1",
    "AceMayNotOpen": "R9.5",
    "DuplicateCaptureCard": "R3.7",
    "CaptureNotOnTable": "R3.7",
    "CaptureRequired": "R3.5",
    "AmbiguousCapture": "R3.6",
    "CaptureTooMany": "R3.7",
    "CaptureTooFew": "R3.7",
    "EqualCardFirst": "R3.3",
    "TooManyTableCards": "R3.12",
    "FewestCardsFirst": "R3.11",
    "CaptureSumMismatch": "R3.4",
}


def families():
    """Return every error that the engine shows."""
    return {
        name: value
        for name, value in vars(engine).items()
        if inspect.isclass(value) and issubclass(value, engine.EngineError)
    }


class TestError:
    @pytest.mark.parametrize("name", CODES)
    def test_has_its_code(self, name):
        assert families()[name].code == CODES[name]

    @pytest.mark.parametrize("name", CLAUSES)
    def test_has_its_clause(self, name):
        assert families()[name].rule == CLAUSES[name]
        assert families()[name]("told").rule == CLAUSES[name]
        assert families()[name]("told", rule="R10.5").rule == "R10.5"
        assert str(families()[name]("told", rule="R10.5")) == "told"

    def test_is_in_these_tables(self):
        assert set(families()) == set(CODES)
        rules = {name for name, error in families().items() if issubclass(error, engine.RuleError)}
        assert rules == set(CLAUSES)

    def test_is_in_the_list_that_its_module_begins_with(self):
        listed = [line.split() for line in errors.__doc__.splitlines() if "+-" in line]
        pairs = {words[-2]: words[-1] for words in listed if words[-1] in CODES.values()}
        assert pairs.items() <= CODES.items()
        assert set(CODES) - set(pairs) == {"EngineError", "RuleError", "RecordUnreadable"}


class TestProblem:
    def test_allows_nothing_unless_it_says_so(self):
        problem = engine.RuleSetProblem("a.b", 1, "code", "en", "it")
        assert problem.allowed == ()
