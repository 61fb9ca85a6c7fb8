"""Doorbells. A task reads the clock, makes one call, and may run twice."""

from collections import defaultdict
from threading import Lock
from typing import Any

from celery import shared_task
from django.db import close_old_connections

from players.notifications import delivering, jobs
from players.notifications.services.forgetting import forget_old
from scopa_site import time

__all__ = ["deliver", "deliver_to_strangers", "forget_old_rows", "sweep"]


# In one process at most one task of each channel and lane: where tasks are threads (make run) those
# that wait for somebody slow are never all of them. What came meanwhile is found by the one that
# runs, or by the sweep.
_at_it: defaultdict[tuple[str, str], Lock] = defaultdict(Lock)


# The lease of a delivery (40 s) outlives the hard limit, so a live task is never overtaken.
@shared_task(name=jobs.DELIVER, soft_time_limit=20, time_limit=25)
def deliver(*, channel: str, **_later: Any) -> None:
    """Bring out what is due on a channel to providers that we know."""
    _deliver(channel, "")


@shared_task(name=jobs.DELIVER_TO_STRANGERS, soft_time_limit=20, time_limit=25)
def deliver_to_strangers(*, channel: str, **_later: Any) -> None:
    """Bring out what is due on a channel to browsers or webhooks."""
    _deliver(channel, "strangers")


def _deliver(channel: str, lane: str) -> None:
    mine = _at_it[channel, lane]
    if not mine.acquire(blocking=False):
        return
    try:
        close_old_connections()
        delivering.deliver(channel, lane=lane, clock=time.now)
    finally:
        mine.release()


@shared_task(name=jobs.SWEEP)
def sweep(**_later: Any) -> None:
    """Ring again for what nobody is delivering."""
    close_old_connections()
    delivering.sweep(now=time.now())


@shared_task(name=jobs.SWEEP_OLD)
def forget_old_rows(**_later: Any) -> None:
    """Delete what was told long ago, a batch a time."""
    close_old_connections()
    forget_old(now=time.now())
