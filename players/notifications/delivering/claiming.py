"""Take deliveries that are due, and give back those that nothing came of."""

import logging
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import uuid4

from django.db import transaction
from django.db.models import F, Q, Window
from django.db.models.functions import Coalesce, RowNumber

from players.notifications.models import Delivery, DeliveryStatus, Lane, Reason
from scopa_site.crash_points import reach
from scopa_site.outbox.claims import BACKOFF

__all__ = ["BATCH", "LEASE", "MOST_ATTEMPTS", "Claim", "claim", "due_channels", "undecided"]

logger = logging.getLogger(__name__)

# Longer than the hard limit of the task: a second hand never finds the first one alive.
LEASE: Final = timedelta(seconds=40)
BATCH: Final = 100
# Not by the key alone: a server might walk through all that was ever sent to find what is owed.
_DUE_SINCE: Final = Coalesce("available_at", "created_at")
MOST_ATTEMPTS: Final = 12
# So many take from the same line at once, and none stands behind another.
_HANDS: Final = 6


@dataclass(frozen=True, slots=True)
class Claim:
    """Deliveries in one hand. No two have the same `lease_until`: by it each knows its own."""

    keys: list[int]
    lease_until: datetime


def claim(channel: str, *, lane: str, now: datetime, limit: int = BATCH) -> Claim:
    """Take up to `limit` deliveries that are due: of each player the first, then the second, ...

    So nobody waits for somebody to whom much is owed. Among equals those due longest come first.
    Nothing is counted as an attempt: most of them may be held back. Three statements.
    """
    lease_until = now + LEASE + timedelta(microseconds=uuid4().int % 1_000_000)
    with transaction.atomic(durable=True):
        keys = _taken(due_in(lane, now) & Q(channel=channel), limit)
        if keys:
            Delivery.objects.filter(pk__in=keys).update(lease_until=lease_until)
    if keys:
        reach("after_claim")
    return Claim(keys, lease_until)


def _taken(due: Q, limit: int) -> list[int]:
    """Lock the first of what is due that nobody else has locked; return the keys."""
    turn = Window(RowNumber(), partition_by=F("player"), order_by=[_DUE_SINCE.asc(), F("id").asc()])
    # A database locks nothing that it numbers.
    ranked = Delivery.objects.filter(due).annotate(turn=turn).order_by("turn", _DUE_SINCE, "id")
    found = list(ranked.values_list("pk", flat=True)[: limit * _HANDS])
    for first in range(0, len(found), limit):
        wanted = Delivery.objects.filter(due, pk__in=found[first : first + limit]).order_by("pk")
        locked = wanted.select_for_update(skip_locked=True)
        if keys := list(locked.values_list("pk", flat=True)):
            return keys
    return []


def due_channels(*, now: datetime) -> list[tuple[str, str]]:
    """Return the channels and lanes in which anything is due that nobody has taken."""
    return [
        (channel, lane)
        for lane in (Lane.KNOWN, Lane.STRANGERS)
        for channel in Delivery.objects.filter(due_in(lane, now))
        .order_by("channel")
        .values_list("channel", flat=True)
        .distinct()
    ]


def due_in(lane: str, now: datetime) -> Q:
    """Select what is on its way and due in a lane, and not in anybody's hands."""
    is_due = Q(lane=lane) & (Q(available_at__isnull=True) | Q(available_at__lte=now))
    if lane == Lane.KNOWN:
        is_due |= Q(lane=Lane.STRANGERS, known_at__lte=now)
    return (
        Q(done_at__isnull=True, dead_at__isnull=True)
        & (Q(lease_until__isnull=True) | Q(lease_until__lt=now))
        & is_due
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
