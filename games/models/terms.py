"""What a match is played for, and what may be said at its table."""

from django.db import models
from django.utils.translation import gettext_lazy as _

__all__ = ["RatingNote", "Talk"]


class Talk(models.TextChoices):
    """What may be said at a table while cards are hidden. It can only be stricter than the server.

    Reactions: phrases from a list, never between partners. Silent: nothing at all.
    """

    REACTIONS = "reactions", _("preset phrases")
    SILENT = "silent", _("nothing")


class RatingNote(models.TextChoices):
    """Why a rated match does not count for the rating after all."""

    COUNTS = "", _("counts")
    SERIAL_TIMEOUT = "serial_timeout", _("one of a series of timeouts")
    ABANDONED = "abandoned", _("abandoned")
