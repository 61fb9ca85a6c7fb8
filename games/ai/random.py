"""Pulcino: any legal move, by the dice."""

import random

from games.ai.types import Choice, Level
from games.engine import PlayerView

__all__ = ["PULCINO"]


def choose(view: PlayerView, rng_seed: bytes, budget: int) -> Choice:
    """Draw one of the legal moves; nothing is weighed, so the budget is not spent."""
    return Choice(random.Random(rng_seed).choice(view.legal_moves))


PULCINO = Level("random", {"it": "Pulcino", "en": "Chick"}, budget=0, choose=choose)
