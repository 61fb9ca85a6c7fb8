"""Dilettante: takes the most that lies there, and avoids leaving a scopa behind."""

import random
from collections.abc import Iterable

from games.ai.types import Choice, Evaluation, Level
from games.engine import SETTEBELLO, Card, Move, PlayerView, Suit

__all__ = ["DILETTANTE"]

# What a captured card is worth to a greedy player, by rank: its primiera value, sevens more.
_WORTH = {1: 16, 2: 12, 3: 13, 4: 14, 5: 15, 6: 18, 7: 29, 8: 10, 9: 10, 10: 10}
_DENARI = 10
_SETTEBELLO = 100
_SCOPA = 1000
# A table that one card could sweep: dearer than any single card but the settebello.
_EXPOSED = 60
_HIGHEST_RANK = 10


def choose(view: PlayerView, rng_seed: bytes, budget: int) -> Choice:
    """Weigh at most `budget` legal moves by what they take and what they leave; dice break ties."""
    if view.deal is None:
        raise ValueError("no deal to choose in")
    dice = random.Random(rng_seed)
    moves = view.legal_moves[: max(budget, 1)]
    weighed = [Evaluation(move, _value(move, view.deal.table)) for move in moves]
    dice.shuffle(weighed)
    weighed.sort(key=lambda each: each.value, reverse=True)
    return Choice(weighed[0].move, tuple(weighed))


def _value(move: Move, table: Iterable[Card]) -> float:
    taken = move.capture or ()
    left = [card for card in table if card not in taken]
    if not taken:
        return -_worth(move.card) - _exposure([*left, move.card])
    gain = _worth(move.card) + sum(map(_worth, taken))
    return gain + (_SCOPA if not left else -_exposure(left))


def _worth(card: Card) -> int:
    worth = _WORTH[card.rank]
    if card.suit is Suit.DENARI:
        worth += _DENARI
    return worth + (_SETTEBELLO if card == SETTEBELLO else 0)


def _exposure(left: list[Card]) -> int:
    return _EXPOSED if sum(card.rank for card in left) <= _HIGHEST_RANK else 0


DILETTANTE = Level("greedy", {"it": "Dilettante", "en": "Amateur"}, budget=1000, choose=choose)
