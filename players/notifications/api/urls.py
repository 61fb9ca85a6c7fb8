"""Routes of notifications, devices and preferences, under /api/v1/."""

from django.urls import path

from players.notifications.api import devices

urlpatterns = [
    path("me/devices", devices.DeviceListView.as_view(), name="devices"),
    path("me/devices/<str:installation_id>", devices.DeviceView.as_view(), name="device"),
]
