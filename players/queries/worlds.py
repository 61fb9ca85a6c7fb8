"""Which world a player lives in, and what the clock shows there."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Coalesce

from players.models import Player, World

__all__ = ["clock_of", "get_world", "in_world_of", "list_worlds", "world_of"]

_REAL = 0  # stands for the real world where rows are compared: no row has this key


def world_of(player_id: int) -> int | None:
    """Return the key of the sandbox that a player lives in; None for the real world. One query."""
    return Player.objects.values_list("world_id", flat=True).get(pk=player_id)


def in_world_of(player_id: int) -> Exists:
    """Choose, of rows that have a `world`, those of the player's; a part of their query."""
    here = Player.objects.filter(pk=player_id).alias(here=Coalesce("world_id", _REAL))
    return Exists(here.filter(here=Coalesce(OuterRef("world_id"), _REAL)))


def clock_of(player_id: int, *, now: datetime) -> datetime:
    """Tell what the clock of the player's world shows at the instant `now` of the service."""
    offsets = World.objects.filter(players=player_id).values_list("offset_ms", flat=True)
    return now + timedelta(milliseconds=offsets.first() or 0)


def get_world(player_id: int) -> World | None:
    """Return the sandbox that a player lives in; None for the real world."""
    return World.objects.filter(players=player_id).first()


def list_worlds(owner_id: int) -> QuerySet[World]:
    """List the sandboxes that a player has opened, newest first."""
    return World.objects.filter(owner_id=owner_id).order_by("-id")
