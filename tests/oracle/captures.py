"""What a card may take, by trying every combination of table cards."""

import itertools

from tests.oracle.cards import ACE, of_rank, rank

FIFTEEN = 15
# Nine cards are worth fifteen at the least, and no capture is worth more than fourteen.
MOST_CARDS = 8


def captures(rules, table, card, worth=None, *, opening=False):
    """Return every set of table cards the card may take, each a sorted list.

    `worth` is what the card counts for where that is not its rank; `opening` says that it is the
    first card of the deal.
    """
    worth = worth or rank(card)
    if table and ace_has_power(rules, worth, opening=opening) and _sweeps(rules, table):
        return [sorted(table)]
    return ordinary_captures(rules, table, worth)


def ace_has_power(rules, worth, *, opening=False):
    """Say whether a card is an Ace that does more than its rank does."""
    restrained = opening and rules["ace"]["opening"] != "free"
    return worth == ACE and rules["ace"]["sweep"] and not restrained


def _sweeps(rules, table):
    return rules["ace"]["with_ace_on_table"] == "sweeps" or not of_rank(table, ACE)


def ordinary_captures(rules, table, worth):
    """Return the sets that a card takes by its worth alone, whatever an Ace can do besides.

    One equal card, of the player's choice; two or more cards that add up to the card; or cards
    that make fifteen with it: which of them, is for the mode and the choice to say.
    """
    capture = rules["capture"]
    largest = min(capture["max_table_cards"] or MOST_CARDS, len(table), MOST_CARDS)
    found = []
    if capture["mode"] != "fifteen":
        found += [[other] for other in table if rank(other) == worth]
        if not found or capture["choice"] != "single_first":
            found += _worth(table, worth, range(2, largest + 1))
    if capture["mode"] != "sum":
        found += _worth(table, FIFTEEN - worth, range(1, largest + 1))
    if found and capture["choice"] == "fewest_cards":
        fewest = min(len(cards) for cards in found)
        found = [cards for cards in found if len(cards) == fewest]
    return found


def _worth(table, total, sizes):
    combinations = itertools.chain.from_iterable(
        itertools.combinations(table, size) for size in sizes
    )
    return [
        sorted(combination)
        for combination in combinations
        if sum(rank(other) for other in combination) == total
    ]


def choices(rules, table, card, worth=None, *, opening=False):
    """Return what may be done with a card: its captures, and `[]` where it may be laid down."""
    found = captures(rules, table, card, worth, opening=opening)
    if not found or not rules["capture"]["mandatory"]:
        return [*found, []]
    return found
