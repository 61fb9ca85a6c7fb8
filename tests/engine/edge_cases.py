"""The catalogue of edge cases by number: what belongs to later tiers, and what is no rule.

A test of a catalogued case has the case's number in its name (`test_07_…`) and names the clauses
of `docs/rules.md` in its docstring.
"""

import re
from pathlib import Path

LAST_NUMBER = 84

# The value that the case needs, which the engine does not play yet: it must say so, by path.
LATER = {
    4: ("capture.choice", "fewest_cards"),
    10: ("capture.mandatory", False),
    48: ("match.objective", "lose"),
    52: ("scoring.re_bello", 1),
    53: ("scoring.napola.enabled", True),
    54: ("scoring.napola.enabled", True),
    55: ("scoring.napola.napoleone_wins", True),
    56: ("scoring.napola.enabled", True),
    57: ("scoring.napola.enabled", True),
    58: ("ace.sweep", True),
    59: ("ace.scores_scopa", True),
    60: ("ace.sweep", True),
    61: ("ace.sweep", True),
    62: ("ace.with_ace_on_table", "sweeps"),
    63: ("ace.sweep", True),
    64: ("ace.on_empty_table", "taken"),
    65: ("ace.opening", "forbidden"),
    66: ("ace.sweep", True),
    67: ("ace.sweep", True),
    68: ("capture.mode", "fifteen"),
    69: ("capture.mode", "fifteen"),
    70: ("capture.mode", "fifteen"),
    71: ("capture.mode", "fifteen"),
    72: ("capture.mode", "fifteen"),
    73: ("deal.dealer_bonus", "groups_of_15"),
    74: ("deal.dealer_bonus", "groups_of_15"),
    75: ("scoring.sevens.most", 1),
    76: ("deal.redeal_aces_min", 2),
    77: ("capture.mode", "sum_or_fifteen"),
}

NOT_A_RULE = {
    81: "who runs out of time or leaves is a matter of the match, not of the deal",
    82: "a French pack is a way of drawing the same cards",
}


def cases_of(*test_classes):
    """Return number and test of every catalogued case in the classes."""
    return [
        (int(name[5:7]), test)
        for test_class in test_classes
        for name, test in vars(test_class).items()
        if re.match(r"test_\d\d_", name)
    ]


def clauses():
    """Return the ids of all clauses of the rules."""
    text = (Path(__file__).parents[2] / "docs" / "rules.md").read_text()
    return set(re.findall(r"^\*\*(R\d+\.\d+)\*\*", text, flags=re.MULTILINE))
