"""Matches in a known position, played over HTTP from there.

The shuffle is the one thing that HTTP cannot choose: the pack is stacked through the service.
"""

from django.utils import timezone

from games import engine, services
from players.queries import player_by_username
from tests.api.callers import Caller, guests
from tests.engine.decks import stacked


class Table:
    """A match in which seat 0 deals and seat 1 begins, and who sits where."""

    def __init__(self, record, callers):
        self.pk = record.match.pk
        self.id = str(record.match.public_id)
        self.callers = callers

    def view(self, seat=None):
        """Look at the match from a seat; left out, from the one on turn."""
        return self.callers[self.turn if seat is None else seat].look(self.id)

    @property
    def turn(self):
        return self.callers[0].look(self.id)["turn"]["seat"]

    def play(self, seat, **move):
        """Send a move, at the current ply unless another is given."""
        move.setdefault("ply", self.callers[seat].look(self.id)["ply"])
        return self.callers[seat].play(self.id, **move)


def two_players(hand, *, table, opponent=(), preset="scopa_classica", rules=None, ai=None):
    """Deal so that seat 1, which begins, holds `hand`, and these cards lie on the table.

    Cards left open are the first ones that are named nowhere. `ai`: the level of seat 0.
    """
    named = [*hand, *table, *opponent]
    rest = [str(card) for card in engine.DECK if str(card) not in named]
    first = [*opponent, *_taken(rest, 3 - len(opponent))]
    second = [*hand, *_taken(rest, 3 - len(hand))]
    rounds = [[first, second], *([_taken(rest, 3), _taken(rest, 3)] for _ in range(5))]
    deck = [engine.parse_card(card) for card in stacked(dealer=0, rounds=rounds, table=table)]
    return deal(2, deck, preset=preset, rules=rules, ai=ai)


def deal(players, deck, *, preset, rules=None, ai=None):
    """Seat guests, or an AI at seat 0, and deal this pack again and again."""
    callers = guests(players) if ai is None else [Caller(), *guests(players - 1)]
    creator = player_by_username(callers[-1].username)
    seats = [
        services.SeatRequest("ai", level=ai)
        if caller.token is None
        else services.SeatRequest("me")
        if caller is callers[-1]
        else services.SeatRequest("player", username=caller.username)
        for caller in callers
    ]
    record = services.create_match(
        creator_id=creator.pk,
        preset=preset,
        overrides={"deal.first_dealer": "seat_0", **(rules or {})},
        seats=seats,
        now=timezone.now(),
        shuffle=lambda: deck,
    )
    for caller in callers[:-1]:
        if caller.token is not None:
            record = services.join_match(
                match_id=record.match.public_id,
                player_id=player_by_username(caller.username).pk,
                now=timezone.now(),
                shuffle=lambda: deck,
            )
    return Table(record, callers)


def _taken(cards, count):
    taken, cards[:count] = cards[:count], []
    return taken
