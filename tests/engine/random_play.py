"""Chance for the random matches: stacked decks, styles of play, and moves that should fail."""

from tests import oracle
from tests.oracle import DECK, rank

KINGS = ["10D", "10C", "10S", "10B"]


def biased_deck(dice, match):
    """Return a deck, now and then stacked: Kings on the table, low cards, one suit first."""
    deck = list(DECK)
    dice.shuffle(deck)
    rules = match["rules"]
    bias = dice.random()
    if bias < 0.12:
        return _kings_on_the_table(dice, rules, deck)
    if bias < 0.25:
        deck.sort(key=lambda card: rank(card) * dice.random())
    elif bias < 0.35:
        deck.sort(key=lambda card: DECK.index(card) % 4 + 2 * dice.random())
    return deck


def _kings_on_the_table(dice, rules, deck):
    first = rules["table"]["players"] * rules["deal"]["hand_size"]
    places = list(range(first, first + rules["deal"]["table_size"]))
    kings = dice.sample(KINGS, dice.choice([2, 3, 4]))
    for king, place in zip(kings, places, strict=False):
        other = deck.index(king)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def chosen_move(dice, match, style):
    """Return a legal move in a style, or one that lets the last card sweep where it can."""
    moves = oracle.legal_moves(match)
    table = match["deal"]["table"]
    if dice.random() < 0.25:
        return dice.choice(moves)
    if sum(len(hand) for hand in match["deal"]["hands"]) == 2 and not match["deal"]["stock"]:
        moves = [move for move in moves if _leaves_a_sweep(match, move)] or moves
    elif style == "sweep":
        moves = [move for move in moves if len(move[1]) == len(table)] or moves
    elif style == "lay":
        moves = [move for move in moves if not move[1]] or moves
    elif style == "most":
        most = max(len(capture) for _, capture in moves)
        moves = [move for move in moves if len(move[1]) == most]
    return dice.choice(moves)


def _leaves_a_sweep(match, move):
    """Say whether the very last card could then take the whole table."""
    card, capture = move
    deal = match["deal"]
    (last,) = deal["hands"][deal["dealer"]]
    table = [other for other in deal["table"] if other not in capture]
    left = sorted(table if capture else [*table, card])
    return left in [sorted(option) for option in oracle.captures(left, last)]


def probe(dice, match):
    """Return a seat, a card and a capture that the rules most likely refuse."""
    deal, seat = match["deal"], oracle.turn(match)
    hand, table = deal["hands"][seat], deal["table"]
    card = dice.choice(hand)
    some = [other for other in table if dice.random() < 0.5]
    legal = dice.choice(oracle.captures(table, card) or [[]])
    hidden = [other for other in DECK if other not in hand and other not in table]
    captures = [
        some,
        [],
        None,
        [*legal, *table[:1]],
        legal[1:],
        [*some, *some[:1]],
        [*some, dice.choice(hidden)],
        [*legal, dice.choice([*hidden, *hand])],
        dice.choice(_sums(dice, table, rank(card)) or [some]),
    ]
    kind = dice.random()
    choices = [other for other in hand if len(oracle.captures(table, other)) > 1]
    if choices and kind > 0.5:
        return seat, choices[0], None
    if kind < 0.1:
        return (seat + 1) % len(deal["hands"]), card, legal
    if kind < 0.2:
        return seat, dice.choice(hidden + table), dice.choice(captures)
    return seat, card, dice.choice(captures)


def _sums(dice, table, total):
    """Return sets of table cards with this total, whether or not an equal card goes first."""
    without = [card for card in table if rank(card) != total]
    stand_in = next((card for card in DECK if rank(card) == total and card not in table), None)
    return oracle.captures(without, stand_in) if stand_in else []
