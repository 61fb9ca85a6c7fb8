"""What one player may see of another."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from players import registries
from players.errors import PlayerNotFound
from players.models import Player
from players.queries.friends import friendship, other_player

__all__ = ["Card", "card_of", "find_player", "player_seen"]


@dataclass(frozen=True, slots=True)
class Card:
    """A player, how the viewer stands with them, and what the apps above tell of them."""

    player: Player
    friendship: str | None
    parts: Mapping[str, Any]


def player_seen(viewer_id: int, public_id: UUID) -> Player:
    """Return an active player of the viewer's own world. One query. Raises PlayerNotFound."""
    player = other_player(viewer_id, public_id=public_id)
    if player is None:
        raise PlayerNotFound
    return player


def find_player(viewer_id: int, username: str) -> Player:
    """Return the active player of a username, in whatever case, of the viewer's own world.

    One query. Raises PlayerNotFound.
    """
    player = other_player(viewer_id, folded=username.lower())
    if player is None:
        raise PlayerNotFound(by_username=True)
    return player


def card_of(viewer_id: int, public_id: UUID, *, now: datetime) -> Card:
    """Return the public card of a player, also of the viewer's own. Raises PlayerNotFound.

    A block is not told: who blocked the viewer is shown like anybody.
    """
    player = player_seen(viewer_id, public_id)
    parts: dict[str, Any] = {}
    for part in registries.card_parts.values():
        parts |= part(player.pk, player.public_id, viewer_id, now)
    own = player.pk == viewer_id
    return Card(player, None if own else friendship(viewer_id, player.pk), parts)
