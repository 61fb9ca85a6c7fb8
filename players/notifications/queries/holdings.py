"""What is held of a player for telling them things, as plain data for that player."""

from collections import defaultdict
from datetime import time
from typing import Any, Final

from players.notifications.models import (
    Delivery,
    Device,
    MutedSubject,
    Notification,
    Preferences,
    Target,
    Webhook,
)

__all__ = ["devices_of", "muted_matches_of", "notifications_of", "preferences_of", "webhooks_of"]

_PAGE: Final = 500

Data = dict[str, Any]


def devices_of(player_id: int) -> list[Data]:
    """List the devices that are pushed to; no token, which is a key and not a word."""
    rows = Device.objects.filter(player_id=player_id).order_by("pk")
    columns = (
        *("installation_id", "provider", "is_sandbox", "name"),
        *("created_at", "updated_at"),
    )
    return list(rows.values(*columns))


def webhooks_of(player_id: int) -> list[Data]:
    """List the addresses of the player's own programs; no secret."""
    rows = Webhook.objects.filter(player_id=player_id).order_by("pk")
    columns = (
        *("url", "name", "types", "is_enabled", "disabled_because", "failing_since"),
        "created_at",
    )
    return [{"id": row.pop("public_id"), **row} for row in rows.values("public_id", *columns)]


def preferences_of(player_id: int) -> Data | None:
    """Return what the player chose to be told, when and where; None for nothing yet."""
    chosen = Preferences.objects.filter(player_id=player_id).first()
    if chosen is None:
        return None
    return {
        "choices": chosen.choices,
        "quiet_from": _hour(chosen.quiet_from),
        "quiet_until": _hour(chosen.quiet_until),
        "digest_hours": chosen.digest_hours,
        "mail_off_at": chosen.mail_off_at,
    }


def muted_matches_of(player_id: int) -> list[Data]:
    """List the matches of which the player wants to hear nothing."""
    rows = MutedSubject.objects.filter(player_id=player_id).order_by("pk")
    return [
        {"match": subject, "since": since}
        for subject, since in rows.values_list("subject", "created_at")
    ]


def notifications_of(player_id: int, after: int) -> tuple[list[Any], int | None]:
    """Read a page of what the player was told, oldest first, with what became of it."""
    rows = list(
        Notification.objects.filter(player_id=player_id, pk__gt=after).order_by("pk")[:_PAGE]
    )
    ways = _ways([row.pk for row in rows])
    shown = [
        {
            "id": row.public_id,
            "type": row.type,
            "match": row.subject,
            "data": row.data,
            "created_at": row.created_at,
            "read_at": row.seen_at,
            "deliveries": ways[row.pk],
        }
        for row in rows
    ]
    return shown, rows[-1].pk if len(rows) == _PAGE else None


def _hour(at: time | None) -> str | None:
    return None if at is None else at.isoformat("minutes")


def _ways(keys: list[int]) -> dict[int, list[Data]]:
    """Read the deliveries of some notifications, with each device or webhook that they went to."""
    targets: dict[int, list[Data]] = defaultdict(list)
    sent_to = Target.objects.filter(delivery__notification__in=keys).order_by("pk")
    members = ("by", "name", "status", "tried_at")
    columns = ("delivery_id", "provider", "label", "status", "tried_at")
    for key, *told in sent_to.values_list(*columns):
        targets[key].append(dict(zip(members, told, strict=True)))
    ways: dict[int, list[Data]] = defaultdict(list)
    kept = ("channel", "status", "reason", "attempts", "done_at", "dead_at")
    deliveries = Delivery.objects.filter(notification__in=keys).order_by("pk")
    for row in deliveries.values("pk", "notification_id", *kept):
        key, notice = row.pop("pk"), row.pop("notification_id")
        ways[notice].append({**row, "targets": targets[key]})
    return ways
