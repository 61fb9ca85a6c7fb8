"""Whether the totals after a deal end the match, and who has won it."""

from tests.oracle.most import gap, most


def match_result(rules, totals, deals_played, won_outright=None):
    """Return `(over, winner)` for totals by side after a whole deal; winner None when drawn."""
    ending = rules["match"]
    if won_outright is not None:
        return True, won_outright
    # Where the points are to be avoided, the best total is the lowest.
    ranked = [-total for total in totals] if ending["objective"] == "lose" else totals
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
