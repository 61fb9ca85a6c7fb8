"""The table at which two apps play: who is on turn, and what each of them hears."""

import random

from tests.e2e.app_client import check


class Table:
    """Two people, what each listens with, and the match they play."""

    def __init__(self, people, ears, clock, seed, hand_size):
        self.people, self.ears, self.clock, self.hand_size = people, ears, clock, hand_size
        self.dice = random.Random(seed)
        self.match = self.rematch = self.untaken = ""
        self.timed_out = set()  # plies that were not played by whoever was on turn

    def sit_down(self, match):
        """Follow a match from here on."""
        self.match = match
        for person in self.people:
            person.match = match

    def ear(self, person):
        return self.ears[self.people.index(person)]

    def seat(self, person):
        return self.people.index(person)

    def other(self, person):
        return self.people[1 - self.people.index(person)]

    def on_turn(self, match=None):
        """Give who is on turn, the other, and the view of the first; None when it is over."""
        view = self.people[0].view(match or self.match)
        if view["turn"] is None:
            return None
        seats = [seat["player"]["id"] for seat in view["seats"]]
        holder = seats[view["turn"]["seat"]]
        person = next(each for each in self.people if each.player_id == holder)
        if person is not self.people[0]:
            view = person.view(view["id"])
        check(view["legal_moves"], f"{person.name} is on turn at {view['ply']} without a move")
        return person, self.other(person), view

    def choose(self, view):
        return self.dice.choice(view["legal_moves"])

    def play_until(self, person, *, cards=2):
        """Play on until somebody is on turn and each holds so many cards; give their view."""
        while True:
            turn = self.on_turn()
            check(turn is not None, "the match was over before the story was")
            mover, _, view = turn
            if mover is person and min(seat["hand_count"] for seat in view["seats"]) >= cards:
                return view
            mover.play(view, self.choose(view))
