"""Take deliveries that are due, and give back those that nothing came of."""

import logging
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import uuid4

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Coalesce

from players.notifications.models import Delivery, DeliveryStatus, Reason
from scopa_site.crash_points import reach
from scopa_site.outbox.claims import BACKOFF

__all__ = ["BATCH", "LEASE", "MOST_ATTEMPTS", "Claim", "claim", "due_channels", "free", "undecided"]

logger = logging.getLogger(__name__)

# Longer than the hard limit of the task: a second hand never finds the first one alive.
LEASE: Final = timedelta(seconds=40)
BATCH: Final = 100
# Not by the key alone: a server might walk through all that was ever sent to find what is owed.
_DUE_SINCE: Final = Coalesce("available_at", "created_at")
MOST_ATTEMPTS: Final = 12


@dataclass(frozen=True, slots=True)
class Claim:
    """Deliveries in one hand. No two have the same `lease_until`: by it each knows its own."""

    keys: list[int]
    lease_until: datetime


def claim(channel: str, *, now: datetime, limit: int = BATCH) -> Claim:
    """Take up to `limit` deliveries that are due, those due longest first.

    Nothing is counted as an attempt: most of them may be held back. Two statements.
    """
    lease_until = now + LEASE + timedelta(microseconds=uuid4().int % 1_000_000)
    with transaction.atomic(durable=True):
        due = Delivery.objects.filter(free(now), channel=channel).order_by(_DUE_SINCE, "id")
        keys = list(due.select_for_update(skip_locked=True).values_list("pk", flat=True)[:limit])
        if keys:
            Delivery.objects.filter(pk__in=keys).update(lease_until=lease_until)
    if keys:
        reach("after_claim")
    return Claim(keys, lease_until)


def due_channels(*, now: datetime) -> list[str]:
    """Return the channels on which anything is due that nobody has taken."""
    due = Delivery.objects.filter(free(now)).order_by("channel")
    return list(due.values_list("channel", flat=True).distinct())


def free(now: datetime) -> Q:
    """Select what is on its way and due, and not in anybody's hands."""
    return (
        Q(done_at__isnull=True, dead_at__isnull=True)
        & (Q(lease_until__isnull=True) | Q(lease_until__lt=now))
        & (Q(available_at__isnull=True) | Q(available_at__lte=now))
    )


def undecided(keys: Collection[int], error: Exception, *, now: datetime) -> None:
    """Give back what could not be decided about: a fault of ours, tried again later."""
    for row in Delivery.objects.filter(pk__in=keys, done_at=None, dead_at=None):
        row.attempts += 1
        row.lease_until = None
        row.last_error = type(error).__name__[:200]
        row.status, row.reason = DeliveryStatus.HELD, Reason.RETRY
        row.available_at = now + BACKOFF[min(row.attempts, len(BACKOFF)) - 1]
        if row.attempts >= MOST_ATTEMPTS:
            row.dead_at, row.status, row.reason = now, DeliveryStatus.FAILED, Reason.GIVEN_UP
            logger.error("delivery %s is given up", row.pk)
        row.save()
