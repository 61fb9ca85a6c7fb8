"""The id of a player in an address."""

from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from players.api.ids import read_id
from players.errors import PlayerNotFound

__all__ = ["PLAYER_PATH", "player_id_of"]

PLAYER_PATH = OpenApiParameter(
    "player_id", OpenApiTypes.UUID, OpenApiParameter.PATH, description="The `id` of a player."
)


def player_id_of(text: str) -> UUID:
    """Read an id in its canonical form. Raises PlayerNotFound."""
    return read_id(text, PlayerNotFound)
