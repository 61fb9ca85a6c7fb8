"""How the recorded facts are asked of both programs, and how scores are compared with them."""

import pytest

from tests.engine.positions import last_card
from tests.engine.programs import PROGRAMS


def every(cases):
    """Ask each fact of both programs; the test is named by the fact's id."""
    programs = pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
    named = pytest.mark.parametrize("case", cases, ids=lambda case: case["id"])
    return lambda test: programs(named(test))


def card_names(cards):
    """Return the cards as a field of a position."""
    return " ".join(cards) or "-"


def pooled(case):
    """Return piles and scope by side; partners put theirs together."""
    if "teams" not in case:
        return case["piles"], case["scope_counts"]
    piles = [
        [card for seat in team for card in case["piles_by_seat"][seat]] for team in case["teams"]
    ]
    scope = [sum(case["scope_by_seat"][seat] for seat in team) for team in case["teams"]]
    return piles, scope


def finished_with(program, preset, piles, scope, changes, score=None):
    """Return the game whose deal has just ended with these piles."""
    seats = 4 if "coppie" in preset else len(piles)
    game = program.at(preset, last_card(piles, scope, score=score, seats=seats), changes)
    (move,) = game.legal()
    game.play(0, move[0], [])
    return game


def compare_score(expected, piles, score):
    """Check every category of a scored deal, and the counts behind it."""
    sides = range(len(piles))
    assert [len(pile) for pile in piles] == expected["carte_n"]
    assert [len([c for c in pile if c[-1] == "D"]) for pile in piles] == expected["denari_n"]
    assert score["primiera_values"] == expected["primiera_n"]
    assert score["detail"]["cards"] == expected["carte_n"]
    assert score["detail"]["denari"] == expected["denari_n"]
    for category in ["carte", "denari", "settebello", "primiera"]:
        assert [int(score[category] == side) for side in sides] == expected[category], category
    assert score["scope"] == expected["scope"]
    assert score["points"] == expected["total"]
