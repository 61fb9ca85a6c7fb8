"""What one seat, or a spectator, may know of a match. Hidden cards stop here."""

from dataclasses import dataclass

from .cards import Card, cards_in
from .play import check_seat, legal_moves
from .ruleset import RuleSet, side_of
from .state import (
    DealScore,
    DealState,
    Declaration,
    DeclarationKind,
    MatchState,
    Move,
    Outcome,
    PlayedMove,
    VoidDeal,
)


@dataclass(frozen=True, slots=True)
class PileView:
    """A side's pile, face down: how many cards, and how many scope were made."""

    side: int
    count: int
    scope: int


@dataclass(frozen=True, slots=True)
class DeclaredHand:
    """A declaration as everybody sees it: `cards` are those still in the hand (R10.5).

    `wild` is the rank that the wild card of the hand takes, None where it was not in it.
    """

    seat: int
    kind: DeclarationKind
    points: int
    cards: tuple[Card, ...]
    wild: int | None


@dataclass(frozen=True, slots=True)
class DealView:
    """A deal as a seat sees it. `hand` is the seat's own, () for a spectator."""

    number: int
    dealer: int
    table: tuple[Card, ...]
    hand: tuple[Card, ...]
    hand_counts: tuple[int, ...]
    stock_count: int
    piles: tuple[PileView, ...]
    last_capture_side: int | None
    last_move: PlayedMove | None
    declared: tuple[DeclaredHand, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A match as a seat sees it; `seat` is None for a spectator.

    `legal_moves` is () unless it is this seat's turn.
    """

    seat: int | None
    rules: RuleSet
    ply: int
    turn: int | None
    scores: tuple[int, ...]
    deals: tuple[DealScore, ...]
    voids: tuple[VoidDeal, ...]
    deal: DealView | None
    outcome: Outcome | None
    legal_moves: tuple[Move, ...]


def view(state: MatchState, seat: int | None) -> PlayerView:
    """Show a match to a seat, or to a spectator when `seat` is None.

    Raises `NoSuchSeat`.
    """
    if seat is not None:
        check_seat(state.rules, seat)
    turn = state.turn
    return PlayerView(
        seat=seat,
        rules=state.rules,
        ply=state.ply,
        turn=turn,
        scores=state.scores,
        deals=state.deals,
        voids=state.voids,
        deal=None if state.deal is None else _deal_view(state.rules, state.deal, seat),
        outcome=state.outcome,
        legal_moves=legal_moves(state) if seat == turn else (),
    )


def _deal_view(rules: RuleSet, deal: DealState, seat: int | None) -> DealView:
    last = deal.last_capturer
    return DealView(
        number=deal.number,
        dealer=deal.dealer,
        table=cards_in(deal.table),
        hand=() if seat is None else cards_in(deal.hands[seat]),
        hand_counts=tuple(hand.bit_count() for hand in deal.hands),
        stock_count=len(deal.stock),
        piles=tuple(
            PileView(side, pile.bit_count(), scope)
            for side, (pile, scope) in enumerate(zip(deal.piles, deal.scope, strict=True))
        ),
        last_capture_side=None if last is None else side_of(rules, last),
        last_move=deal.last_move,
        declared=tuple(_declared_hand(deal, declared) for declared in deal.declared),
    )


def _declared_hand(deal: DealState, declared: Declaration) -> DeclaredHand:
    held = deal.hands[declared.seat]
    cards = tuple(card for card in declared.cards if held & card.mask)
    return DeclaredHand(declared.seat, declared.kind, declared.points, cards, declared.wild)
