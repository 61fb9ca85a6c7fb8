"""Doorbells of the kernel. A task reads the clock, makes one call, and may run twice."""

from typing import Any

from celery import shared_task
from django.db import close_old_connections

from scopa_site import time
from scopa_site.counting.counters import forget_counts
from scopa_site.idempotency.records import forget_replies
from scopa_site.outbox import effects

FORGET = "scopa_site.forget_old_rows"


@shared_task(name=effects.RUN_EFFECTS)
def run_effects(**_later: Any) -> None:
    """Bring about the effects that are due."""
    close_old_connections()
    effects.run_effects(clock=time.now)


@shared_task(name=effects.SWEEP_EFFECTS)
def sweep_effects(**_later: Any) -> None:
    """Ring again for the effects that nobody has brought about."""
    close_old_connections()
    effects.sweep_effects(now=time.now())


@shared_task(name=FORGET)
def forget_old_rows(**_later: Any) -> None:
    """Delete kept replies, effects and counts that are past their time, a batch of each a time."""
    close_old_connections()
    now = time.now()
    forget_replies(now=now)
    effects.forget_effects(now=now)
    forget_counts(now=now)
