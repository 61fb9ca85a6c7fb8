"""Whole matches over HTTP, by the dice; the computer's moves are made in this process."""

from random import Random

from django.utils import timezone

from games import queries, services
from tests.api.callers import good
from tests.api.tables import Table

MOST_PLIES = 36 * 60  # a match that never ends is a fault, not a long test
CHECKED = 7  # every so many plies the answers are held against the document, which takes its time


def steps(table, *, seed=0, checked=CHECKED):
    """Play random legal moves and yield the view after each."""
    dice = Random(seed)
    view = table.view(table.people[0])
    while view["status"] == "active":
        assert view["ply"] < MOST_PLIES
        table.check_answers(view["ply"] % checked == 0)
        view = step(table, view, dice)
        yield view
    table.check_answers(True)


def step(table, view, dice):
    """Make one move, of a person or an AI, and return the view after it."""
    seat, ply = view["turn"]["seat"], view["ply"]
    if view["seats"][seat]["type"] == "ai":
        assert services.run_ai_turn(match_pk=table.pk, ply=ply, now=timezone.now())
        return table.view(table.people[0])
    legal = table.view(seat)["legal_moves"]
    return good(table.play(seat, ply=ply, **dice.choice(legal)), 201)


def play_out(table, *, seed=0):
    """Play to the end and return the last view, as seat 0 or the first person sees it."""
    for _view in steps(table, seed=seed):
        pass
    return table.view(table.people[0])


def table_of(view, callers):
    """Make a table of a match that was created over HTTP; `callers` are by seat, None for AIs."""
    record = queries.all_matches([view["id"]]).get()
    return Table(record.pk, view["id"], callers)
