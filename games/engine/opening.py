"""What the table cards of a fresh deal bring about: a bonus, or a deal thrown in (R2)."""

from itertools import combinations
from typing import Final

from .captures import total_of
from .cards import RANK_MASKS, RANKS, Card, cards_in, mask_of
from .declarations import wild_card
from .ruleset import RuleSet
from .taking import ACE, FIFTEEN

_KING: Final = RANKS[-1]


def table_dealt(rules: RuleSet, deck: tuple[Card, ...]) -> int:
    """Give the cards of a deck that go to the table, after the first hands (R2.3)."""
    before = rules.table.players * rules.deal.hand_size
    return mask_of(deck[before : before + rules.deal.table_size])


def is_void(rules: RuleSet, table: int) -> bool:
    """Tell whether the table throws the deal in, for its Kings or its Aces (R2.4, R2.7).

    A table that the dealer takes does not.
    """
    counted = ((_KING, rules.deal.redeal_kings_min), (ACE, rules.deal.redeal_aces_min))
    return bonus_of(rules, table) == 0 and any(
        least is not None and (table & RANK_MASKS[rank]).bit_count() >= least
        for rank, least in counted
    )


def bonus_of(rules: RuleSet, table: int) -> int:
    """Give the scope that the dealer makes with the table as it is dealt: 0, 1 or 2."""
    if rules.deal.dealer_bonus == "none":
        return 0
    total = total_of(table)
    if rules.deal.dealer_bonus == "groups_of_15":
        return _groups_of_fifteen(table, total)
    wild = wild_card(rules.declarations)
    if wild is None or not table & wild.mask:
        return {FIFTEEN: 1, 2 * FIFTEEN: 2}.get(total, 0)  # R2.9
    others = total - wild.rank
    return 2 if 2 * FIFTEEN - others in RANKS else 1 if FIFTEEN - others in RANKS else 0  # R10.4


def _groups_of_fifteen(table: int, total: int) -> int:
    """Count the groups of fifteen that a table falls into, card for card (R2.8)."""
    if total == FIFTEEN:
        return 1
    cards = cards_in(table)
    halves = (half for size in range(1, len(cards)) for half in combinations(cards, size))
    splits = any(sum(card.rank for card in half) == FIFTEEN for half in halves)
    return 2 if total == 2 * FIFTEEN and splits else 0
