"""Send again what has come to an end: only to those who do not have it, unless they ask."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from players.notifications.errors import DeliveryUnderWay, ReachedAlready
from players.notifications.jobs import ring_deliver_on_commit
from players.notifications.models import (
    Delivery,
    DeliveryStatus,
    Lane,
    Reason,
    Target,
    TargetStatus,
    Webhook,
)
from players.notifications.registry import Channel
from scopa_site.transactions import one_transaction

__all__ = ["reached_all", "send_again", "send_to_one_again"]

_KEPT: Final = 10  # so many earlier outcomes of a delivery
_GOT_IT: Final = (TargetStatus.SENT, TargetStatus.OPEN)


def send_again(*, delivery_ids: Collection[int], now: datetime) -> int:
    """Free deliveries that have ended (keys) to be sent anew, with the same ids; return how many.

    Whoever acknowledged it is left alone: a delivery that everybody has stays as it is. It goes out
    also where it is over, read, muted or switched off by now, as somebody asks for it; not as mail
    to who wants none. How it had ended is kept in `earlier`. Raises DeliveryUnderWay if one of them
    has not come to its end, and ReachedAlready if all have reached everybody.
    """
    with one_transaction():
        rows = _locked(delivery_ids)
        if any(not _has_ended(row) for row in rows):
            raise DeliveryUnderWay
        targets = _targets_of(rows)
        missed = [row for row in rows if not reached_all(row, targets[row.pk])]
        if rows and not missed:
            raise ReachedAlready
        for row in missed:
            _reopen(row, targets[row.pk], now)
            _open_targets(targets[row.pk])
        for channel in sorted({row.channel for row in missed}):
            ring_deliver_on_commit(channel)
    return len(missed)


def send_to_one_again(*, target_id: int, now: datetime) -> None:
    """Send a delivery to one webhook once more (the key of its target), although it took it.

    Where it is held for another attempt it is tried at once. Raises DeliveryUnderWay while it is
    being sent.
    """
    with one_transaction():
        key = Target.objects.values_list("delivery", flat=True).get(pk=target_id)
        [row] = _locked([key])
        if row.lease_until is not None and row.lease_until > now and not _has_ended(row):
            raise DeliveryUnderWay
        targets = _targets_of([row])[row.pk]
        if _has_ended(row):
            _reopen(row, targets, now)
        else:
            row.status, row.reason = DeliveryStatus.WAITING, Reason.NONE
            row.available_at, row.asked_at = now, now
            row.save(update_fields=["status", "reason", "available_at", "asked_at"])
        Target.objects.filter(pk=target_id).update(
            status=TargetStatus.OPEN, attempts=0, try_at=None
        )
        Webhook.objects.filter(targets=target_id).update(rests_until=None)
        ring_deliver_on_commit(Channel.WEBHOOK)


def reached_all(row: Delivery, targets: Sequence[Target]) -> bool:
    """Tell whether nobody is left to whom a delivery that ended could be sent again."""
    if row.status != DeliveryStatus.SENT:
        return False
    return not any(_can_take_it(each) for each in targets)


def _can_take_it(target: Target) -> bool:
    """Tell whether it missed somebody who is still there."""
    is_there = target.device_id is not None or target.webhook_id is not None
    return target.status not in _GOT_IT and (is_there or target.provider == "mail")


def _locked(delivery_ids: Collection[int]) -> list[Delivery]:
    return list(Delivery.objects.filter(pk__in=delivery_ids).order_by("pk").select_for_update())


def _has_ended(row: Delivery) -> bool:
    return row.done_at is not None or row.dead_at is not None


def _targets_of(rows: Sequence[Delivery]) -> Mapping[int, list[Target]]:
    found: defaultdict[int, list[Target]] = defaultdict(list)
    for target in Target.objects.filter(delivery__in=[row.pk for row in rows]).order_by("pk"):
        found[target.delivery_id].append(target)
    return found


def _reopen(row: Delivery, targets: Sequence[Target], now: datetime) -> None:
    row.earlier = [*(row.earlier or []), _outcome(row, targets)][-_KEPT:]
    row.status, row.reason = DeliveryStatus.WAITING, Reason.NONE
    row.attempts, row.last_error, row.is_summary = 0, "", False
    row.available_at, row.asked_at, row.known_at = now, now, None
    row.lane = Lane.STRANGERS if row.channel == Channel.WEBHOOK else Lane.KNOWN
    row.lease_until = row.done_at = row.dead_at = row.joined_to = None
    row.save()


def _outcome(row: Delivery, targets: Sequence[Target]) -> dict[str, Any]:
    """Say how a delivery had ended: no name, no address."""
    return {
        "status": row.status,
        "reason": row.reason,
        "at": row.done_at or row.dead_at,
        "attempts": row.attempts,
        "targets": [
            {
                "provider": each.provider,
                "status": each.status,
                "http_status": each.http_status,
                "error": each.error,
                "tried_at": each.tried_at,
            }
            for each in targets
        ],
    }


def _open_targets(targets: Sequence[Target]) -> None:
    """Open those that missed it. Where nobody has it, whatever can be reached by now is told.

    The last answer of each stays until there is another.
    """
    has_any = any(each.status == TargetStatus.SENT for each in targets)
    missed = [each.pk for each in targets if _can_take_it(each)]
    is_of_webhooks = any(each.webhook_id is not None for each in targets)
    if has_any or is_of_webhooks:
        Target.objects.filter(pk__in=missed).update(
            status=TargetStatus.OPEN, attempts=0, try_at=None
        )
    else:
        Target.objects.filter(pk__in=[each.pk for each in targets]).delete()
