"""Notifications in the admin: what was told, what became of it, and sending it again.

No token, no secret and no address of a webhook is shown anywhere.
"""

from players.notifications.admin.deliveries import DeliveryAdmin
from players.notifications.admin.notices import NotificationAdmin
from players.notifications.admin.ways import (
    DeviceAdmin,
    PreferencesAdmin,
    RestingAdmin,
    WebhookAdmin,
)

__all__ = [
    "DeliveryAdmin",
    "DeviceAdmin",
    "NotificationAdmin",
    "PreferencesAdmin",
    "RestingAdmin",
    "WebhookAdmin",
]
