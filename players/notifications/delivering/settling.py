"""What is said anew need not be said as it was before."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef

from players.notifications.models import Notification
from players.notifications.registry import notification_types

__all__ = ["settle_older"]


def settle_older(told: Sequence[Notification], now: datetime) -> None:
    """Settle the earlier notifications of the same type and match. One statement, or none.

    Only of types of which a later one stands in the place of those before.
    """
    newer = [row for row in told if _replaces(row)]
    if not newer:
        return
    same = Notification.objects.filter(
        pk__in=[row.pk for row in newer],
        pk__gt=OuterRef("pk"),
        player=OuterRef("player"),
        type=OuterRef("type"),
        subject=OuterRef("subject"),
    )
    Notification.objects.filter(
        Exists(same),
        player__in={row.player_id for row in newer},
        type__in={row.type for row in newer},
        subject__in={row.subject for row in newer},
        seen_at=None,
        settled_at=None,
    ).update(settled_at=now)
    last = {(row.player_id, row.type, row.subject): row.pk for row in newer}
    for row in newer:
        newest = max(last[row.player_id, row.type, row.subject], row.pk)
        last[row.player_id, row.type, row.subject] = newest
    for row in newer:
        if row.pk < last[row.player_id, row.type, row.subject] and row.settled_at is None:
            row.settled_at = now


def _replaces(row: Notification) -> bool:
    kind = notification_types().get(row.type)
    return kind is not None and kind.replaces and row.subject is not None
