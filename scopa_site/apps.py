"""App configuration of the transport kernel."""

from datetime import timedelta

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScopaSiteConfig(AppConfig):
    """Holds the outbox tables and the commands that run the service."""

    name = "scopa_site"
    verbose_name = _("Service")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the service ready only while effects are brought about and swept."""
        from scopa_site import deploy_checks  # noqa: F401  # registers itself
        from scopa_site.api.watch import watch_queue, watch_sweep
        from scopa_site.outbox.effects import EFFECTS_SWEEP
        from scopa_site.outbox.models import Effect

        watch_queue("effects", Effect.objects.all, patience=timedelta(seconds=60))
        # Three periods of the sweep, and a little for a worker that is busy.
        watch_sweep(EFFECTS_SWEEP, patience=timedelta(seconds=20))
