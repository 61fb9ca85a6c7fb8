"""Players in kept replies: the id is kept, and the name is read when the reply is sent again."""

from collections.abc import Collection, Mapping
from typing import Any

from players.api.render import public_player
from players.queries.accounts import players_by_public_id

__all__ = ["public_id_of", "shown_players"]

_MEMBERS = {"id", "username", "display_name", "is_guest"}


def public_id_of(shown: dict[str, Any]) -> str | None:
    """Return the id of an object that shows a player to others; None for any other object."""
    return str(shown["id"]) if shown.keys() == _MEMBERS else None


def shown_players(public_ids: Collection[str]) -> Mapping[str, object]:
    """Show players by their ids as others see them now. One query."""
    return {
        str(player.public_id): public_player(player) for player in players_by_public_id(public_ids)
    }
