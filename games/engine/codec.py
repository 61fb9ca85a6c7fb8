"""A match state as plain JSON data, and back (cards as "7D", sets of cards as lists)."""

from typing import Any, Final

from .cards import Card, cards_in
from .ruleset import encode_rules
from .state import (
    DealDetail,
    DealScore,
    DealState,
    Declaration,
    MatchState,
    Outcome,
    PlayedMove,
    PrimieraHand,
    VoidDeal,
)

STATE_SCHEMA: Final = 2


def encode(state: MatchState) -> dict[str, Any]:
    """Turn a state into plain data that `decode` reads back to an equal state."""
    return {
        "schema": STATE_SCHEMA,
        "rules": encode_rules(state.rules),
        "ply": state.ply,
        "first_dealer": state.first_dealer,
        "dealer": state.dealer,
        "scores": list(state.scores),
        "deals": [_score(score) for score in state.deals],
        "voids": [_void(void) for void in state.voids],
        "deal": None if state.deal is None else _deal(state.deal),
        "outcome": None if state.outcome is None else _outcome(state.outcome),
    }


def _names(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


def _set(mask: int) -> list[str]:
    return _names(cards_in(mask))


def _deal(deal: DealState) -> dict[str, Any]:
    return {
        "number": deal.number,
        "dealer": deal.dealer,
        "turn": deal.turn,
        "hands": [_set(hand) for hand in deal.hands],
        "table": _set(deal.table),
        "stock": _names(deal.stock),
        "piles": [_set(pile) for pile in deal.piles],
        "scope": list(deal.scope),
        "last_capturer": deal.last_capturer,
        "last_move": None if deal.last_move is None else _played(deal.last_move),
        "declared": [_declaration(declared) for declared in deal.declared],
        "dealer_bonus": deal.dealer_bonus,
    }


def _declaration(declared: Declaration) -> dict[str, Any]:
    return {
        "seat": declared.seat,
        "kind": declared.kind,
        "points": declared.points,
        "cards": _names(declared.cards),
        "wild": declared.wild,
    }


def _played(played: PlayedMove) -> dict[str, Any]:
    return {
        "ply": played.ply,
        "seat": played.seat,
        "card": str(played.card),
        "capture": _names(played.capture),
        "scopa": played.scopa,
        "sole": played.sole,
    }


def _score(score: DealScore) -> dict[str, Any]:
    return {
        "number": score.number,
        "points": list(score.points),
        "carte": score.carte,
        "denari": score.denari,
        "settebello": score.settebello,
        "primiera": score.primiera,
        "scope": list(score.scope),
        "primiera_values": list(score.primiera_values),
        "detail": None if score.detail is None else encode_detail(score.detail),
    }


def encode_detail(detail: DealDetail) -> dict[str, Any]:
    """Turn the explanation of a score into plain data."""
    return {
        "cards": list(detail.cards),
        "denari": list(detail.denari),
        "primiera": [_primiera(hand) for hand in detail.primiera],
        "re_bello": detail.re_bello,
        "napola": list(detail.napola),
        "grande": detail.grande,
        "sevens": list(detail.sevens),
        "declarations": list(detail.declarations),
        "dealer_bonus": list(detail.dealer_bonus),
        "won_outright": detail.won_outright,
    }


def _primiera(hand: PrimieraHand) -> dict[str, Any]:
    return {
        "best": [None if card is None else str(card) for card in hand.best],
        "value": hand.value,
        "counts": None if hand.counts is None else list(hand.counts),
    }


def _void(void: VoidDeal) -> dict[str, Any]:
    return {"number": void.number, "table": _names(void.table)}


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "winner_side": outcome.winner_side,
        "termination": outcome.termination,
        "score": list(outcome.score),
    }
