"""Players as plain data."""

from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from players.services import Session

__all__ = ["ShownPlayer", "my_profile", "public_player", "session_player", "session_shown"]


class ShownPlayer(Protocol):
    """What of a player is ever shown, to anybody or to the player alone."""

    public_id: UUID
    username: str
    display_name: str
    language: str
    time_zone: str
    email: str
    is_guest: bool


def session_player(player: ShownPlayer) -> dict[str, Any]:
    """Show a player beside a new token."""
    return {
        "id": str(player.public_id),
        "username": player.username,
        "is_guest": player.is_guest,
    }


def session_shown(session: Session) -> dict[str, Any]:
    """Show a new token, this once, and whose it is."""
    return {"token": session.token, "player": session_player(session.player)}


def public_player(player: ShownPlayer) -> dict[str, Any]:
    """Show a player to others: no address, no preferences."""
    return {
        "id": str(player.public_id),
        "username": player.username,
        "display_name": player.display_name,
        "is_guest": player.is_guest,
    }


def my_profile(player: ShownPlayer, *, deletion_due_at: datetime | None) -> dict[str, Any]:
    """Show players to themselves."""
    return {
        **public_player(player),
        "language": player.language,
        "time_zone": player.time_zone,
        "email": player.email,
        "deletion_due_at": deletion_due_at,
    }
