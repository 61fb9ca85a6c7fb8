"""Matches in a known position, played over HTTP from there.

The shuffle is the one thing that HTTP cannot choose: the first pack is stacked through the service.
"""

from django.utils import timezone

from games import engine, services
from players.queries import player_by_username
from tests.api.callers import guests
from tests.engine.decks import stacked


class Table:
    """A match and who sits where."""

    def __init__(self, pk, match_id, callers):
        self.pk = pk
        self.id = match_id
        self.callers = callers  # by seat; None for an AI

    @property
    def people(self):
        """The seats that people hold."""
        return [seat for seat, caller in enumerate(self.callers) if caller is not None]

    def view(self, seat=None):
        """Look at the match from a seat; left out, from the one on turn."""
        return self.callers[self.turn if seat is None else seat].look(self.id)

    @property
    def turn(self):
        return self.view(self.people[0])["turn"]["seat"]

    def check_answers(self, are_checked):
        """Hold the answers from now on against the document, or not."""
        for seat in self.people:
            self.callers[seat].is_checked = are_checked

    def play(self, seat, **move):
        """Send a move, at the current ply unless another is given."""
        if "ply" not in move:
            move["ply"] = self.view(seat)["ply"]
        return self.callers[seat].play(self.id, **move)


def two_players(hand, *, table, opponent=(), preset="scopa_classica", rules=None, ai=None):
    """Deal so that seat 1, which begins, holds `hand`, and these four cards lie on the table.

    Cards left open are the first ones that are named nowhere. `ai`: the level of seat 0.
    """
    named = [*hand, *table, *opponent]
    rest = [str(card) for card in engine.DECK if str(card) not in named]
    first = [*opponent, *_taken(rest, 3 - len(opponent))]
    second = [*hand, *_taken(rest, 3 - len(hand))]
    rounds = [[first, second], *([_taken(rest, 3), _taken(rest, 3)] for _ in range(5))]
    deck = [engine.parse_card(card) for card in stacked(dealer=0, rounds=rounds, table=table)]
    return deal(2, lambda: deck, preset=preset, rules=rules, ai=ai)


def deal(players, shuffle, *, preset, rules=None, ai=None):
    """Seat guests, or an AI of level `ai` at seat 0, and deal the packs that `shuffle` returns.

    Seat 0 is the first dealer.
    """
    callers = guests(players)
    if ai is not None:
        callers[0] = None
    host = player_by_username(callers[-1].username)
    record = services.create_match(
        creator_id=host.pk,
        preset=preset,
        overrides={"deal.first_dealer": "seat_0", **(rules or {})},
        seats=[_seat(caller, callers[-1], ai) for caller in callers],
        now=timezone.now(),
        shuffle=shuffle,
    )
    for caller in callers[:-1]:
        if caller is not None:
            record = services.join_match(
                match_id=record.match.public_id,
                player_id=player_by_username(caller.username).pk,
                now=timezone.now(),
                shuffle=shuffle,
            )
    return Table(record.match.pk, str(record.match.public_id), callers)


def _seat(caller, host, ai):
    if caller is None:
        return services.SeatRequest("ai", level=ai)
    if caller is host:
        return services.SeatRequest("me")
    return services.SeatRequest("player", username=caller.username)


def _taken(cards, count):
    taken, cards[:count] = cards[:count], []
    return taken
