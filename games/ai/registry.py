"""The opponents on offer, by slug, weakest first."""

from games.ai.greedy import DILETTANTE
from games.ai.random import PULCINO
from games.ai.types import Level

__all__ = ["LEVELS", "register"]

LEVELS: dict[str, Level] = {}


def register(level: Level) -> None:
    """Offer a level. Raises ValueError for a slug that is taken."""
    if level.slug in LEVELS:
        raise ValueError(f"the level {level.slug!r} is taken")
    LEVELS[level.slug] = level


register(PULCINO)
register(DILETTANTE)
