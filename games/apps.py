"""App configuration of the game."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Matches, deals and moves."""

    name = "games"
    verbose_name = _("Scopa")
    default_auto_field = "django.db.models.BigAutoField"
