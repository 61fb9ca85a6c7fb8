"""Have what is held back looked at again at once, as what it was held for may hold no more."""

from datetime import datetime
from typing import Final

from django.db.models import Q, QuerySet

from players.notifications.jobs import ring_deliver_on_commit
from players.notifications.models import (
    Delivery,
    DeliveryStatus,
    Lane,
    Reason,
    Target,
    TargetStatus,
)
from players.notifications.registry import Channel
from players.notifications.services.locking import lock_preferences

__all__ = ["release_for_webhook", "release_wished", "wishes_changed"]

_BY_WISHES: Final = [Reason.QUIET_HOURS, Reason.DIGEST]


def wishes_changed(player_id: int, now: datetime) -> None:
    """Release what waits for an hour of a player whose clock shows another one now.

    In the transaction of its cause.
    """
    lock_preferences([player_id])
    release_wished(player_id=player_id, now=now)


def release_wished(*, player_id: int, now: datetime) -> None:
    """Release what is held by a player's wishes, under the lock of their preferences.

    It is decided about anew. A digest that is due comes in any case.
    """
    held = Delivery.objects.filter(player_id=player_id, done_at=None, dead_at=None)
    held = held.filter(status=DeliveryStatus.HELD, reason__in=_BY_WISHES, available_at__gt=now)
    doors = set(held.values_list("channel", "lane"))
    if doors:
        _release(held, now)
    for channel, lane in sorted(doors):
        ring_deliver_on_commit(channel, strangers=lane == Lane.STRANGERS)


def release_for_webhook(*, webhook_id: int, now: datetime) -> None:
    """Try at once what a webhook (its key) has not taken yet."""
    waiting = Target.objects.filter(webhook=webhook_id, status=TargetStatus.OPEN)
    held = Delivery.objects.filter(
        Q(pk__in=waiting.values("delivery")),
        status__in=[DeliveryStatus.HELD, DeliveryStatus.WAITING],
        lease_until=None,
        done_at=None,
        dead_at=None,
    )
    waiting.update(try_at=None)
    if _release(held, now):
        ring_deliver_on_commit(Channel.WEBHOOK)


def _release(rows: "QuerySet[Delivery]", now: datetime) -> int:
    rows.filter(known_at__isnull=False).update(known_at=now)
    return rows.update(status=DeliveryStatus.WAITING, reason=Reason.NONE, available_at=now)
