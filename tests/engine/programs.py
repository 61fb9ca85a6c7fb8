"""The engine and the naive program behind one face, so that one test can ask both.

A game holds a state, moves it forward, and `look`s at it in plain data: cards are strings, piles
and hands sorted, so that two looks are equal exactly when the two programs agree.
"""

from tests.engine.engine_game import EngineGame, cards, names
from tests.engine.oracle_game import OracleGame

PROGRAMS = [EngineGame, OracleGame]

__all__ = ["PROGRAMS", "EngineGame", "OracleGame", "cards", "names"]
