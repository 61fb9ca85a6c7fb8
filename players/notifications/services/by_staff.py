"""What the staff do about notifications: with a reason, once for each form, and on record."""

from datetime import datetime

from players.notifications.errors import DeviceNotFound
from players.notifications.models import Device
from players.services.audit import record, refuse_repeated
from players.services.staff import Mandate
from scopa_site.transactions import one_transaction

__all__ = ["forget_device"]


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
