"""The score of a deal (R6)."""

from collections.abc import Sequence
from typing import Final

from .cards import ALL_CARDS, RANK_MASKS, SETTEBELLO, SUIT_MASKS, Suit, mask_of, parse_card
from .primiera import primiera_hands, primiera_ranking, primiera_values
from .ruleset import AwardRules, NapolaRules, RuleSet, SevensRules
from .state import DealDetail, DealScore

_DENARI: Final = SUIT_MASKS[Suit.DENARI]
_SEVENS: Final = RANK_MASKS[7]
_RE_BELLO: Final = parse_card("10D").mask
_GRANDE: Final = mask_of(map(parse_card, ("8D", "9D", "10D")))
_RUN: Final = tuple(_DENARI & mask for mask in RANK_MASKS[1:])
_SHORTEST_RUN: Final = 3


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
    scoring = rules.scoring
    cards, denari = _counts(piles, ALL_CARDS), _counts(piles, _DENARI)
    values = primiera_values(scoring.primiera, piles)
    carte = _most(cards, ALL_CARDS, scoring.cards)  # R6.1
    most_denari = _most(denari, _DENARI, scoring.denari)  # R6.2
    settebello = _holder(piles, SETTEBELLO.mask, scoring.settebello)  # R6.3
    ranking = primiera_ranking(scoring.primiera, piles, values)
    primiera = unique_top(ranking) if scoring.primiera.points else None  # R6.4
    detail = _detail(rules, piles, cards, denari, declarations, dealer_bonus)
    points = [count * rules.sweep.points for count in scope]  # R4.1, R4.3
    for side, value in (
        (carte, scoring.cards.points),
        (most_denari, scoring.denari.points),
        (settebello, scoring.settebello),
        (primiera, scoring.primiera.points),
        (detail.re_bello, scoring.re_bello),  # R6.7
        (detail.grande, scoring.grande),  # R6.10
    ):
        if side is not None:
            points[side] += value
    _add_further(rules, detail, points)
    return DealScore(
        number,
        tuple(points),
        carte,
        most_denari,
        settebello,
        primiera,
        tuple(scope),
        values,
        detail,
    )


def _counts(piles: Sequence[int], cards: int) -> tuple[int, ...]:
    return tuple([(pile & cards).bit_count() for pile in piles])


def _most(counts: Sequence[int], whole: int, rules: AwardRules) -> int | None:
    """Give the side with the most cards of a kind, or with over half of them."""
    side = unique_top(counts) if rules.points else None
    too_few = side is not None and counts[side] * 2 <= whole.bit_count()
    return None if too_few and rules.award == "majority" else side


def _holder(piles: Sequence[int], cards: int, points: int) -> int | None:
    """Give the side that has all of some cards, where that is worth something."""
    if not points:
        return None
    return next((side for side, pile in enumerate(piles) if pile & cards == cards), None)


def _detail(
    rules: RuleSet,
    piles: Sequence[int],
    cards: tuple[int, ...],
    denari: tuple[int, ...],
    declarations: Sequence[int] | None,
    dealer_bonus: Sequence[int] | None,
) -> DealDetail:
    scoring, nothing = rules.scoring, (0,) * len(piles)
    return DealDetail(
        cards=cards,
        denari=denari,
        primiera=primiera_hands(scoring.primiera, piles),
        re_bello=_holder(piles, _RE_BELLO, scoring.re_bello),
        napola=tuple([_run(pile, scoring.napola) for pile in piles]),
        grande=_holder(piles, _GRANDE, scoring.grande),
        sevens=_counts(piles, _SEVENS),
        declarations=nothing if declarations is None else tuple(declarations),
        dealer_bonus=nothing if dealer_bonus is None else tuple(dealer_bonus),
        won_outright=_holder(piles, _DENARI, scoring.napola.napoleone_wins),  # R6.9
    )


def _run(pile: int, rules: NapolaRules) -> int:
    """Count the denari of a pile from the Ace on without a gap; 0 for too few (R6.8)."""
    if not rules.enabled:
        return 0
    length = next((rank for rank, card in enumerate(_RUN) if not pile & card), len(_RUN))
    return length if length >= _SHORTEST_RUN else 0


def _add_further(rules: RuleSet, detail: DealDetail, points: list[int]) -> None:
    """Add what several sides can score at once, or on the way: runs, sevens, declarations."""
    for side, run in enumerate(detail.napola):
        points[side] += min(run, rules.scoring.napola.cap)
        points[side] += detail.declarations[side]  # R10.1
    _add_sevens(rules.scoring.sevens, detail.sevens, points)


def _add_sevens(rules: SevensRules, sevens: Sequence[int], points: list[int]) -> None:
    """Add the points for the most sevens, and for all of them (R6.11)."""
    side = unique_top(sevens)
    if side is not None:
        points[side] += rules.most
        points[side] += rules.all_four * (sevens[side] == _SEVENS.bit_count())
