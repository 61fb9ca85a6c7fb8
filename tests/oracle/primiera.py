"""The primiera: whose it is, and what each side's is worth."""

from tests.oracle.cards import ACE, SUITS, of_rank, of_suit, rank
from tests.oracle.most import most

PRIME = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12, 8: 10, 9: 10, 10: 10}
SCALES = {"standard": PRIME, "figures_8_9_10": {**PRIME, 8: 8, 9: 9, 10: 10}}


def best_cards(rules, pile):
    """Return the best card of each suit, None where there is none; of equals the highest rank."""
    scale = SCALES[rules["scoring"]["primiera"]["scale"]]
    return [
        max(of_suit(pile, letter), key=lambda card: (scale[rank(card)], rank(card)), default=None)
        for letter in SUITS
    ]


def primiera_value(rules, pile):
    """Return the sum of the best card in each suit; None where a suit is missing and must not."""
    primiera = rules["scoring"]["primiera"]
    scale = SCALES[primiera["scale"]]
    best = best_cards(rules, pile)
    if None in best and primiera["missing_suit"] == "void":
        return None
    return sum(scale[rank(card)] for card in best if card is not None)


def primiera_side(rules, piles):
    """Return the side that has the primiera, or None."""
    primiera = rules["scoring"]["primiera"]
    if not primiera["points"] or primiera["method"] == "off":
        return None
    if primiera["method"] == "most_sevens":
        counts = [[len(of_rank(pile, number)) for number in (7, 6, ACE)] for pile in piles]
        return most(counts)
    values = [primiera_value(rules, pile) for pile in piles]
    if primiera["missing_suit"] == "fewer_suits_lose":
        suits = [len([card for card in best_cards(rules, pile) if card]) for pile in piles]
        return most(list(zip(suits, values, strict=True)))
    return most(values)
