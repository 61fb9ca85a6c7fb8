"""Whether the totals after a deal end the match, and who has won it."""

from tests.oracle.most import gap, most


def match_result(rules, totals, deals_played, won_outright=None):
    """Return `(ended, winner)` for totals by side after a whole deal; winner None when drawn.

    `ended` is how: "completed", "deal_limit", or None where the match goes on.
    """
    over, winner = _reached(rules, totals, deals_played, won_outright)
    if over:
        return "completed", winner
    ending = rules["match"]
    length = ending["deals"] if ending["mode"] == "fixed_deals" else ending["target"]
    if deals_played >= 200 and deals_played >= 4 * length:
        return "deal_limit", most(_ranked(ending, totals))
    return None, None


def _ranked(ending, totals):
    """Turn totals round where the points are to be avoided: the best is then the lowest."""
    return [-total for total in totals] if ending["objective"] == "lose" else totals


def _reached(rules, totals, deals_played, won_outright):
    ending = rules["match"]
    if won_outright is not None:
        return True, won_outright
    ranked = _ranked(ending, totals)
    best = most(ranked)
    if ending["mode"] == "fixed_deals":
        if deals_played < ending["deals"]:
            return False, None
        if best is None:
            return ending["tie"] == "draw", None
        return True, best
    top = most(totals)
    if top is None or totals[top] < ending["target"]:
        return False, None
    if best is None or gap(ranked) < ending["margin"]:
        return False, None
    return True, best
