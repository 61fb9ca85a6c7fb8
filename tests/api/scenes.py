"""A match with everybody who might look at it."""

from random import Random

from games import queries
from tests.api.callers import RANDOM, Caller, guests, invited
from tests.api.playing import step, table_of
from tests.api.walking import Walk, walker_of


class Scene:
    """A match created by somebody who holds no seat, with everybody who might look at it."""

    def __init__(self, preset, people, computers=0, *, auto_play_forced=False):
        self.organiser, self.stranger, *callers = guests(people + 2)
        seats = [*(invited(caller) for caller in callers), *[RANDOM] * computers]
        view = self.organiser.create(preset, seats=seats, auto_play_forced=auto_play_forced)
        for caller in callers:
            caller.join(view["id"])
        self.table = table_of(view, [*callers, *[None] * computers])
        self.played = []

    def walkers(self):
        for seat in self.table.people:
            caller = self.table.callers[seat]
            yield walker_of(f"seat {seat}", caller, seat=seat, may_see_the_table=True)
        yield walker_of("creator", self.organiser, may_see_the_table=True)
        yield walker_of("stranger", self.stranger)
        yield walker_of("anonymous", Caller())
        yield walker_of("bad token", Caller("scopa_wrong"))

    def moments(self, *, seed):
        """Play on by the dice; yield the view after each move, and keep the log."""
        dice = Random(seed)
        view = self.table.view(0)
        yield view
        while view["status"] == "active":
            number, ply = view["deal"]["number"], view["ply"]
            view = step(self.table, view, dice)
            moves = self.table.callers[0].moves(self.table.id, after_ply=ply - 1)["items"]
            assert moves[0]["deal"] == number
            self.played += moves
            yield view

    def walk(self):
        return Walk(self.table.id, [self._facts(move) for move in self.played])

    def leaks(self, *, pages=False):
        """Let everybody ask for everything now; return what leaked, and check nothing happened."""
        walk = self.walk()
        before = queries.all_matches([self.table.id]).values().get()
        found = [leak for each in self.walkers() for leak in walk.leaks(each, pages=pages)]
        assert queries.all_matches([self.table.id]).values().get() == before
        assert walk.asked > 300
        return found

    @staticmethod
    def _facts(move):
        return {name: move[name] for name in ("ply", "deal", "seat", "card", "capture", "scopa")}
