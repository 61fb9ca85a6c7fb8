"""The primiera: whose it is, and what each side has for it."""

from tests.oracle.cards import ACE, SUITS, of_rank, of_suit, rank
from tests.oracle.most import most

PRIME = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12, 8: 10, 9: 10, 10: 10}
SCALES = {"standard": PRIME, "figures_8_9_10": {**PRIME, 8: 8, 9: 9, 10: 10}}
NO_CARDS = [None for _ in SUITS]


def hand(rules, pile):
    """Return what a side has: its best card of each suit, their sum, its sevens, sixes and Aces.

    Whatever the method does not look at is None. The sum is None, too, where a suit is missing
    and none may be.
    """
    method = rules["scoring"]["primiera"]["method"]
    if method == "most_sevens":
        counts = [len(of_rank(pile, number)) for number in (7, 6, ACE)]
        return {"best": NO_CARDS, "value": None, "counts": counts}
    if method == "off":
        return {"best": NO_CARDS, "value": None, "counts": None}
    best = best_cards(rules, pile)
    return {"best": best, "value": _sum(rules, best), "counts": None}


def best_cards(rules, pile):
    """Return the best card of each suit, None where there is none; of equals the highest rank."""
    scale = SCALES[rules["scoring"]["primiera"]["scale"]]
    return [
        max(of_suit(pile, letter), key=lambda card: (scale[rank(card)], rank(card)), default=None)
        for letter in SUITS
    ]


def _sum(rules, best):
    primiera = rules["scoring"]["primiera"]
    if None in best and primiera["missing_suit"] == "void":
        return None
    return sum(SCALES[primiera["scale"]][rank(card)] for card in best if card is not None)


def primiera_side(rules, hands):
    """Return the side that has the primiera, or None."""
    primiera = rules["scoring"]["primiera"]
    if primiera["points"] == 0 or primiera["method"] == "off":
        return None
    if primiera["method"] == "most_sevens":
        return most([hand["counts"] for hand in hands])
    if primiera["missing_suit"] == "fewer_suits_lose":
        return most([(4 - hand["best"].count(None), hand["value"]) for hand in hands])
    return most([hand["value"] for hand in hands])
