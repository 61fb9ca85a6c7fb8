"""The score of a deal and the end of a match (R6, R7)."""

from collections.abc import Sequence
from typing import Final

from .cards import ALL_CARDS, RANK_MASKS, SETTEBELLO, SUIT_MASKS, Suit
from .ruleset import Award, RuleSet
from .state import DealScore, Outcome

_DENARI: Final = SUIT_MASKS[Suit.DENARI]
_FIGURES: Final = RANK_MASKS[8] | RANK_MASKS[9] | RANK_MASKS[10]

# R6.4: the value of the best card of a suit, best first.
_PRIMIERA_SCALE: Final = (
    (RANK_MASKS[7], 21),
    (RANK_MASKS[6], 18),
    (RANK_MASKS[1], 16),
    (RANK_MASKS[5], 15),
    (RANK_MASKS[4], 14),
    (RANK_MASKS[3], 13),
    (RANK_MASKS[2], 12),
    (_FIGURES, 10),
)
_PRIMIERA_BY_SUIT: Final = tuple(
    tuple((suit_mask & rank_mask, value) for rank_mask, value in _PRIMIERA_SCALE)
    for suit_mask in SUIT_MASKS.values()
)


def primiera_value(pile: int) -> int | None:
    """Add up the best card of each suit in a pile; None when a suit is missing (R6.4).

    >>> from games.engine.cards import mask_of, parse_card
    >>> primiera_value(mask_of(map(parse_card, ["7D", "7C", "6S", "6B", "1B"])))
    78
    """
    total = 0
    for scale in _PRIMIERA_BY_SUIT:
        for mask, value in scale:
            if pile & mask:
                total += value
                break
        else:
            return None
    return total


def _unique_top(values: Sequence[int | None]) -> int | None:
    """Give the index of the highest value if it stands alone (R6.5)."""
    present = [value for value in values if value is not None]
    if not present or present.count(top := max(present)) > 1:
        return None
    return values.index(top)


def _most(counts: Sequence[int], whole: int, award: Award) -> int | None:
    """Give the side with the most cards of a kind, or with over half of them (R6.1, R6.2)."""
    side = _unique_top(counts)
    if side is None or (award == "majority" and counts[side] * 2 <= whole):
        return None
    return side


def score_deal(
    rules: RuleSet, number: int, piles: Sequence[int], scope: Sequence[int]
) -> DealScore:
    """Score the piles and the scope of each side at the end of a deal (R6)."""
    scoring = rules.scoring
    cards = [pile.bit_count() for pile in piles]
    coins = [(pile & _DENARI).bit_count() for pile in piles]
    primes = tuple(primiera_value(pile) for pile in piles)
    carte = _most(cards, ALL_CARDS.bit_count(), scoring.cards.award)
    denari = _most(coins, _DENARI.bit_count(), scoring.denari.award)
    settebello = next((side for side, pile in enumerate(piles) if pile & SETTEBELLO.mask), None)
    primiera = _unique_top(primes)  # R6.4
    points = [count * rules.sweep.points for count in scope]  # R4.1
    for side, value in (
        (carte, scoring.cards.points),
        (denari, scoring.denari.points),
        (settebello, scoring.settebello),  # R6.3
        (primiera, scoring.primiera.points),
    ):
        if side is not None:
            points[side] += value
    return DealScore(
        number, tuple(points), carte, denari, settebello, primiera, tuple(scope), primes
    )


def outcome_of(rules: RuleSet, scores: Sequence[int], deals_played: int) -> Outcome | None:
    """Tell whether a match is over after a scored deal, and who won (R7)."""
    leader = _unique_top(scores)
    if rules.match.mode == "target":
        # R7.2, R7.3: the only highest total wins once it has reached the target.
        over = leader is not None and scores[leader] >= rules.match.target
    else:
        # R7.4: after the last deal; a shared lead is a draw or plays on.
        over = deals_played >= (rules.match.deals or 1) and (
            leader is not None or rules.match.tie == "draw"
        )
    return Outcome(leader, "completed", tuple(scores)) if over else None


def outcome_of_resignation(rules: RuleSet, scores: Sequence[int], side: int) -> Outcome:
    """Give the match to the other side, or to the only leader of the others (R7.5)."""
    others = [score if other != side else None for other, score in enumerate(scores)]
    return Outcome(_unique_top(others), "resigned", tuple(scores))
