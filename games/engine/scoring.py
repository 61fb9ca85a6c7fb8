"""The score of a deal (R6)."""

from collections.abc import Sequence
from typing import Final

from .cards import ALL_CARDS, RANK_MASKS, SETTEBELLO, SUIT_MASKS, Suit, mask_of, parse_card
from .primiera import primiera_hands, primiera_ranking, primiera_values
from .ruleset import AwardRules, NapolaRules, RuleSet, ScoringRules
from .state import DealDetail, DealScore

_DENARI: Final = SUIT_MASKS[Suit.DENARI]
_SEVENS: Final = RANK_MASKS[7]
_RE_BELLO: Final = parse_card("10D").mask
_GRANDE: Final = mask_of(map(parse_card, ("8D", "9D", "10D")))
_RUN: Final = tuple(_DENARI & mask for mask in RANK_MASKS[1:])
_SHORTEST_RUN: Final = 3

# The side that has a point, if any, and what the point is worth.
_Award = tuple[int | None, int]


def unique_top(values: Sequence[int | None]) -> int | None:
    """Give the index of the highest value if it stands alone (R6.5).

    >>> unique_top([3, None, 5]), unique_top([5, 3, 5]), unique_top([None, None])
    (2, None, None)
    """
    present = [value for value in values if value is not None]
    if not present or present.count(top := max(present)) > 1:
        return None
    return values.index(top)


def score_deal(
    rules: RuleSet,
    number: int,
    piles: Sequence[int],
    scope: Sequence[int],
    *,
    declarations: Sequence[int] | None = None,
    dealer_bonus: Sequence[int] | None = None,
) -> DealScore:
    """Score the piles and the scope of each side at the end of a deal (R6).

    `declarations` are points by side; `dealer_bonus` is what part of the scope the opening
    table made, for the detail. Both are nothing when left out.
    """
    nothing = (0,) * len(piles)
    values = primiera_values(rules.scoring.primiera, piles)
    awards = _awards(rules.scoring, piles, values)
    declared = nothing if declarations is None else tuple(declarations)
    (carte, _), (denari, _), (settebello, _), (primiera, _), (re_bello, _), (grande, _), *_ = awards
    detail = DealDetail(
        cards=_counts(piles, ALL_CARDS),
        denari=_counts(piles, _DENARI),
        primiera=primiera_hands(rules.scoring.primiera, piles, values),
        re_bello=re_bello,
        napola=_runs(rules.scoring.napola, piles),
        grande=grande,
        sevens=_counts(piles, _SEVENS),
        declarations=declared,
        dealer_bonus=nothing if dealer_bonus is None else tuple(dealer_bonus),
        won_outright=_holder(piles, _DENARI, rules.scoring.napola.napoleone_wins),  # R6.9
    )
    points = _added_up(rules, piles, scope, awards, declared)
    return DealScore(
        number, points, carte, denari, settebello, primiera, tuple(scope), values, detail
    )


def deal_points(
    rules: RuleSet, piles: Sequence[int], scope: Sequence[int], declarations: Sequence[int]
) -> tuple[int, ...]:
    """Give the points of a deal by side, without how they came about: what a search asks."""
    values = primiera_values(rules.scoring.primiera, piles)
    awards = _awards(rules.scoring, piles, values)
    return _added_up(rules, piles, scope, awards, declarations)


def _awards(
    scoring: ScoringRules, piles: Sequence[int], values: Sequence[int | None]
) -> tuple[_Award, ...]:
    """Give who has each of the points that one side can have, and what it is worth."""
    ranking = primiera_ranking(scoring.primiera, piles, values)
    sevens = _counts(piles, _SEVENS) if scoring.sevens.most else ()
    return (
        (_most(piles, ALL_CARDS, scoring.cards), scoring.cards.points),  # R6.1
        (_most(piles, _DENARI, scoring.denari), scoring.denari.points),  # R6.2
        (_holder(piles, SETTEBELLO.mask, scoring.settebello), scoring.settebello),  # R6.3
        (unique_top(ranking) if scoring.primiera.points else None, scoring.primiera.points),  # R6.4
        (_holder(piles, _RE_BELLO, scoring.re_bello), scoring.re_bello),  # R6.7
        (_holder(piles, _GRANDE, scoring.grande), scoring.grande),  # R6.10
        (unique_top(sevens), scoring.sevens.most),  # R6.11
        (_holder(piles, _SEVENS, scoring.sevens.all_four), scoring.sevens.all_four),
    )


def _added_up(
    rules: RuleSet,
    piles: Sequence[int],
    scope: Sequence[int],
    awards: tuple[_Award, ...],
    declarations: Sequence[int],
) -> tuple[int, ...]:
    points = [count * rules.sweep.points for count in scope]  # R4.1, R4.3
    for side, value in awards:
        if side is not None:
            points[side] += value
    for side, run in enumerate(_runs(rules.scoring.napola, piles)):
        points[side] += min(run, rules.scoring.napola.cap) + declarations[side]  # R10.1
    return tuple(points)


def _counts(piles: Sequence[int], cards: int) -> tuple[int, ...]:
    return tuple([(pile & cards).bit_count() for pile in piles])


def _most(piles: Sequence[int], kind: int, rules: AwardRules) -> int | None:
    """Give the side with the most cards of a kind, or with over half of them."""
    if not rules.points:
        return None
    counts = _counts(piles, kind)
    side = unique_top(counts)
    too_few = side is not None and counts[side] * 2 <= kind.bit_count()
    return None if too_few and rules.award == "majority" else side


def _holder(piles: Sequence[int], cards: int, points: int) -> int | None:
    """Give the side that has all of some cards, where that is worth something."""
    if points:
        for side, pile in enumerate(piles):
            if pile & cards == cards:
                return side
    return None


def _runs(rules: NapolaRules, piles: Sequence[int]) -> tuple[int, ...]:
    """Count the denari of each pile from the Ace on without a gap; 0 for too few (R6.8)."""
    if not rules.enabled:
        return (0,) * len(piles)
    lengths = [
        next((rank for rank, card in enumerate(_RUN) if not pile & card), len(_RUN))
        for pile in piles
    ]
    return tuple([length if length >= _SHORTEST_RUN else 0 for length in lengths])
