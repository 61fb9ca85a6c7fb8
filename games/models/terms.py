"""Where a match stands, what it is played for, and what may be said at its table."""

import json
from functools import lru_cache

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games import engine
from games.clock import CLOCKS, Clock, decode_clock

__all__ = ["MatchStatus", "RatingNote", "Talk", "read_clock", "read_rules"]

_UNLIMITED = CLOCKS["libera"].clock


class MatchStatus(models.TextChoices):
    """Where a match stands."""

    OFFERED = "offered", _("offered")
    ACTIVE = "active", pgettext_lazy("match", "active")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")
    EXPIRED = "expired", _("expired")


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
    GUEST = "guest", _("played by a guest")


@lru_cache(maxsize=256)
def read_clock(text: str) -> Clock:
    """Read a clock; matches that began before there were clocks have none, and no limit."""
    spec = json.loads(text)
    return decode_clock(spec) if spec else _UNLIMITED


@lru_cache(maxsize=256)
def read_rules(text: str) -> engine.RuleSet:
    """Read and check a RuleSet; most matches share a few, and checking is dear."""
    return engine.decode_rules(json.loads(text))
