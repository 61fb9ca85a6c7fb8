"""What the staff do about notifications: with a reason, once for each form, and on record."""

from collections.abc import Sequence
from datetime import datetime

from players.notifications.errors import (
    DeliveryUnderWay,
    DeviceNotFound,
    ReachedAlready,
    ToldInTheInboxAlone,
)
from players.notifications.models import Delivery, Device
from players.notifications.services.resending import reached_all, send_again
from players.services.audit import record, refuse_repeated
from players.services.staff import Mandate
from scopa_site.transactions import enclosing_transaction, one_transaction

__all__ = ["forget_device", "refuse_resending", "resend"]


def forget_device(*, device_id: int, by: Mandate, now: datetime) -> None:
    """Push nothing to a device any more. What is on its way there finds it gone.

    Raises AlreadyDone and DeviceNotFound.
    """
    with one_transaction():
        device = Device.objects.select_for_update().filter(pk=device_id).first()
        refuse_repeated(by.key)
        if device is None:
            raise DeviceNotFound
        owner, provider = device.player, device.provider
        device.delete()
        record(
            actor_id=by.actor_id,
            action="forget_device",
            subject_type="player",
            subject_id=owner.public_id,
            reason=by.reason,
            before={"device": device_id, "provider": provider},
            after={},
            key=by.key,
            now=now,
        )


def resend(*, notification_id: int, channel: str | None = None, by: Mandate, now: datetime) -> int:
    """Send a notification (its key) again, by one channel or by all on which it came to an end.

    Return by how many. Who has it already does not get it again. Raises AlreadyDone,
    DeliveryUnderWay, ReachedAlready and ToldInTheInboxAlone.
    """
    with enclosing_transaction():
        rows = Delivery.objects.filter(notification_id=notification_id).order_by("pk")
        if channel is not None:
            rows = rows.filter(channel=channel)
        deliveries = list(
            rows.select_related("notification", "player").select_for_update(of=("self",))
        )
        refuse_repeated(by.key)
        refuse_resending(deliveries)
        ended = [each for each in deliveries if _is_missed(each)]
        count = send_again(delivery_ids=[each.pk for each in ended], now=now)
        record(
            actor_id=by.actor_id,
            action="resend_delivery",
            subject_type="player",
            subject_id=ended[0].player.public_id,
            reason=by.reason,
            before={each.channel: each.reason or each.status for each in ended},
            after={"notification": ended[0].notification.public_id},
            key=by.key,
            now=now,
        )
    return count


def refuse_resending(deliveries: Sequence[Delivery]) -> None:
    """Refuse to send again what never went out, is on its way on every channel, or has arrived.

    Raises DeliveryUnderWay, ReachedAlready and ToldInTheInboxAlone.
    """
    if not deliveries:
        raise ToldInTheInboxAlone
    if not any(_has_ended(each) for each in deliveries):
        raise DeliveryUnderWay
    if not any(_is_missed(each) for each in deliveries):
        raise ReachedAlready


def _is_missed(delivery: Delivery) -> bool:
    return _has_ended(delivery) and not reached_all(delivery, list(delivery.targets.all()))


def _has_ended(delivery: Delivery) -> bool:
    return delivery.done_at is not None or delivery.dead_at is not None
