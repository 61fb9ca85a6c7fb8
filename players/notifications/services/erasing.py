"""Take all that a player was told, and every way to them, away when they are erased."""

from datetime import datetime

from players.notifications.models import (
    Delivery,
    Device,
    MutedSubject,
    Notification,
    Preferences,
    Target,
    Webhook,
)

__all__ = ["forget_ways_and_words"]


def forget_ways_and_words(player_id: int, now: datetime) -> None:
    """Delete notifications, deliveries, devices, webhooks and preferences, in the transaction.

    First it takes what others lock first: the preferences, by whoever decides about deliveries of
    this player, and the deliveries, in order of keys, by whoever marks what became of them.
    """
    own = Preferences.objects.filter(player_id=player_id)
    list(own.select_for_update().values_list("pk"))
    deliveries = Delivery.objects.filter(player_id=player_id).order_by("pk")
    list(deliveries.select_for_update().values_list("pk"))
    Target.objects.filter(delivery__player_id=player_id).delete()
    for model in (Delivery, Notification, Device, Webhook, MutedSubject):
        model.objects.filter(player_id=player_id).delete()
    own.delete()
