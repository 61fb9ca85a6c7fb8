"""Wait for what other hands do."""

import time
from collections.abc import Callable

from django.utils import timezone

from games import services

SWEEP_SECONDS = 2.0


def wait_until(
    happened: Callable[[], object],
    *,
    within: float,
    what: str,
    meanwhile: Callable[[], object] = lambda: None,
    every: float = SWEEP_SECONDS,
) -> None:
    """Wait for it, doing `meanwhile` every few seconds; fail with `what` when it is too late."""
    begun = time.monotonic()
    next_time = begun + every
    while not happened():
        now = time.monotonic()
        assert now - begun < within, f"not within {within} s: {what}"
        if now >= next_time:
            meanwhile()
            next_time = now + every
        time.sleep(0.02)


def sweep() -> None:
    """Do as the beat does. A message may go to a worker of an earlier test, which is gone."""
    services.sweep_ai_turns(now=timezone.now())
