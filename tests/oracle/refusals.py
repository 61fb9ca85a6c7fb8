"""Why a play is against the rules, as a short code."""

from tests.oracle.captures import FIFTEEN, choices
from tests.oracle.cards import ACE, of_rank, rank


class Refused(Exception):
    """A move the rules do not allow, with the reason as a short code."""

    def __init__(self, code):
        super().__init__(code)
        self.code = code


def may_not_open(rules, hand, worths, card, *, opening):
    """Say whether the card is an Ace that may not be the first of the deal.

    A hand of nothing but Aces may open with one. `worths` tells what each card of the hand counts
    for.
    """
    if not opening or rules["ace"]["opening"] != "forbidden" or worths[card] != ACE:
        return False
    return any(worths[other] != ACE for other in hand)


def refusal(rules, hand, worths, table, card, capture, *, opening=False):
    """Return the code of the reason against this play, or None where the play is legal.

    `capture` is a list of table cards, `[]` to lay the card down, None where it was left out.
    """
    if card not in hand:
        return "card_not_in_hand"
    if may_not_open(rules, hand, worths, card, opening=opening):
        return "ace_may_not_open"
    options = choices(rules, table, card, worths[card], opening=opening)
    if capture is None:
        return "ambiguous_capture" if len(options) > 1 else None
    if len(set(capture)) != len(capture):
        return "duplicate_capture_card"
    if any(other not in table for other in capture):
        return "capture_not_on_table"
    if not capture:
        return None if [] in options else "capture_required"
    return _wrong_set(rules, options, table, worths[card], capture)


def _wrong_set(rules, options, table, worth, capture):
    wanted = set(capture)
    if any(set(option) == wanted for option in options):
        return None
    if any(option and set(option) < wanted for option in options):
        return "capture_too_many"
    if any(wanted < set(option) for option in options):
        return "capture_too_few"
    return _right_sum(rules, table, worth, wanted) or "capture_sum_mismatch"


def _right_sum(rules, table, worth, wanted):
    """Return why a set that adds up may not be taken, or None where it does not add up."""
    capture = rules["capture"]
    total = sum(rank(other) for other in wanted)
    plain = capture["mode"] != "fifteen" and total == worth
    fifteen = capture["mode"] != "sum" and total + worth == FIFTEEN
    if not plain and not fifteen:
        return None
    if plain and capture["choice"] == "single_first" and of_rank(table, worth):
        return "equal_card_first"
    if len(wanted) > (capture["max_table_cards"] or len(table)):
        return "too_many_table_cards"
    return "fewest_cards_first"
