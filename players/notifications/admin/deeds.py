"""What the staff may do to devices and deliveries, and what they are told before."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from players.admin.deeds import Deed
from players.notifications.admin.cells import channel_cell
from players.notifications.models import Delivery, Device, Notification
from players.notifications.services import by_staff
from players.services.staff import Mandate
from scopa_site import time
from scopa_site.errors import Text

__all__ = ["FORGET_DEVICE", "RESEND", "RESEND_BY_CHANNEL", "resent_told"]


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


def resent_told(count: int) -> str:
    """Say how many are sent again, with a place for the count."""
    return ngettext(
        "%(count)s is being sent again, if nothing stands in the way.",
        "%(count)s are being sent again, if nothing stands in the way.",
        count,
    )


def _resending(row: Delivery | Notification | None) -> Sequence[Text]:
    where: Text = _("It goes out again by each channel on which somebody did not get it.")
    if isinstance(row, Delivery):
        where = _("It goes out again by %(channel)s, to those who did not get it.") % {
            "channel": channel_cell(row.channel)
        }
    return [
        where,
        _("It goes also where it is over, read, muted or switched off; quiet hours hold."),
        _("Whoever has it already does not get it again, and who wants no mail gets none."),
    ]


def _resend(row: Notification, by: Mandate, data: dict[str, Any]) -> None:
    by_staff.resend(notification_id=row.pk, by=by, now=time.now())


def _resend_by_channel(row: Delivery, by: Mandate, data: dict[str, Any]) -> None:
    by_staff.resend(notification_id=row.notification_id, channel=row.channel, by=by, now=time.now())


def _hinders(row: Notification, _actor_id: int | None) -> None:
    by_staff.refuse_resending(list(row.deliveries.all()))


def _hinders_by_channel(row: Delivery, _actor_id: int | None) -> None:
    by_staff.refuse_resending([row])


_MAY_RESEND: Final = "notifications.resend_delivery"
# What was decided before it goes out is on the same page: nothing is promised here.
_SET_OUT: Final = _(
    "It is being sent again, if nothing stands in the way: below you see what becomes of it."
)

RESEND: Final = Deed(
    title=_("Send a notification again"),
    button=_("Send again"),
    done=_SET_OUT,
    permission=_MAY_RESEND,
    effects=_resending,
    do=_resend,
    refuse=_hinders,
)
RESEND_BY_CHANNEL: Final = Deed(
    title=_("Send a notification again"),
    button=_("Send again"),
    done=_SET_OUT,
    permission=_MAY_RESEND,
    effects=_resending,
    do=_resend_by_channel,
    refuse=_hinders_by_channel,
)
