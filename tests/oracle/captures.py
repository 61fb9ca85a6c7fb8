"""What a card may take, by trying every combination of table cards."""

import itertools

from tests.oracle.cards import rank


class Refused(Exception):
    """A move the rules do not allow, with the reason as a short code."""

    def __init__(self, code):
        super().__init__(code)
        self.code = code


def captures(table, card):
    """Return every set of table cards the card may take, each a sorted list.

    One equal card, of the player's choice, as long as any lies there; else any two or more
    cards that add up to the card.
    """
    equals = [[other] for other in table if rank(other) == rank(card)]
    if equals:
        return equals
    combinations = itertools.chain.from_iterable(
        itertools.combinations(table, size) for size in range(2, len(table) + 1)
    )
    return [
        sorted(combination)
        for combination in combinations
        if sum(rank(other) for other in combination) == rank(card)
    ]


def refusal(hand, table, card, capture):
    """Return the code of the reason against this play, or None where the play is legal.

    `capture` is a list of table cards, `[]` to lay the card down, None where it was left out.
    """
    options = captures(table, card)
    if card not in hand:
        return "card_not_in_hand"
    if capture is None:
        return "ambiguous_capture" if len(options) > 1 else None
    if len(set(capture)) != len(capture):
        return "duplicate_capture_card"
    if any(other not in table for other in capture):
        return "capture_not_on_table"
    if not capture:
        return "capture_required" if options else None
    return _wrong_set(options, card, capture)


def _wrong_set(options, card, capture):
    wanted = set(capture)
    if any(set(option) == wanted for option in options):
        return None
    if any(set(option) < wanted for option in options):
        return "capture_too_many"
    if any(wanted < set(option) for option in options):
        return "capture_too_few"
    if sum(rank(other) for other in capture) == rank(card):
        return "equal_card_first"
    return "capture_sum_mismatch"
