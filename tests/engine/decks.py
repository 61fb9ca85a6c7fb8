"""Decks stacked so that the cards fall where a test wants them.

Dealing order: in each round a packet to every seat from the dealer's right on; in the first round
the table follows the hands.
"""

from tests.oracle import DECK


def stacked(*, dealer, rounds, table):
    """Return the deck that deals `rounds[round][seat]` and `table`."""
    seats = len(rounds[0])
    deck = []
    for number, hands in enumerate(rounds):
        for step in range(seats):
            deck += hands[(dealer + 1 + step) % seats]
        if number == 0:
            deck += table
    return deck


def with_table(table, *, before):
    """Return a deck whose table cards, after `before` cards for the hands, are these."""
    rest = [card for card in DECK if card not in table]
    return rest[:before] + list(table) + rest[before:]
