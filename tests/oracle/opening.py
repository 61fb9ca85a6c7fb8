"""How a deal begins: the table that voids it, the dealer's bonus, the hands that declare."""

import itertools

from tests.oracle.cards import ACE, KING, of_rank, rank

VALUES = range(1, 11)


def is_void(rules, table):
    """Say whether Kings or Aces on the table void the deal."""
    for number, name in [(KING, "redeal_kings_min"), (ACE, "redeal_aces_min")]:
        least = rules["deal"][name]
        if least is not None and len(of_rank(table, number)) >= least:
            return True
    return False


def bonus_scope(rules, table):
    """Return how many scope the dealer makes of the opening table."""
    bonus = rules["deal"]["dealer_bonus"]
    if bonus == "groups_of_15":
        return _groups_of_15(table)
    if bonus == "total_15_30":
        totals = _totals(rules, table)
        return 2 if 30 in totals else 1 if 15 in totals else 0
    return 0


def _groups_of_15(table):
    total = sum(rank(card) for card in table)
    if total == 15:
        return 1
    halves = [
        part
        for size in range(1, len(table))
        for part in itertools.combinations(table, size)
        if sum(rank(card) for card in part) == 15
    ]
    return 2 if total == 30 and halves else 0


def _totals(rules, table):
    """Return what the table may be said to be worth: the wild card is worth anything."""
    wild = rules["declarations"]["wild"]
    others = sum(rank(card) for card in table if card != wild)
    if wild in table:
        return [others + value for value in VALUES]
    return [others]


def declaration(rules, hand):
    """Return `(kind, points, wild's worth or None)` for a hand that declares, or None.

    Three cards of a rank, or three that are worth little; the better of the two. The wild card
    makes up the three, or is an Ace among low cards.
    """
    declared = rules["declarations"]
    wild = declared["wild"] if declared["wild"] in hand else None
    others = [rank(card) for card in hand if card != wild]
    found = []
    if len(hand) == 3 and declared["three_of_a_kind"] and len(set(others)) == 1:
        found.append(("three_of_a_kind", declared["three_of_a_kind"], wild and others[0]))
    total = sum(others) + (ACE if wild else 0)
    if len(hand) == 3 and declared["low_hand"] and total <= declared["low_hand_max"]:
        found.append(("low_hand", declared["low_hand"], wild and ACE))
    return max(found, key=lambda entry: entry[1], default=None)
