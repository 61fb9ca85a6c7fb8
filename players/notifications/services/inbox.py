"""Say what one has read."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from players.notifications.errors import NotificationNotFound
from players.notifications.models import Notification
from players.notifications.registry import notification_types
from players.notifications.services.locking import lock_preferences
from scopa_site.transactions import one_transaction

__all__ = ["mark_read", "mark_unread"]


def mark_read(
    *,
    player_id: int,
    now: datetime,
    ids: Collection[UUID] = (),
    up_to: UUID | None = None,
) -> None:
    """Note that a player has read these, and all up to one; what waits to be sent then does not go.

    Read with one are the earlier ones that it stands in the place of. Ids of nothing are passed
    over. Raises NotificationNotFound for an `up_to` that is not the player's.
    """
    with one_transaction():
        # Whoever decides about deliveries holds it too: what is read by then is not sent.
        lock_preferences([player_id])
        mine = Notification.objects.filter(player_id=player_id)
        named = Q(public_id__in=list(ids)) | _replaced_by(player_id, ids)
        if up_to is not None:
            last = mine.filter(public_id=up_to).values_list("pk", flat=True).first()
            if last is None:
                raise NotificationNotFound
            named |= Q(pk__lte=last)
        mine.filter(named, seen_at__isnull=True).update(seen_at=now)


def mark_unread(*, player_id: int, ids: Collection[UUID]) -> None:
    """Note that a player wants to see these again; nothing is sent anew for that."""
    with one_transaction():
        # Whoever decides about deliveries holds it too: what is read by then is not sent.
        lock_preferences([player_id])
        mine = Notification.objects.filter(player_id=player_id, public_id__in=list(ids))
        mine.update(seen_at=None)


def _replaced_by(player_id: int, ids: Collection[UUID]) -> Q:
    later = Notification.objects.filter(
        player_id=player_id,
        public_id__in=list(ids),
        type=OuterRef("type"),
        subject=OuterRef("subject"),
        pk__gt=OuterRef("pk"),
    )
    replacing = [kind.slug for kind in notification_types().values() if kind.replaces]
    return Q(type__in=replacing) & Q(Exists(later))
