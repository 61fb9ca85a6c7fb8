"""App configuration of the notifications."""

from datetime import timedelta

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
        from players.notifications.api.route_scopes import INCLUDED, ROUTE_SCOPES, SCOPES
        from players.notifications.jobs import NOTICES_SWEEP
        from players.notifications.models import Delivery
        from players.notifications.queries import holdings
        from players.notifications.services.erasing import forget_ways_and_words
        from players.notifications.services.own_types import register_own_types
        from players.notifications.services.telling import hear
        from players.registries import (
            register_eraser,
            register_exporter,
            register_listener,
            register_paged_exporter,
        )
        from players.scopes import register_scopes
        from scopa_site.api.scopes import register_route_scopes
        from scopa_site.api.watch import watch_queue, watch_sweep

        register_scopes(*SCOPES)
        register_route_scopes(ROUTE_SCOPES, included=INCLUDED)
        register_listener("notifications", hear)
        register_own_types()
        register_eraser("notifications", forget_ways_and_words)
        register_exporter("devices", holdings.devices_of)
        register_exporter("webhooks", holdings.webhooks_of)
        register_exporter("notification_preferences", holdings.preferences_of)
        register_exporter("muted_matches", holdings.muted_matches_of)
        register_paged_exporter("notifications", holdings.notifications_of)
        watch_queue("notices", Delivery.objects.all, patience=timedelta(seconds=120))
        watch_sweep(NOTICES_SWEEP, patience=timedelta(seconds=20))
