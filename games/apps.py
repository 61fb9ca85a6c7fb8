"""App configuration of the game."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Matches, deals and moves."""

    name = "games"
    verbose_name = _("Scopa")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the service ready only while AI turns are swept."""
        from games.readiness import check_ai_sweep
        from scopa_site.api.health import register_check

        register_check("ai_sweep", check_ai_sweep)
