"""Opponents that do wrong, each in its own way. Offered in tests and in the workers they start."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

from games import ai, engine
from games.ai import Choice, Level

# Long enough to be killed in the middle of, and within the soft limit of two seconds.
PONDERS_SECONDS = 1.5
_FOR_EVER = 3600


def ponder(view, rng_seed, budget):
    """Think slowly, and well."""
    time.sleep(PONDERS_SECONDS)
    return Choice(view.legal_moves[0])


def hang(view, rng_seed, budget):
    """Never answer."""
    time.sleep(_FOR_EVER)


def hang_stubbornly(view, rng_seed, budget):
    """Never answer, and take no hint: only the hard limit ends it."""
    while True:
        try:
            time.sleep(_FOR_EVER)
        except Exception:  # noqa: BLE001, S112 - what is wrong with this opponent
            continue


def die(view, rng_seed, budget):
    """Take the whole process along, as the out-of-memory killer does."""
    os.kill(os.getpid(), signal.SIGKILL)


def crash(view, rng_seed, budget):
    """Raise."""
    raise ZeroDivisionError("a fault of this opponent")


def cheat(view, rng_seed, budget):
    """Play a card that is not in the hand."""
    other = next(card for card in engine.DECK if card not in view.deal.hand)
    return Choice(engine.Move(other, ()))


def babble(view, rng_seed, budget):
    """Answer with what is no move at all."""
    return "7D"


BROKEN_LEVELS = tuple(
    Level(choose.__name__.replace("_", "-"), {"it": "", "en": ""}, 0, choose)
    for choose in (ponder, hang, hang_stubbornly, die, crash, cheat, babble)
)


@contextmanager
def broken_levels_offered() -> Iterator[None]:
    """Offer them in this process."""
    for level in BROKEN_LEVELS:
        ai.register(level)
    try:
        yield
    finally:
        for level in BROKEN_LEVELS:
            del ai.LEVELS[level.slug]
