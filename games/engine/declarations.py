"""Hands that are declared as they are dealt, and the wild card that helps them (R10)."""

from typing import Final

from .cards import Card, cards_in, parse_card
from .ruleset import DeclarationRules
from .state import Declaration, DeclarationKind

_AS_AN_ACE: Final = 1
_SIZE: Final = 3

# A kind, its points, and the rank that the wild card takes for it.
_Helped = tuple[DeclarationKind, int, int]


def are_declared(rules: DeclarationRules) -> bool:
    """Tell whether hands are declared at all."""
    return bool(rules.low_hand or rules.three_of_a_kind)


def wild_card(rules: DeclarationRules) -> Card | None:
    """Give the card that is wild (R10.4)."""
    return None if rules.wild is None else parse_card(rules.wild)


def declaration_of(rules: DeclarationRules, seat: int, hand: int) -> Declaration | None:
    """Give what a seat declares with a fresh hand: only what is worth more (R10.1)."""
    cards, wild = cards_in(hand), wild_card(rules)
    ranks = [card.rank for card in cards if card != wild]
    found = _three_of_a_kind(rules, ranks) or _low_hand(rules, ranks)
    if found is None:
        return None
    kind, points, rank = found
    return Declaration(seat, kind, points, cards, rank if wild in cards else None)


def _three_of_a_kind(rules: DeclarationRules, ranks: list[int]) -> _Helped | None:
    """Look at the ranks beside the wild card: are they one (R10.3)?"""
    if not rules.three_of_a_kind or len(set(ranks)) > 1:
        return None
    return "three_of_a_kind", rules.three_of_a_kind, ranks[0]


def _low_hand(rules: DeclarationRules, ranks: list[int]) -> _Helped | None:
    """Look at the ranks beside the wild card: are they low, with an Ace for it (R10.2)?"""
    total = sum(ranks) + _AS_AN_ACE * (_SIZE - len(ranks))
    if not rules.low_hand or total > rules.low_hand_max:
        return None
    return "low_hand", rules.low_hand, _AS_AN_ACE
