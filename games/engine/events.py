"""What happened in a step, as frozen facts. None of them shows a hidden card."""

from dataclasses import dataclass

from .cards import Card
from .state import DealScore, DeclarationKind, Outcome, PlayedMove, VoidDeal


@dataclass(frozen=True, slots=True)
class DealStarted:
    """A deal began: hands were dealt, and these cards were laid on the table."""

    number: int
    dealer: int
    table: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DealVoided:
    """A deal was thrown in for its table cards."""

    void: VoidDeal


@dataclass(frozen=True, slots=True)
class DealerBonus:
    """The dealer took the opening table, and made so many scope with it."""

    seat: int
    scope: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandDeclared:
    """A seat declared its fresh hand, which everybody now sees."""

    seat: int
    kind: DeclarationKind
    points: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A seat played a card."""

    move: PlayedMove


@dataclass(frozen=True, slots=True)
class HandsDealt:
    """New hands were dealt in the middle of a deal; so many cards remain in the stock."""

    number: int
    stock_count: int


@dataclass(frozen=True, slots=True)
class LeftoversTaken:
    """The cards left on the table at the end went to a seat's side."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DealScored:
    """A deal ended and was scored."""

    score: DealScore


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match has an outcome."""

    outcome: Outcome


Event = (
    DealStarted
    | DealVoided
    | DealerBonus
    | HandDeclared
    | CardPlayed
    | HandsDealt
    | LeftoversTaken
    | DealScored
    | MatchEnded
)
