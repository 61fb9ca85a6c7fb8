"""Opponents. Pure: an AI sees a PlayerView and a seed, and nothing else.

>>> sorted(LEVELS)
['greedy', 'random']
"""

from games.ai.registry import LEVELS, register
from games.ai.types import Choice, Choose, Evaluation, Level

__all__ = ["LEVELS", "Choice", "Choose", "Evaluation", "Level", "register"]
