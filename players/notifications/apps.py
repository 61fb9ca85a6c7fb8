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
        """Hear what is published, and write down what players are to be told of it."""
        from players.notifications import checks  # noqa: F401 - they register themselves
        from players.notifications.api.route_scopes import INCLUDED, ROUTE_SCOPES, SCOPES
        from players.notifications.delivering.watching import watch_deliveries
        from players.notifications.queries import holdings
        from players.notifications.services.erasing import forget_ways_and_words
        from players.notifications.services.own_types import register_own_types
        from players.notifications.services.releasing import wishes_changed
        from players.notifications.services.telling import hear
        from players.notifications.services.webhook_types import register_webhook_types
        from players.registries import (
            register_eraser,
            register_exporter,
            register_listener,
            register_paged_exporter,
            register_zone_listener,
        )
        from players.scopes import register_scopes
        from scopa_site.api.scopes import register_route_scopes

        register_webhook_types()
        register_scopes(*SCOPES)
        register_route_scopes(ROUTE_SCOPES, included=INCLUDED)
        register_listener("notifications", hear)
        register_own_types()
        register_zone_listener("notifications", wishes_changed)
        register_eraser("notifications", forget_ways_and_words)
        register_exporter("devices", holdings.devices_of)
        register_exporter("webhooks", holdings.webhooks_of)
        register_exporter("notification_preferences", holdings.preferences_of)
        register_exporter("muted_matches", holdings.muted_matches_of)
        register_paged_exporter("notifications", holdings.notifications_of)
        watch_deliveries()
