"""What happened in a step, as frozen facts. None of them shows a hidden card."""

from dataclasses import dataclass

from .cards import Card
from .state import DealScore, Outcome, PlayedMove, VoidDeal


@dataclass(frozen=True, slots=True)
class DealStarted:
    """A deal began: hands were dealt, and these cards lie on the table."""

    number: int
    dealer: int
    table: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DealVoided:
    """A deal was thrown in for its table cards."""

    void: VoidDeal


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
    """The cards left on the table at the end went to the last seat that captured."""

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
    DealStarted | DealVoided | CardPlayed | HandsDealt | LeftoversTaken | DealScored | MatchEnded
)
