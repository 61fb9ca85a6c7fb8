"""The primiera: what a pile is worth in it, and who has the point (R6.4, R6.12 to R6.14)."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from .cards import DECK, RANK_MASKS, SUIT_MASKS, Card
from .ruleset import PrimieraRules
from .state import PrimieraHand

# For one suit: each card, as a mask, and what it is worth; the best first.
_Suit = tuple[tuple[int, int], ...]

_NUMBERS: Final = ((7, 21), (6, 18), (1, 16), (5, 15), (4, 14), (3, 13), (2, 12))
_SUITS: Final = tuple(SUIT_MASKS.values())


def _by_suit(*figures: tuple[int, int]) -> tuple[_Suit, ...]:
    worth = (*_NUMBERS, *figures)
    return tuple(
        tuple((suit & RANK_MASKS[rank], value) for rank, value in worth) for suit in _SUITS
    )


# Of court cards that are worth the same, the highest is shown.
_SCALES: Final[Mapping[str, tuple[_Suit, ...]]] = MappingProxyType(
    {
        "standard": _by_suit((10, 10), (9, 10), (8, 10)),
        "figures_8_9_10": _by_suit((10, 10), (9, 9), (8, 8)),  # R6.12
    }
)


def primiera_value(pile: int) -> int | None:
    """Add up the best card of each suit in a pile; None when a suit is missing (R6.4).

    >>> from games.engine.cards import mask_of, parse_card
    >>> primiera_value(mask_of(map(parse_card, ["7D", "7C", "6S", "6B", "1B"])))
    78
    """
    suits, total = _added_up(pile, _SCALES["standard"])
    return total if suits == len(_SUITS) else None


def _added_up(pile: int, scale: tuple[_Suit, ...]) -> tuple[int, int]:
    """Give the number of suits in a pile, and the sum of the best card of each."""
    suits = total = 0
    for cards in scale:
        for card, value in cards:
            if pile & card:
                suits += 1
                total += value
                break
    return suits, total


def primiera_values(rules: PrimieraRules, piles: Sequence[int]) -> tuple[int | None, ...]:
    """Give each side's sum; None where it is void, or nothing is added up (R6.13, R6.14)."""
    if rules.method != "sum":
        return (None,) * len(piles)
    scale, void = _SCALES[rules.scale], rules.missing_suit == "void"
    sums = [_added_up(pile, scale) for pile in piles]
    return tuple([None if void and suits < len(_SUITS) else total for suits, total in sums])


def primiera_ranking(
    rules: PrimieraRules, piles: Sequence[int], values: Sequence[int | None]
) -> Sequence[int | None]:
    """Give a number for each side: the only highest has the point (R6.5)."""
    if rules.method == "most_sevens":  # R6.14
        return [_in_base_five(_counts(pile)) for pile in piles]
    if rules.missing_suit == "fewer_suits_lose":  # R6.13: by suits, then by the sum under 100
        sums = [_added_up(pile, _SCALES[rules.scale]) for pile in piles]
        return [suits * 100 + total for suits, total in sums]
    return values


def primiera_hands(
    rules: PrimieraRules, piles: Sequence[int], values: Sequence[int | None]
) -> tuple[PrimieraHand, ...]:
    """Say what each side's primiera is made of, by the rules' method."""
    if rules.method == "sum":
        scale = _SCALES[rules.scale]
        return tuple(
            PrimieraHand(_best_cards(pile, scale), value)
            for pile, value in zip(piles, values, strict=True)
        )
    nothing = (None,) * len(_SUITS)
    counted = rules.method == "most_sevens"
    return tuple(PrimieraHand(nothing, None, _counts(pile) if counted else None) for pile in piles)


def _best_cards(pile: int, scale: tuple[_Suit, ...]) -> tuple[Card | None, ...]:
    """Give the best card of each suit in a pile."""
    best = (next((card for card, _ in cards if pile & card), 0) for cards in scale)
    return tuple(DECK[card.bit_length() - 1] if card else None for card in best)


def _counts(pile: int) -> tuple[int, int, int]:
    """Count the sevens, the sixes and the Aces of a pile."""
    sevens, sixes, aces = ((pile & RANK_MASKS[rank]).bit_count() for rank in (7, 6, 1))
    return sevens, sixes, aces


def _in_base_five(counts: tuple[int, int, int]) -> int:
    """Rank by the sevens, then by the sixes, then by the Aces, of which there are four each."""
    sevens, sixes, aces = counts
    return sevens * 25 + sixes * 5 + aces
