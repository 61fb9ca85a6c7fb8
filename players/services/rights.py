"""Say who of the players is staff, and what they may do."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from players.models import Player
from players.services.staff import Mandate, acting_on, put_on_record, refuse_oneself
from players.services.web_sessions import end_web_sessions
from players.staff_errors import AlreadyThus

__all__ = ["Rights", "rights_of", "set_rights"]


@dataclass(frozen=True)
class Rights:
    """What somebody may do in the admin: groups and single permissions by their keys."""

    is_staff: bool
    is_superuser: bool
    groups: frozenset[int]
    permissions: frozenset[int]

    def as_facts(self) -> dict[str, Any]:
        """Return them as they go on record."""
        return {
            "is_staff": self.is_staff,
            "is_superuser": self.is_superuser,
            "groups": sorted(self.groups),
            "permissions": sorted(self.permissions),
        }


def rights_of(player: Player) -> Rights:
    """Return what a player may do now."""
    return Rights(
        player.is_staff,
        player.is_superuser,
        frozenset(player.groups.values_list("pk", flat=True)),
        frozenset(player.user_permissions.values_list("pk", flat=True)),
    )


def set_rights(*, player_id: int, rights: Rights, by: Mandate, now: datetime) -> None:
    """Give a player these rights and no others. For superusers alone, and not on oneself.

    The player's sessions in the admin end. Raises AlreadyDone, AlreadyThus, NotOnYourself,
    OutOfReach and PlayerNotFound.
    """
    with acting_on(player_id, by, superusers_only=True) as player:
        refuse_oneself(player, by.actor_id)
        before = rights_of(player)
        if before == rights:
            raise AlreadyThus
        player.is_staff, player.is_superuser = rights.is_staff, rights.is_superuser
        player.save(update_fields=["is_staff", "is_superuser"])
        player.groups.set(rights.groups)
        player.user_permissions.set(rights.permissions)
        end_web_sessions(player_id=player.pk, now=now)
        put_on_record("set_rights", player, by, before.as_facts(), rights.as_facts(), now)
