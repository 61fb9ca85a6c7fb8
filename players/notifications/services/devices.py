"""Learn to which devices a player can be pushed, and forget them."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid4

from players.errors import InvalidToken
from players.notifications.errors import DeviceNotFound, InvalidDevice
from players.notifications.models import Device
from players.notifications.queries.devices import list_devices
from players.notifications.registry import Channel
from players.notifications.sealed import digest_of, digests_of, sealed
from players.notifications.services.device_faults import (
    NewDevice,
    Subscription,
    faults_of,
    identity_of,
    is_installation,
    token_of,
)
from players.notifications.services.locking import lock_preferences, lock_token
from players.notifications.services.own_types import TEST
from players.notifications.services.telling import NewNotice, notify
from scopa_site.transactions import one_transaction

__all__ = [
    "MAX_DEVICES",
    "NewDevice",
    "Subscription",
    "forget_device",
    "register_device",
    "try_device",
]

MAX_DEVICES: Final = 20
_TRIED_FOR: Final = timedelta(minutes=15)  # whoever tries it out looks at the screen now


def register_device(
    *, player_id: int, session: UUID, device: NewDevice, now: datetime
) -> tuple[Device, bool]:
    """Push to this device from now on; return it, and whether the player did not have it yet.

    A token is in one place: it leaves any other installation, and any other player, in the same
    step. It is pushed to for as long as `session` is logged in. Beyond MAX_DEVICES the one that was
    registered longest ago is forgotten.

    Raises InvalidDevice, with every fault, and InvalidToken for who was erased meanwhile.
    """
    if faults := faults_of(device):
        raise InvalidDevice(errors=faults)
    digests = digests_of(identity_of(device))
    with one_transaction():
        # By the oldest key: processes that have a new one already take the same lock.
        lock_token(digests[-1])
        elsewhere = Device.objects.filter(token_digest__in=digests).exclude(
            player_id=player_id, installation_id=device.installation_id
        )
        people = [player_id, *elsewhere.values_list("player_id", flat=True)]
        if player_id not in lock_preferences(people):
            raise InvalidToken
        elsewhere.delete()
        row, is_new = _written(player_id, session, device, now)
        if is_new:
            _forget_oldest(player_id)
    return row, is_new


def forget_device(*, player_id: int, installation_id: str) -> None:
    """Push no more to a device; where there is no such device, nothing changes.

    Raises DeviceNotFound for what cannot be the id of one.
    """
    if not is_installation(installation_id):
        raise DeviceNotFound
    with one_transaction():
        lock_preferences([player_id])
        Device.objects.filter(player_id=player_id, installation_id=installation_id).delete()


def try_device(*, player_id: int, installation_id: str, now: datetime) -> UUID:
    """Push a notification to one device, to see whether it comes; return its id.

    Raises DeviceNotFound.
    """
    with one_transaction():
        if not list_devices(player_id).filter(installation_id=installation_id).exists():
            raise DeviceNotFound
        notice_id = uuid4()
        notice = NewNotice(
            player_id=player_id,
            type=TEST,
            dedupe_key=f"{TEST}:{notice_id}",
            data={"device": installation_id},
            expires_at=now + _TRIED_FOR,
            channels=[Channel.PUSH],
            public_id=notice_id,
        )
        notify([notice], now=now)
    return notice_id


def _written(
    player_id: int, session: UUID, device: NewDevice, now: datetime
) -> tuple[Device, bool]:
    known = {
        "provider": device.provider,
        "is_sandbox": device.is_sandbox,
        "token_sealed": sealed(token_of(device)),
        "token_digest": digest_of(identity_of(device)),
        "session": session,
        "name": device.name,
        "updated_at": now,
    }
    return Device.objects.update_or_create(
        player_id=player_id,
        installation_id=device.installation_id,
        defaults=known,
        create_defaults=known | {"created_at": now},
    )


def _forget_oldest(player_id: int) -> None:
    mine = Device.objects.filter(player_id=player_id).order_by("-updated_at", "-pk")
    too_many = list(mine.values_list("pk", flat=True)[MAX_DEVICES:])
    if too_many:
        Device.objects.filter(pk__in=too_many).delete()
