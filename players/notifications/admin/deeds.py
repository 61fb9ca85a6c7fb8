"""What the staff may do to devices and deliveries, and what they are told before."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from players.admin.deeds import Deed
from players.notifications.models import Device
from players.notifications.services import by_staff
from players.services.staff import Mandate
from scopa_site import time
from scopa_site.errors import Text

__all__ = ["FORGET_DEVICE"]


def _forgetting(device: Device | None) -> Sequence[Text]:
    return [
        _("Nothing is pushed to the device any more, and its token is deleted."),
        _("The app stays logged in: once it is opened it may give its token anew."),
    ]


def _forget(device: Device, by: Mandate, data: dict[str, Any]) -> None:
    by_staff.forget_device(device_id=device.pk, by=by, now=time.now())


FORGET_DEVICE: Final = Deed(
    title=_("Forget a device"),
    button=_("Forget it"),
    done=_("The device is forgotten."),
    permission="notifications.delete_device",
    effects=_forgetting,
    do=_forget,
)
