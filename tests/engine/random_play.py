"""Chance for the random matches: stacked decks, styles of play, and moves that should fail."""

import itertools

from tests import oracle
from tests.oracle import DECK, rank, suit

STYLES = ["any", "sweep", "lay", "most", "denari", "give"]

# Tables at which something happens before the first card: too many Kings or Aces, or fifteens.
OPENINGS = [
    ["10D", "10C", "10S"],
    ["10D", "10C"],
    ["10D", "10C", "10S", "10B"],
    ["1D", "1C"],
    ["1S"],
    ["7C"],
    ["7C", "8D", "6S", "9B"],
    ["1D", "1C", "6S", "7B"],
    ["5D", "4C", "3S", "3B"],
    ["8D", "7S", "9C", "6B"],
    ["10D", "10S", "9C", "1B"],
]


def styles(dice, rules):
    """Return how each seat plays; now and then all conspire.

    They give one side all the denari; or nobody takes anything that need not be taken. Where
    nothing need be taken the table can grow until the naive program cannot try every combination
    any more, so there captures are sought, unless they are of few cards.
    """
    players = range(rules["table"]["players"])
    optional, few = not rules["capture"]["mandatory"], rules["capture"]["max_table_cards"]
    if optional and not few:
        return [dice.choice(["any", "sweep", "most", "denari"]) for _ in players]
    if optional and dice.random() < 0.2:
        return ["never" for _ in players]
    if dice.random() < 0.1:
        return ["denari" if oracle.side_of(rules, seat) == 0 else "give" for seat in players]
    return [dice.choice(STYLES) for _ in players]


def biased_deck(dice, match):
    """Return a deck, now and then stacked: a table, low hands, threes of a kind, one suit first."""
    deck = list(DECK)
    dice.shuffle(deck)
    rules = match["rules"]
    if rules["ace"]["opening"] != "free" and dice.random() < 0.2:
        # The leader's hand, where it is of three.
        return sorted(deck, key=lambda card: rank(card) != 1)
    bias = dice.random()
    if bias < 0.12:
        return _opened(dice, rules, deck)
    if bias < 0.25:
        deck.sort(key=lambda card: rank(card) * dice.random())
    elif bias < 0.35:
        deck.sort(key=lambda card: DECK.index(card) % 4 + 2 * dice.random())
    elif bias < 0.42:
        _ranks_together(dice, deck)
    return deck


def _opened(dice, rules, deck):
    first = rules["table"]["players"] * rules["deal"]["hand_size"]
    places = range(first, first + rules["deal"]["table_size"])
    for card, place in zip(dice.choice(OPENINGS), places, strict=False):
        other = deck.index(card)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def _ranks_together(dice, deck):
    """Sort by rank in an order of chance, with the wild seven anywhere."""
    order = dice.sample(range(1, 11), 10)
    deck.sort(key=lambda card: order[rank(card) - 1])
    if dice.random() < 0.7:
        deck.remove("7C")
        deck.insert(dice.randrange(40), "7C")


def chosen_move(dice, match, moves, style):
    """Return a legal move in a style, or one that lets the last card sweep where it can."""
    table = match["deal"]["table"]
    if style == "never":
        return min(moves, key=lambda move: len(move[1]))
    if style != "give" and dice.random() < 0.25:
        return dice.choice(moves)
    if sum(len(hand) for hand in match["deal"]["hands"]) == 2 and not match["deal"]["stock"]:
        moves = [move for move in moves if _leaves_a_sweep(match, move)] or moves
    elif style == "sweep":
        moves = [move for move in moves if len(move[1]) == len(table)] or moves
    elif style == "lay":
        moves = [move for move in moves if not move[1]] or moves
    elif style == "most":
        moves = _with_most(moves, lambda move: len(move[1]))
    elif style == "denari":
        moves = _with_most(moves, lambda move: (_denari_taken(move), len(move[1])))
    elif style == "give":
        moves = _with_most(moves, _given)
    return dice.choice(moves)


def _with_most(moves, measure):
    most = max(measure(move) for move in moves)
    return [move for move in moves if measure(move) == most]


def _denari_taken(move):
    card, capture = move
    return len([other for other in [card, *capture] if suit(other) == "D"]) if capture else 0


def _given(move):
    """Put first what leaves denari to the others: to lay them, and to take as few as possible."""
    card, capture = move
    return not capture, suit(card) == "D", -_denari_taken(move)


def _leaves_a_sweep(match, move):
    """Say whether the very last card could then take the whole table."""
    card, capture = move
    deal = match["deal"]
    (last,) = deal["hands"][deal["dealer"]]
    table = [other for other in deal["table"] if other not in capture]
    left = sorted(table if capture else [*table, card])
    return left in oracle.captures(match["rules"], left, last)


def probe(dice, match):
    """Return a seat, a card and a capture that the rules most likely refuse."""
    deal, seat = match["deal"], oracle.turn(match)
    hand, table = deal["hands"][seat], deal["table"]
    aces = [card for card in hand if rank(card) == 1]
    if aces and deal["played"] == 0 and dice.random() < 0.5:
        return seat, aces[0], dice.choice([[], None, table])
    hidden = [other for other in DECK if other not in hand and other not in table]
    card, capture = dice.choice(_probes(dice, match["rules"], hand, table, hidden))
    kind = dice.random()
    if kind < 0.1:
        return (seat + 1) % len(deal["hands"]), card, capture
    if kind < 0.2:
        return seat, dice.choice(hidden + table), capture
    return seat, card, capture


def _probes(dice, rules, hand, table, hidden):
    card = dice.choice(hand)
    some = [other for other in table if dice.random() < 0.5]
    legal = dice.choice(oracle.choices(rules, table, card))
    several = [other for other in hand if len(oracle.choices(rules, table, other)) > 1]
    sums = [(other, cards) for other in hand for cards in _sums(table, other)]
    return [
        (card, some),
        (card, []),
        (card, None),
        (card, [*legal, *table[:1]]),
        (card, legal[1:]),
        (card, [*some, *some[:1]]),
        (card, [*some, dice.choice(hidden or hand)]),
        (card, [*legal, dice.choice([*hidden, *hand])]),
        *[(other, None) for other in several[:3]],
        *(dice.sample(sums, 4) if len(sums) > 4 else sums),
    ]


def _sums(table, card):
    """Return sets of table cards that make the card or make fifteen with it."""
    totals = [rank(card), 15 - rank(card)]
    return [
        list(cards)
        for size in (2, 3, 4)
        for cards in itertools.combinations(table, size)
        if sum(rank(other) for other in cards) in totals
    ]
