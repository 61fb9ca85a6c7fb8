"""App configuration of the transport kernel."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScopaSiteConfig(AppConfig):
    """Holds the outbox tables and the commands that run the service."""

    name = "scopa_site"
    verbose_name = _("Service")
    default_auto_field = "django.db.models.BigAutoField"
