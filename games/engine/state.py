"""The frozen state of a match: what is known to the server, every card included.

Sets of cards are bit masks (see `cards`); the stock is in the order in which it is dealt.
"""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from .cards import Card
from .ruleset import RuleSet

DeclarationKind = Literal["low_hand", "three_of_a_kind"]
Termination = Literal["completed", "deal_limit", "resigned"]
TERMINATIONS: Final[tuple[Termination, ...]] = get_args(Termination)


@dataclass(frozen=True, slots=True)
class Move:
    """A card to play and the table cards to take with it.

    `capture` is () to lay the card down, and None to leave the choice out: then the
    one possible capture is made, or the card is laid down when it takes nothing (R3.6).
    """

    card: Card
    capture: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move that was made. `ply` counts the moves of the match before it.

    `sole`: nothing else was possible with this card, so the capture could be left out.
    """

    ply: int
    seat: int
    card: Card
    capture: tuple[Card, ...]
    scopa: bool
    sole: bool


@dataclass(frozen=True, slots=True)
class Declaration:
    """A hand declared as it was dealt (R10).

    `wild` is the rank that the wild card of the hand takes, None where it is not in it.
    """

    seat: int
    kind: DeclarationKind
    points: int
    cards: tuple[Card, ...]
    wild: int | None


@dataclass(frozen=True, slots=True)
class DealState:
    """A deal in play. Hands are by seat; piles and scope are by side.

    `number` counts the scored deals from 1. `turn` is the seat to play. `declared` holds
    all declarations of the deal; `dealer_bonus` the scope that the opening table made.
    """

    number: int
    dealer: int
    turn: int
    hands: tuple[int, ...]
    table: int
    stock: tuple[Card, ...]
    piles: tuple[int, ...]
    scope: tuple[int, ...]
    last_capturer: int | None
    last_move: PlayedMove | None
    declared: tuple[Declaration, ...] = ()
    dealer_bonus: int = 0


@dataclass(frozen=True, slots=True)
class PrimieraHand:
    """What a side's primiera is made of: the best card of each suit, in their order.

    `value` is the sum that counts, None where there is none. `counts` are the sevens,
    sixes and Aces where those are compared instead.
    """

    best: tuple[Card | None, ...]
    value: int | None
    counts: tuple[int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class DealDetail:
    """How the points of a deal came about. Tuples are by side; a side is None for nobody.

    `napola` is the length of the run, 0 where it does not count. `declarations` are
    points, `dealer_bonus` scope. `won_outright`: the side that took all ten denari where
    that wins the match.
    """

    cards: tuple[int, ...]
    denari: tuple[int, ...]
    primiera: tuple[PrimieraHand, ...]
    re_bello: int | None
    napola: tuple[int, ...]
    grande: int | None
    sevens: tuple[int, ...]
    declarations: tuple[int, ...]
    dealer_bonus: tuple[int, ...]
    won_outright: int | None


@dataclass(frozen=True, slots=True)
class DealScore:
    """The score of a deal (R6). `points` and `scope` are by side.

    The four categories name the side that has the point, or None. `primiera_values`
    holds None for a side that lacks a suit, where that is void, and for everybody where
    nothing is added up. `detail` is None for deals scored before it was kept.
    """

    number: int
    points: tuple[int, ...]
    carte: int | None
    denari: int | None
    settebello: int | None
    primiera: int | None
    scope: tuple[int, ...]
    primiera_values: tuple[int | None, ...]
    detail: DealDetail | None = None


@dataclass(frozen=True, slots=True)
class VoidDeal:
    """A deal thrown in for its table cards (R2.4, R2.7); the number is dealt again."""

    number: int
    table: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. `winner_side` is None for a draw; `score` is by side.

    `deal_limit`: after so many deals that it was ended as it stood (R7.8).
    """

    winner_side: int | None
    termination: Termination
    score: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match at one moment. `scores` is by side and holds the scored deals only.

    `ply` counts the moves made. `dealer` deals the open deal, or the next one.
    `deal` is the open deal, None between deals, and the last deal once the match is over.
    """

    rules: RuleSet
    ply: int
    first_dealer: int
    dealer: int
    scores: tuple[int, ...]
    deals: tuple[DealScore, ...]
    voids: tuple[VoidDeal, ...]
    deal: DealState | None
    outcome: Outcome | None

    @property
    def turn(self) -> int | None:
        """Give the seat to play, or None when no move is due."""
        return None if self.deal is None or self.outcome is not None else self.deal.turn

    @property
    def needs_deck(self) -> bool:
        """Tell whether a deck must come before anything else can happen."""
        return self.deal is None and self.outcome is None

    @property
    def deal_number(self) -> int:
        """Give the number of the open or the next deal, from 1; of the last one at the end."""
        return len(self.deals) + 1 if self.deal is None else self.deal.number
