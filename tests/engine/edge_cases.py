"""The catalogue of edge cases by number: what its short names mean here, and what is no rule.

A test of a catalogued case has the case's number in its name (`test_07_…`) and names the clauses
of `docs/rules.md` in its docstring.
"""

import re
from pathlib import Path

import pytest

from tests.engine.programs import PROGRAMS

LAST_NUMBER = 84

# The catalogue's short name of a variant, and the preset that is played so. What a row adds to
# the name ("majority", "sweeps", "no napoleone") its test adds by an override.
PRESET_OF = {
    "classica": "scopa_classica",
    "singola": "smazzata_singola",
    "in_tre": "scopa_in_tre",
    "a_coppie": "scopa_a_coppie",
    "scopone_10": "scopone_scientifico",
    "bga-like": "scopa_bga",
    "perdere": "scopa_a_perdere",
    "rebello": "scopa_rebello",
    "napola": "scopa_napola",
    "assi": "scopa_assi",
    "apt": "asso_piglia_tutto",
    "scopone_assi": "scopone_assi",
    "quindici": "scopa_quindici",
    "escoba": "escoba",
    "cirulla": "cirulla",
}

NOT_A_RULE = {
    81: "who runs out of time or leaves is a matter of the match, not of the deal",
    82: "a French pack is a way of drawing the same cards",
}

both = pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)


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


def options(game, card):
    """Return what a card may take, as a set of sets; the empty one is to lay it down."""
    return {capture for played, capture in game.legal() if played == card}


def sets(*captures):
    """Return sets of cards written as words, as `options` answers them."""
    return {frozenset(capture.split()) for capture in captures}
