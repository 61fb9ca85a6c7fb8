"""The errors of the engine, each with a stable code.

EngineError
 +- CardUnreadable        invalid_card
 +- MoveUnreadable        invalid_move
 +- StateUnreadable       state_unreadable
 +- LogUnreadable         log_unreadable
 +- NoSuchSeat            no_such_seat
 +- FirstDealerFixed      first_dealer_fixed
 +- UnknownPreset         unknown_preset
 +- RuleSetInvalid        invalid_rules
 +- RuleError             (readable, but against the rules)
     +- MatchOver             match_over
     +- NoDeal                no_deal
     +- DealNotDue            deal_not_due
     +- DeckInvalid           deck_invalid
     +- NotYourTurn           not_your_turn
     +- CardNotInHand         card_not_in_hand
     +- AceMayNotOpen         ace_may_not_open
     +- DuplicateCaptureCard  duplicate_capture_card
     +- CaptureNotOnTable     capture_not_on_table
     +- CaptureRequired       capture_required
     +- AmbiguousCapture      ambiguous_capture
     +- CaptureTooMany        capture_too_many
     +- CaptureTooFew         capture_too_few
     +- EqualCardFirst        equal_card_first
     +- TooManyTableCards     too_many_table_cards
     +- FewestCardsFirst      fewest_cards_first
     +- CaptureSumMismatch    capture_sum_mismatch
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar


class EngineError(Exception):
    """Tell that the engine refuses its input; the input's state is unchanged."""

    code: ClassVar[str] = "engine_error"


class CardUnreadable(EngineError):
    """The text or the value names no card of the pack (R1.1)."""

    code = "invalid_card"


class MoveUnreadable(EngineError):
    """The move is not made of a card and a tuple of cards."""

    code = "invalid_move"


class StateUnreadable(EngineError):
    """The data is not an encoded match state of a schema this engine reads."""

    code = "state_unreadable"


class LogUnreadable(EngineError):
    """The log holds something that is neither a deck, a play nor a resignation."""

    code = "log_unreadable"


class NoSuchSeat(EngineError):
    """The seat is not a number from 0 to the last seat of the match."""

    code = "no_such_seat"


class FirstDealerFixed(EngineError):
    """The rules name the first dealer, and it is another seat (R2.1)."""

    code = "first_dealer_fixed"


class UnknownPreset(EngineError):
    """No preset has this slug."""

    code = "unknown_preset"

    def __init__(self, slug: object, known: Iterable[str]) -> None:
        """Keep the slug asked for and the slugs that exist."""
        self.slug = slug
        self.known = tuple(known)
        super().__init__(f"{slug!r} is none of {', '.join(self.known)}")


@dataclass(frozen=True, slots=True)
class RuleSetProblem:
    """One fault of a rule set: where, what, why, and what would be allowed there.

    `allowed` holds the values with which nothing would be wrong at `path`, and nothing
    else that is right now; for an unknown path it holds the paths that exist. `also` holds
    values of other fields with which the value could stay.
    """

    path: str
    value: object
    code: str
    reason_en: str
    reason_it: str
    allowed: tuple[object, ...] = ()
    also: Mapping[str, object] = field(default_factory=dict)


class RuleSetInvalid(EngineError):
    """The rule set holds values that are unknown, unsupported or do not fit together."""

    code = "invalid_rules"

    def __init__(self, errors: Iterable[RuleSetProblem]) -> None:
        """Keep every problem found, in the order of the fields."""
        self.errors = tuple(errors)
        super().__init__("; ".join(f"{error.path}: {error.reason_en}" for error in self.errors))


class RuleError(EngineError):
    """The input is readable, but the rules do not allow it here.

    `rule` is the id of the clause in docs/rules.md that stands against it.
    """

    code = "rule_error"
    rule: str = "R3.7"

    def __init__(self, message: str, *, rule: str | None = None) -> None:
        """Keep the clause where it is another than that of the class."""
        if rule is not None:
            self.rule = rule
        super().__init__(message)


class MatchOver(RuleError):
    """The match has an outcome; nothing more may be played."""

    code = "match_over"
    rule = "R7.1"


class NoDeal(RuleError):
    """No deal is open; a deck must come first."""

    code = "no_deal"
    rule = "R2.2"


class DealNotDue(RuleError):
    """A deal is still open; a deck may not come now."""

    code = "deal_not_due"
    rule = "R2.6"


class DeckInvalid(RuleError):
    """The deck is not the forty cards, each once."""

    code = "deck_invalid"
    rule = "R1.1"


class NotYourTurn(RuleError):
    """Another seat is to play."""

    code = "not_your_turn"
    rule = "R3.1"


class CardNotInHand(RuleError):
    """The seat does not hold the card."""

    code = "card_not_in_hand"
    rule = "R3.1"


class AceMayNotOpen(RuleError):
    """The first card of the deal may not be an Ace."""

    code = "ace_may_not_open"
    rule = "R9.5"


class DuplicateCaptureCard(RuleError):
    """The capture names a card twice."""

    code = "duplicate_capture_card"


class CaptureNotOnTable(RuleError):
    """The capture names a card that does not lie on the table."""

    code = "capture_not_on_table"


class CaptureRequired(RuleError):
    """The card can take, so it may not be laid down."""

    code = "capture_required"
    rule = "R3.5"


class AmbiguousCapture(RuleError):
    """Several choices are possible and none was named."""

    code = "ambiguous_capture"
    rule = "R3.6"


class CaptureTooMany(RuleError):
    """The capture holds a legal one and more cards beside it."""

    code = "capture_too_many"


class CaptureTooFew(RuleError):
    """The capture is only a part of a legal one."""

    code = "capture_too_few"


class EqualCardFirst(RuleError):
    """The sum is right, but a card of equal rank lies there and goes first."""

    code = "equal_card_first"
    rule = "R3.3"


class TooManyTableCards(RuleError):
    """The cards are right, but more of them than a capture may hold."""

    code = "too_many_table_cards"
    rule = "R3.12"


class FewestCardsFirst(RuleError):
    """The cards are right, but a capture of fewer cards goes first."""

    code = "fewest_cards_first"
    rule = "R3.11"


class CaptureSumMismatch(RuleError):
    """The cards do not make up what the card played can take."""

    code = "capture_sum_mismatch"
    rule = "R3.4"
