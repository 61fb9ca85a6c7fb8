"""Take, release and find rows of work. Safe when many hands try at once."""

from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.db.models import F, Q, QuerySet

from scopa_site.outbox.models import Heartbeat, OutboxRow

__all__ = ["beat", "claim", "due", "last_beat", "release"]

Row = TypeVar("Row", bound=OutboxRow)


def claim(rows: QuerySet[Row], *, now: datetime, lease: timedelta, **key: Any) -> Row | None:
    """Take the row that `key` names for the length of `lease`; None if it is taken or done.

    One UPDATE decides, so of many callers exactly one gets the row.
    """
    taken = (
        rows.filter(_free(now), **key)
        .order_by()
        .update(attempts=F("attempts") + 1, lease_until=now + lease)
    )
    return rows.get(**key) if taken else None


def release(row: OutboxRow, *, error: str) -> None:
    """Give the row back at once, so that the next sweep may try again."""
    row.lease_until = None
    row.last_error = error[:200]
    row.save(update_fields=["lease_until", "last_error"])


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
    return Q(done_at__isnull=True) & (Q(lease_until__isnull=True) | Q(lease_until__lt=now))
