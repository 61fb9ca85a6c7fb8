"""Routes of notifications, devices and preferences, under /api/v1/."""

from django.urls import path

from players.notifications.api import devices, inbox, preferences

urlpatterns = [
    path("me/devices", devices.DeviceListView.as_view(), name="devices"),
    path("me/devices/<str:installation_id>", devices.DeviceView.as_view(), name="device"),
    path(
        "me/notification-preferences",
        preferences.PreferencesView.as_view(),
        name="notification-preferences",
    ),
    path("me/notifications", inbox.NotificationListView.as_view(), name="notifications"),
    path("me/notifications/read", inbox.NotificationReadView.as_view(), name="notifications-read"),
    path(
        "me/notifications/unread",
        inbox.NotificationUnreadView.as_view(),
        name="notifications-unread",
    ),
    path(
        "me/notifications/<str:notification_id>",
        inbox.NotificationView.as_view(),
        name="notification",
    ),
]
