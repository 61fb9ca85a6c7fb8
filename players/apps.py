"""App configuration of the players."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayersConfig(AppConfig):
    """Who plays, and how they prove it."""

    name = "players"
    verbose_name = _("Players")
    default_auto_field = "django.db.models.BigAutoField"
