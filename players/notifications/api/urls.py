"""Routes of notifications, devices and preferences, under /api/v1/."""

from django.urls import path

from players.notifications.api import devices, inbox, preferences, webhooks

urlpatterns = [
    path("me/devices", devices.DeviceListView.as_view(), name="devices"),
    path("me/devices/<str:installation_id>", devices.DeviceView.as_view(), name="device"),
    path(
        "me/devices/<str:installation_id>/test",
        devices.DeviceTestView.as_view(),
        name="device-test",
    ),
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
    path("me/webhooks", webhooks.WebhookListView.as_view(), name="webhooks"),
    path("me/webhooks/<str:webhook_id>", webhooks.WebhookView.as_view(), name="webhook"),
    path(
        "me/webhooks/<str:webhook_id>/secret",
        webhooks.WebhookSecretView.as_view(),
        name="webhook-secret",
    ),
    path(
        "me/webhooks/<str:webhook_id>/test", webhooks.WebhookTestView.as_view(), name="webhook-test"
    ),
    path(
        "me/webhooks/<str:webhook_id>/deliveries",
        webhooks.WebhookDeliveryListView.as_view(),
        name="webhook-deliveries",
    ),
    path(
        "me/webhooks/<str:webhook_id>/deliveries/<str:notification_id>/again",
        webhooks.WebhookAgainView.as_view(),
        name="webhook-again",
    ),
]
