"""Doorbells. A task reads the clock, makes one call, and may run twice."""

from typing import Any

from celery import shared_task
from django.db import close_old_connections

from games import jobs, services
from scopa_site import time


# The lease of an AI turn (4 s) outlives the hard limit, so a live task is never overtaken.
@shared_task(name=jobs.AI_TURN, soft_time_limit=2, time_limit=3)
def ai_turn(*, match_pk: int, ply: int, **_later: Any) -> None:
    """Make the AI's move at this ply, if it is still owed."""
    close_old_connections()
    services.run_ai_turn(match_pk=match_pk, ply=ply, now=time.now())


@shared_task(name=jobs.SWEEP_AI_TURNS)
def sweep_ai_turns(**_later: Any) -> None:
    """Ring again for every AI move that nobody is making."""
    close_old_connections()
    services.sweep_ai_turns(now=time.now())


@shared_task(name=jobs.SWEEP_DEADLINES)
def sweep_deadlines(**_later: Any) -> None:
    """Let every turn run out that is past its deadline, and give back what outages took."""
    close_old_connections()
    services.sweep_deadlines(now=time.now())


@shared_task(name=jobs.SWEEP_REMINDERS)
def sweep_reminders(**_later: Any) -> None:
    """Remind of every turn whose next reminder is due."""
    close_old_connections()
    services.sweep_reminders(now=time.now())


@shared_task(name=jobs.SWEEP_OFFERS)
def sweep_offers(**_later: Any) -> None:
    """Let offers expire."""
    close_old_connections()
    services.sweep_offers(now=time.now())


@shared_task(name=jobs.SWEEP_ABANDONED)
def sweep_abandoned(**_later: Any) -> None:
    """Call off what nobody goes on with."""
    close_old_connections()
    services.sweep_abandoned(now=time.now())


@shared_task(name=jobs.SWEEP_CLOSED_WORLDS)
def sweep_closed_worlds(**_later: Any) -> None:
    """Delete what is left of sandboxes that were closed."""
    close_old_connections()
    services.sweep_closed_worlds(now=time.now())
