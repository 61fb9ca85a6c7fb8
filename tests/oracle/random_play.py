"""Random play, for the comparison of speed."""

import random

from tests.oracle.cards import DECK
from tests.oracle.match import legal_moves, needs_deck, new_match, play, start_deal, turn
from tests.oracle.rules import ruleset


def random_deal(seed):
    """Play one deal of `scopa_classica` between two random players; return the plies played."""
    dice = random.Random(seed)
    match = new_match(ruleset("scopa_classica"), first_dealer=0)
    while needs_deck(match):
        deck = list(DECK)
        dice.shuffle(deck)
        match = start_deal(match, deck)
    while not match["deals"]:
        card, capture = dice.choice(legal_moves(match))
        match = play(match, turn(match), card, capture)
    return match["ply"]
