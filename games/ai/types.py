"""What an AI is given and what it answers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from games.engine import Move, PlayerView

__all__ = ["Choice", "Choose", "Evaluation", "Level"]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a level thinks of one move; higher is better, on the level's own scale."""

    move: Move
    value: float


@dataclass(frozen=True, slots=True)
class Choice:
    """The move chosen, and the moves that were weighed, best first."""

    move: Move
    evaluations: tuple[Evaluation, ...] = ()


# choose(view, rng_seed, budget): the budget counts moves weighed, never seconds, so that the
# same view, seed and budget give the same move on every machine.
Choose = Callable[[PlayerView, bytes, int], Choice]


@dataclass(frozen=True, slots=True)
class Level:
    """One opponent: its slug, its names by language, its budget, and how it chooses."""

    slug: str
    label: Mapping[str, str]
    budget: int
    choose: Choose
