"""Forget what was told long ago, and devices that nothing is sent to any more."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef

from players.models import Token
from players.notifications.models import Device, Notification, Preferences
from scopa_site.transactions import one_transaction

__all__ = ["KEPT", "forget_old"]

KEPT: Final = timedelta(days=90)
_BATCH: Final = 2_000
_BATCHES: Final = 10


def forget_old(*, now: datetime) -> int:
    """Delete notifications older than KEPT, some thousands a time; return how many.

    Devices go whose log-in was taken back. May run twice, or late.
    """
    deleted = 0
    for _turn in range(_BATCHES):
        batch = _forget_batch(now - KEPT)
        deleted += batch
        if batch < _BATCH:
            break
    _forget_devices()
    # Whoever decided about deliveries while their player was erased may have made it anew.
    Preferences.objects.filter(player__erased_at__isnull=False).delete()
    return deleted


def _forget_batch(before: datetime) -> int:
    with one_transaction():
        old = Notification.objects.filter(created_at__lt=before).order_by("created_at")
        keys = list(old.values_list("pk", flat=True)[:_BATCH])
        Notification.objects.filter(pk__in=keys).delete()
    return len(keys)


def _forget_devices() -> None:
    with one_transaction():
        sessions = Token.objects.filter(public_id=OuterRef("session"))
        gone = Device.objects.filter(~Exists(sessions)).order_by("pk")
        keys = list(gone.values_list("pk", flat=True)[:_BATCH])
        Device.objects.filter(pk__in=keys).delete()
