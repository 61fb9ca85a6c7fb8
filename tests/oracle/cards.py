"""The forty cards, as strings: `"7D"` is the seven of denari."""

SUITS = ["D", "C", "S", "B"]
DECK = [f"{number}{letter}" for number in range(1, 11) for letter in SUITS]
SETTEBELLO = "7D"
RE_BELLO = "10D"
ACE = 1
KING = 10


def rank(card):
    """Return the value a card captures with, 1 to 10."""
    return int(card[:-1])


def suit(card):
    """Return the suit letter of a card."""
    return card[-1]


def of_suit(cards, letter):
    """Return the cards of a suit."""
    return [card for card in cards if suit(card) == letter]


def of_rank(cards, number):
    """Return the cards of a rank."""
    return [card for card in cards if rank(card) == number]
