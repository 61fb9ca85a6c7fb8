"""What is done to players' data from time to time. A task may run twice."""

from typing import Any

from celery import shared_task
from django.db import close_old_connections

from players import services
from players.services.idle import purge_idle_guests
from scopa_site import time

__all__ = [
    "forget_codes",
    "forget_tokens",
    "sweep_deletions",
    "sweep_exports",
    "sweep_idle_guests",
    "trim_feeds",
]


@shared_task(name="players.trim_feeds")
def trim_feeds(**_later: Any) -> None:
    """Delete the events that nobody can ask for any more."""
    close_old_connections()
    services.trim_feeds(now=time.now())


@shared_task(name="players.sweep_exports")
def sweep_exports(**_later: Any) -> None:
    """Delete the content of exports that have expired."""
    close_old_connections()
    services.sweep_exports(now=time.now())


@shared_task(name="players.forget_tokens")
def forget_tokens(**_later: Any) -> None:
    """Delete tokens that open nothing any more, a batch a time."""
    close_old_connections()
    services.forget_tokens(now=time.now())


@shared_task(name="players.sweep_deletions")
def sweep_deletions(**_later: Any) -> None:
    """Erase the players whose days to think are over."""
    close_old_connections()
    services.sweep_deletions(now=time.now())


@shared_task(name="players.sweep_idle_guests")
def sweep_idle_guests(**_later: Any) -> None:
    """Part with guests who were idle for long, a batch a time."""
    close_old_connections()
    purge_idle_guests(now=time.now())


@shared_task(name="players.forget_codes")
def forget_codes(**_later: Any) -> None:
    """Delete codes and identity tokens that nobody can use any more."""
    close_old_connections()
    services.forget_codes(now=time.now())
