"""Take, release and find rows of work. Safe when many hands try at once."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from django.db import transaction
from django.db.models import F, Q, QuerySet

from scopa_site.crash_points import reach
from scopa_site.outbox.models import Heartbeat, OutboxRow
from scopa_site.statements import update_row

__all__ = [
    "BACKOFF",
    "beat",
    "claim",
    "claim_batch",
    "due",
    "finish",
    "last_beat",
    "release",
    "send_again",
]

Row = TypeVar("Row", bound=OutboxRow)

# How long a row rests after its first failure, its second, and so on; the last holds from there.
BACKOFF: Final = tuple(timedelta(seconds=seconds) for seconds in (1, 5, 30, 120, 600, 3600))


def claim(rows: QuerySet[Row], *, now: datetime, lease: timedelta, **key: Any) -> Row | None:
    """Take the row that `key` names for the length of `lease`; None if it is not free.

    One UPDATE decides, so of many callers exactly one gets the row.
    """
    taken = (
        rows.filter(_free(now), **key)
        .order_by()
        .update(attempts=F("attempts") + 1, lease_until=now + lease)
    )
    if not taken:
        return None
    reach("after_claim")
    return rows.get(**key)


def claim_batch(rows: QuerySet[Row], *, now: datetime, lease: timedelta, limit: int) -> list[Row]:
    """Take up to `limit` free rows, in the order that `rows` has, passing over those locked.

    Many hands at once get different rows, and none waits for another.
    """
    with transaction.atomic(durable=True):
        free = rows.filter(_free(now)).select_for_update(skip_locked=True)
        taken = list(free[:limit])
        for row in taken:
            row.attempts += 1
            row.lease_until = now + lease
        keys = [row.pk for row in taken]
        if keys:
            rows.filter(pk__in=keys).order_by().update(
                attempts=F("attempts") + 1, lease_until=now + lease
            )
    if taken:
        reach("after_claim")
    return taken


def finish(row: OutboxRow, *, now: datetime) -> None:
    """Mark the row as done."""
    row.done_at = now
    row.save(update_fields=["done_at"])
    reach("after_mark")


def release(
    row: OutboxRow,
    *,
    error: str,
    now: datetime,
    backoff: Sequence[timedelta] = BACKOFF,
    max_attempts: int | None = None,
) -> None:
    """Give the row back after a failure: to be tried again later, or given up.

    It rests for the part of `backoff` that its attempts have come to. With `max_attempts` taken it
    is dead: nobody takes it until somebody sends it again.
    """
    row.lease_until = None
    row.last_error = error[:200]
    row.available_at = now + backoff[min(row.attempts, len(backoff)) - 1]
    if max_attempts is not None and row.attempts >= max_attempts:
        row.dead_at = now
    # An update: the row may be gone, replaced by one for the turn as it is now.
    update_row(row, "lease_until", "last_error", "available_at", "dead_at")


def send_again(rows: QuerySet[Row]) -> int:
    """Free the rows that are not done, as if they had never been tried; return how many."""
    undone = rows.filter(done_at__isnull=True).order_by()
    return undone.update(attempts=0, lease_until=None, available_at=None, dead_at=None)


def due(rows: QuerySet[Row], *, now: datetime, limit: int) -> list[Row]:
    """List the free rows, in the order that `rows` has."""
    return list(rows.filter(_free(now))[:limit])


def beat(name: str, *, now: datetime) -> None:
    """Write down that the sweep `name` ran."""
    Heartbeat.objects.update_or_create(name=name, defaults={"beat_at": now})


def last_beat(name: str) -> datetime | None:
    """Tell when the sweep `name` last ran; None if it never did."""
    return Heartbeat.objects.filter(name=name).values_list("beat_at", flat=True).first()


def _free(now: datetime) -> Q:
    return (
        Q(done_at__isnull=True, dead_at__isnull=True)
        & (Q(lease_until__isnull=True) | Q(lease_until__lt=now))
        & (Q(available_at__isnull=True) | Q(available_at__lte=now))
    )
