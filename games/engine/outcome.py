"""The end of a match, and who won it (R7)."""

from collections.abc import Sequence
from typing import Final

from .ruleset import MatchRules, RuleSet
from .scoring import unique_top
from .state import DealScore, Outcome

_LEAST_LIMIT: Final = 200  # deals
_DEALS_PER_POINT: Final = 4


def outcome_of(rules: RuleSet, scores: Sequence[int], deals: Sequence[DealScore]) -> Outcome | None:
    """Tell whether a match is over after the last of its scored deals, and who won."""
    detail = deals[-1].detail
    outright = None if detail is None else detail.won_outright
    if outright is not None:  # R6.9
        return Outcome(outright, "completed", tuple(scores))
    leader = _leader(rules.match, scores)
    if _is_over(rules.match, scores, len(deals), leader):
        return Outcome(leader, "completed", tuple(scores))
    if len(deals) >= deal_limit(rules):  # R7.8
        return Outcome(unique_top(_standing(rules.match, scores)), "deal_limit", tuple(scores))
    return None


def deal_limit(rules: RuleSet) -> int:
    """Give the number of scored deals after which a match ends as it stands (R7.8).

    >>> deal_limit(RuleSet())
    200
    """
    length = rules.match.deals or rules.match.target  # R8.3: one of them says how long it is
    return max(_LEAST_LIMIT, _DEALS_PER_POINT * length)


def _is_over(rules: MatchRules, scores: Sequence[int], deals: int, leader: int | None) -> bool:
    if rules.deals is None:  # a match to a target (R8.3)
        return leader is not None and _target_is_reached(rules, scores)
    # R7.4: after the last deal; a shared lead is a draw or plays on.
    return deals >= rules.deals and (leader is not None or rules.tie == "draw")


def _leader(rules: MatchRules, scores: Sequence[int]) -> int | None:
    """Give the side that stands best, alone and by the margin (R7.3, R7.6)."""
    standing = _standing(rules, scores)
    leader = unique_top(standing)
    if leader is None:
        return None
    ahead = scores[leader]
    others = (score for side, score in enumerate(scores) if side != leader)
    return leader if all(abs(ahead - score) >= rules.margin for score in others) else None


def _standing(rules: MatchRules, scores: Sequence[int | None]) -> Sequence[int | None]:
    """Turn totals round where the lowest is the best (R7.7)."""
    if rules.objective == "win":
        return scores
    return [None if score is None else -score for score in scores]


def _target_is_reached(rules: MatchRules, scores: Sequence[int]) -> bool:
    """Tell whether the highest total stands alone, and has reached the target (R7.2, R7.3)."""
    return max(scores) >= rules.target and unique_top(scores) is not None


def outcome_of_resignation(rules: RuleSet, scores: Sequence[int], side: int) -> Outcome:
    """Give the match to the other side, or to the only best of the others (R7.5)."""
    others = [score if other != side else None for other, score in enumerate(scores)]
    winner = unique_top(_standing(rules.match, others))
    return Outcome(winner, "resigned", tuple(scores))
