"""The id of a player in an address."""

from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from players.errors import PlayerNotFound

__all__ = ["PLAYER_PATH", "player_id_of"]

PLAYER_PATH = OpenApiParameter(
    "player_id", OpenApiTypes.UUID, OpenApiParameter.PATH, description="The `id` of a player."
)


def player_id_of(text: str) -> UUID:
    """Read an id in its canonical form. Raises PlayerNotFound."""
    try:
        player_id = UUID(text)
    except ValueError:
        raise PlayerNotFound from None
    if str(player_id) != text.lower():
        raise PlayerNotFound
    return player_id
