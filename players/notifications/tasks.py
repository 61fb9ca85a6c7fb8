"""Doorbells. A task reads the clock, makes one call, and may run twice."""

from typing import Any

from celery import shared_task
from django.db import close_old_connections

from players.notifications import delivering, jobs
from players.notifications.services.forgetting import forget_old
from scopa_site import time

__all__ = ["deliver", "forget_old_rows", "sweep"]


# The lease of a delivery (40 s) outlives the hard limit, so a live task is never overtaken.
@shared_task(name=jobs.DELIVER, soft_time_limit=20, time_limit=25)
def deliver(*, channel: str, **_later: Any) -> None:
    """Bring out what is due on a channel."""
    close_old_connections()
    delivering.deliver(channel, clock=time.now)


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
