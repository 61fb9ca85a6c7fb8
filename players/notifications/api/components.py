"""Notifications as they are answered, and the words that select them."""

from typing import Any, Final

from django.conf import settings
from rest_framework.serializers import CharField, DateTimeField

from players.notifications.queries.explaining import NONE, STATUSES, TARGET_STATUSES, Told, Way
from players.notifications.queries.failures import error_told
from players.notifications.queries.inbox import Counts, Entry
from players.notifications.registry import Channel
from scopa_site.api import fields
from scopa_site.api.pagination import MAX_LIMIT, PageQuery

__all__ = [
    "CountsShown",
    "InboxQuery",
    "NotificationList",
    "NotificationTold",
    "ReadNotificationsBody",
    "UnreadNotificationsBody",
    "counts_shown",
    "entry_shown",
    "told_shown",
]

_CHANNELS: Final = [str(channel) for channel in Channel]


class InboxQuery(PageQuery):
    """Which of them."""

    unread = fields.FlagParameter(
        required=False, help_text="`true`: only those that `unread` counts."
    )


class ReadNotificationsBody(fields.StrictSerializer):
    """What you have read: some by their `id`, or all up to one, that one among them."""

    ids = fields.ListField(child=fields.UUIDField(), required=False, max_items=MAX_LIMIT)
    up_to = fields.UUIDField(required=False)


class UnreadNotificationsBody(fields.StrictSerializer):
    """What you want to see as unread again."""

    ids = fields.ListField(child=fields.UUIDField(), max_items=MAX_LIMIT)


class CountsShown(fields.StrictSerializer):
    """How much there is to look at."""

    unread = fields.IntegerField(
        help_text="Notifications that you have not read and that are current; 100 at most."
    )
    badge = fields.IntegerField(help_text="Matches that wait for you: for the badge of the app.")


class NotificationShown(fields.StrictSerializer):
    """Something that you were told."""

    id = fields.UUIDField()
    type = fields.StringField()
    match = CharField(allow_null=True, help_text="The `id` of the match that `link` opens.")
    title = fields.StringField(help_text="In the language of the request.")
    body = fields.StringField()
    link = fields.StringField(
        help_text="What an app opens: the match, a list, a player; empty for nothing."
    )
    created_at = DateTimeField()
    read_at = DateTimeField(allow_null=True)
    is_current = fields.BooleanField(help_text="False once there is nothing to do about it.")
    data = fields.ObjectField(  # type: ignore[assignment]  # a serializer has one, too
        help_text="Ids and public facts, by type."
    )


class NotificationList(CountsShown):
    """What you were told, the newest first."""

    items = fields.ListField(child=NotificationShown())
    next_cursor = CharField(allow_null=True)


class NotificationTarget(fields.StrictSerializer):
    """One device, mailbox or webhook, without its token or address."""

    provider = fields.StringField()
    name = fields.StringField(
        help_text="Of the device or webhook, as you named it; also of one that is gone."
    )
    status = fields.ChoiceField(choices=TARGET_STATUSES)
    status_text = fields.StringField()
    http_status = fields.IntegerField(allow_null=True, help_text="What the provider answered.")
    error = fields.StringField(help_text="What went wrong last, for people; empty for nothing.")
    tried_at = DateTimeField(allow_null=True)


class NotificationDelivery(fields.StrictSerializer):
    """What became of it on one channel, and why."""

    channel = fields.ChoiceField(choices=_CHANNELS)
    status = fields.ChoiceField(
        choices=[*STATUSES, NONE], help_text="`none`: there was nowhere to send it."
    )
    status_text = fields.StringField()
    reason = fields.StringField(help_text="A word for programs; empty for none.")
    reason_text = fields.StringField(help_text="The same for people.")
    at = DateTimeField(allow_null=True, help_text="When it came to its end, or was last sent.")
    attempts = fields.IntegerField()
    next_try_at = DateTimeField(allow_null=True)
    joined_to = CharField(allow_null=True, help_text="The notification that told of it instead.")
    targets = fields.ListField(child=NotificationTarget())


class NotificationTold(NotificationShown):
    """Something that you were told, and what became of it on each channel."""

    deliveries = fields.ListField(child=NotificationDelivery())


def counts_shown(counts: Counts) -> dict[str, Any]:
    """Render the counts."""
    return {"unread": counts.unread, "badge": counts.badge}


def entry_shown(entry: Entry) -> dict[str, Any]:
    """Render one notification."""
    row, words = entry.row, entry.words
    return {
        "id": row.public_id,
        "type": row.type,
        "match": words.match,
        "title": words.title,
        "body": words.body,
        "link": settings.DEEP_LINK + words.link if words.link else "",
        "created_at": row.created_at,
        "read_at": row.seen_at,
        "is_current": entry.is_current,
        "data": row.data,
    }


def told_shown(entry: Entry, told: Told) -> dict[str, Any]:
    """Render one notification with its ways."""
    return {**entry_shown(entry), "deliveries": [_way_shown(way) for way in told.ways]}


def _way_shown(way: Way) -> dict[str, Any]:
    return {
        "channel": str(way.channel),
        "status": way.status,
        "status_text": way.status_text,
        "reason": way.reason,
        "reason_text": way.reason_text,
        "at": way.at,
        "attempts": way.attempts,
        "next_try_at": way.next_try_at,
        "joined_to": way.joined_to,
        "targets": [_target_shown(target) for target in way.targets],
    }


def _target_shown(target: Any) -> dict[str, Any]:
    thing = target.device or target.webhook
    return {
        "provider": target.provider,
        "name": target.label if thing is None else thing.name,
        "status": target.status,
        "status_text": target.get_status_display(),
        "http_status": target.http_status,
        "error": error_told(target.error),
        "tried_at": target.tried_at,
    }
