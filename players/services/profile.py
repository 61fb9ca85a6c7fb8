"""Change what a player shows and prefers."""

from collections.abc import Mapping
from datetime import datetime

from django.core.exceptions import ValidationError

from players.errors import InvalidProfile
from players.models import Player
from players.registries import zone_listeners
from players.services.faults import field_problems
from scopa_site.transactions import one_transaction

__all__ = ["PROFILE_FIELDS", "update_profile"]

PROFILE_FIELDS = frozenset({"display_name", "language", "time_zone"})


def update_profile(*, player_id: int, changes: Mapping[str, str], now: datetime) -> Player:
    """Change some of PROFILE_FIELDS and return the player; only what is named is written.

    Those who count by the player's clock hear of another time zone: see registries.

    Raises InvalidProfile, having changed nothing, when one of the values cannot be accepted.
    """
    if not changes.keys() <= PROFILE_FIELDS:
        raise ValueError(f"not part of a profile: {sorted(changes.keys() - PROFILE_FIELDS)}")
    player = Player.objects.get(pk=player_id)
    for name, value in changes.items():
        setattr(player, name, value)
    untouched = {field.name for field in Player._meta.fields} - changes.keys()
    try:
        player.clean_fields(exclude=untouched)
    except ValidationError as exc:
        raise InvalidProfile(errors=field_problems(exc)) from None
    if "time_zone" in changes:
        with one_transaction():
            player.save(update_fields=list(changes))
            for hear in zone_listeners.values():
                hear(player_id, now)
    elif changes:
        player.save(update_fields=list(changes))
    return player
