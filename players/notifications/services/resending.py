"""Send again what has come to an end."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q

from players.notifications.errors import DeliveryUnderWay
from players.notifications.jobs import ring_deliver_on_commit
from players.notifications.models import Delivery, DeliveryStatus, Reason, Target, TargetStatus
from scopa_site.transactions import one_transaction

__all__ = ["send_again"]


def send_again(
    *, delivery_ids: Collection[int], now: datetime, webhook_id: int | None = None
) -> int:
    """Free deliveries that have ended (keys) to be sent anew, with the same ids; return how many.

    It is decided about them as at first: what is over, or muted, does not go out. With
    `webhook_id`, a key, only that webhook is told again; otherwise all that can be reached now.
    Raises DeliveryUnderWay if one of them has not come to its end.
    """
    with one_transaction():
        rows = list(Delivery.objects.filter(pk__in=delivery_ids).order_by("pk").select_for_update())
        if any(row.done_at is None and row.dead_at is None for row in rows):
            raise DeliveryUnderWay
        _open_targets([row.pk for row in rows], webhook_id)
        Delivery.objects.filter(pk__in=[row.pk for row in rows]).update(
            status=DeliveryStatus.WAITING,
            reason=Reason.NONE,
            attempts=0,
            lease_until=None,
            available_at=now,
            done_at=None,
            dead_at=None,
            joined_to=None,
            is_summary=False,
            last_error="",
        )
        for channel in sorted({row.channel for row in rows}):
            ring_deliver_on_commit(channel)
    return len(rows)


def _open_targets(delivery_ids: Collection[int], webhook_id: int | None) -> None:
    """Open the targets anew; those whose device is gone make place for whatever is there now."""
    targets = Target.objects.filter(delivery__in=delivery_ids)
    if webhook_id is not None:
        targets.filter(webhook=webhook_id).update(
            status=TargetStatus.OPEN, attempts=0, error="", http_status=None
        )
        return
    targets.filter(~Q(status=TargetStatus.OPEN) | Q(device=None, webhook=None)).delete()
