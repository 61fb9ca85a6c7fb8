"""App configuration of the notifications."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    """What is written to players, and the ways there."""

    name = "players.notifications"
    label = "notifications"
    verbose_name = _("Notifications")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hear what is published to players, and write down what they are to be told of it."""
        from players.notifications.services.telling import hear
        from players.registries import register_listener

        register_listener("notifications", hear)
