"""Positions in one line of text, for either program.

    T 7C 4B 3S | 7D 2S / *3 | stock *12 | last 1 | turn 0

The first field is the table, the second the hands from seat 0 on, split by `/`. `-` is empty and
`*3` is any three cards that are named nowhere else. The rest may be left out:

- `stock`: the cards still to be dealt (none),
- `turn`: the seat to play (0), and `dealer`: the dealer (the seat before the one to play),
- `last`: the seat that captured last (nobody); `scope` and `score`: by side (zeros),
- `piles`: by side, split by `/`; left out, they share whatever card is nowhere else, so that all
  forty are there.
"""

from dataclasses import dataclass

from tests.oracle import DECK


@dataclass(frozen=True)
class Position:
    """A moment in a deal, in plain data; cards are strings."""

    table: list
    hands: list
    stock: list
    piles: list
    scope: list
    score: list
    turn: int
    dealer: int
    last: int | None


def read(text, sides):
    """Return the position a line of text describes, for so many sides."""
    fields = [field.split() for field in text.split("|")]
    table, hands, named = fields[0], _groups(fields[1]), {f[0]: f[1:] for f in fields[2:]}
    unknown = set(named) - {"stock", "turn", "dealer", "last", "scope", "score", "piles"}
    if table[0] != "T" or unknown:
        raise ValueError(f"not a position: {text!r}")
    piles = _groups(named["piles"]) if "piles" in named else None
    unused = _unused(text)
    table = _filled(table[1:], unused)
    hands = [_filled(hand, unused) for hand in hands]
    stock = _filled(named.get("stock", []), unused)
    if piles is not None:
        piles = [_filled(pile, unused) for pile in piles]
    turn = _number(named, "turn", 0)
    return Position(
        table=table,
        hands=hands,
        stock=stock,
        piles=piles if piles is not None else [unused[side::sides] for side in range(sides)],
        scope=[int(word) for word in named.get("scope", ["0"] * sides)],
        score=[int(word) for word in named.get("score", ["0"] * sides)],
        turn=turn,
        dealer=_number(named, "dealer", (turn - 1) % len(hands)),
        last=_number(named, "last", None),
    )


def last_card(piles, scope, *, score=None, seats=None):
    """Return the text of a position whose only move ends the deal with these piles and scope.

    The last card is taken out of the longest pile and laid on an empty table, so that it comes
    back to the pile's side as what was left over.
    """
    owner = max(range(len(piles)), key=lambda side: len(piles[side]))
    *rest, card = piles[owner]
    shown = [" ".join(rest if side == owner else pile) or "-" for side, pile in enumerate(piles)]
    hands = [card, *["-"] * ((seats or len(piles)) - 1)]
    return (
        f"T - | {' / '.join(hands)} | turn 0 | dealer 0 | last {owner}"
        f" | piles {' / '.join(shown)} | scope {' '.join(map(str, scope))}"
        f" | score {' '.join(map(str, score or [0] * len(piles)))}"
    )


def _groups(words):
    return [group.split() for group in " ".join(words).split("/")]


def _number(named, field, default):
    return int(named[field][0]) if field in named else default


def _unused(text):
    named = [word for word in text.split() if word in DECK]
    if len(set(named)) != len(named):
        raise ValueError(f"a card is named twice: {text!r}")
    return [card for card in DECK if card not in named]


def _filled(words, unused):
    """Return the cards of a field, taking `*n` from the front of the unused ones."""
    cards = []
    for word in words:
        if word in DECK:
            cards.append(word)
        elif word.startswith("*"):
            count = int(word[1:])
            cards += unused[:count]
            del unused[:count]
        elif word != "-":
            raise ValueError(f"not a card: {word!r}")
    return cards
