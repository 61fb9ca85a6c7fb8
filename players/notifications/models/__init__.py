"""The tables of notifications: what is told, the ways there, and what each person wants."""

from players.notifications.models.device import Device, Provider
from players.notifications.models.notification import (
    Delivery,
    DeliveryStatus,
    Lane,
    Notification,
    Reason,
    Target,
    TargetStatus,
)
from players.notifications.models.preferences import MutedSubject, Preferences, Resting
from players.notifications.models.webhook import Webhook

__all__ = [
    "Delivery",
    "DeliveryStatus",
    "Device",
    "Lane",
    "MutedSubject",
    "Notification",
    "Preferences",
    "Provider",
    "Reason",
    "Resting",
    "Target",
    "TargetStatus",
    "Webhook",
]
