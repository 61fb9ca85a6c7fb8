"""The end of a match, and who won it (R7)."""

from collections.abc import Sequence

from .ruleset import MatchRules, RuleSet
from .scoring import unique_top
from .state import DealScore, Outcome


def outcome_of(rules: RuleSet, scores: Sequence[int], deals: Sequence[DealScore]) -> Outcome | None:
    """Tell whether a match is over after the last of its scored deals, and who won."""
    detail = deals[-1].detail
    outright = None if detail is None else detail.won_outright
    if outright is not None:  # R6.9
        return Outcome(outright, "completed", tuple(scores))
    leader = _leader(rules.match, scores)
    if rules.match.mode == "target":
        over = leader is not None and _target_is_reached(rules.match, scores)
    else:
        # R7.4: after the last deal; a shared lead is a draw or plays on.
        over = len(deals) >= (rules.match.deals or 1) and (
            leader is not None or rules.match.tie == "draw"
        )
    return Outcome(leader, "completed", tuple(scores)) if over else None


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
