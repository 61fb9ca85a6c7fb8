"""What became of a notification on each way, for whoever did not get it: no address, no token."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from players.notifications.errors import NotificationNotFound
from players.notifications.models import (
    Delivery,
    DeliveryStatus,
    Notification,
    Reason,
    Target,
    TargetStatus,
    Webhook,
)
from players.notifications.registry import Channel, notification_types
from scopa_site.errors import Text

__all__ = ["NONE", "STATUSES", "TARGET_STATUSES", "Told", "Way", "told_of"]

NONE: Final = "none"  # the status of a channel on which nothing is owed
STATUSES: Final = DeliveryStatus.values
TARGET_STATUSES: Final = TargetStatus.values
_WITHOUT: Final = {
    Channel.PUSH: Reason.NO_DEVICE,
    Channel.MAIL: Reason.NO_ADDRESS,
    Channel.WEBHOOK: Reason.NO_WEBHOOK,
}


@dataclass(frozen=True, slots=True)
class Way:
    """One channel, and what became of the notification there.

    `at`: when it came to its end, or was last sent out. `joined_to`: the notification that told of
    this one.
    """

    channel: Channel
    status: str
    status_text: Text
    reason: str
    reason_text: Text
    at: datetime | None = None
    attempts: int = 0
    next_try_at: datetime | None = None
    joined_to: UUID | None = None
    targets: Sequence[Target] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """A notification, and each way that its type can take."""

    row: Notification
    ways: list[Way]


def told_of(player_id: int, notification_id: UUID) -> Told:
    """Return a notification of a player with its ways; five queries at most.

    Raises NotificationNotFound.
    """
    row = Notification.objects.filter(player_id=player_id, public_id=notification_id).first()
    if row is None:
        raise NotificationNotFound
    deliveries = row.deliveries.select_related("joined_to__notification")
    owed = {
        Channel(each.channel): each
        for each in deliveries.prefetch_related("targets__device", "targets__webhook")
    }
    return Told(row, [_way(channel, owed) for channel in Channel if _is_shown(row, channel, owed)])


def _is_shown(row: Notification, channel: Channel, owed: Mapping[Channel, Delivery]) -> bool:
    """Show what is owed, and what would be if there were anywhere to send it.

    What is meant for one device or webhook alone never takes another channel. Of webhooks nothing
    is said to whoever has none.
    """
    if channel in owed:
        return True
    kind = notification_types().get(row.type)
    if kind is None or channel not in kind.defaults or {"device", "webhook"} & set(row.data):
        return False
    mine = Webhook.objects.filter(player=row.player_id)
    return channel is not Channel.WEBHOOK or mine.exists()


def _way(channel: Channel, owed: Mapping[Channel, Delivery]) -> Way:
    row = owed.get(channel)
    if row is None:
        reason = _WITHOUT[channel]
        return Way(channel, NONE, _("not sent"), str(reason.value), reason.label)
    ended_at = row.done_at or row.dead_at
    return Way(
        channel=channel,
        status=row.status,
        status_text=row.get_status_display(),
        reason=row.reason,
        reason_text=row.get_reason_display() if row.reason else "",
        at=ended_at or row.sending_since,
        attempts=row.attempts,
        next_try_at=None if ended_at else row.available_at,
        joined_to=None if row.joined_to is None else row.joined_to.notification.public_id,
        targets=list(row.targets.all()),
    )
