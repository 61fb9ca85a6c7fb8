"""Who does not hear or meet whom."""

from typing import Any

from django.db.models import Case, F, Q, QuerySet, When

from players.models import Player, Tie, TieKind

__all__ = [
    "blocked_with",
    "is_blocked_between",
    "kept_apart",
    "list_blocks",
    "list_mutes",
    "muted_by",
]


def is_blocked_between(one: int, other: int) -> bool:
    """Tell whether either of two players has blocked the other."""
    return _blocks_of(one).filter(Q(player_id=other) | Q(other_id=other)).exists()


def blocked_with(player_id: int) -> "QuerySet[Any, int]":
    """Select the ids of those whom a player has blocked or who have blocked the player.

    For `exclude(player_id__in=blocked_with(...))`, where it becomes a part of that query.
    """
    other = Case(When(player_id=player_id, then=F("other_id")), default=F("player_id"))
    return _blocks_of(player_id).values_list(other, flat=True)


def kept_apart(player_id: int, *, world_id: int | None) -> set[int]:
    """Return whom a player cannot meet at a table of this world; one query.

    Those blocked, either way; and the player, who is never blocked, where it is another's world.
    """
    elsewhere = Player.objects.filter(pk=player_id)
    if world_id is None:
        elsewhere = elsewhere.filter(world__isnull=False)
    else:
        elsewhere = elsewhere.exclude(world_id=world_id)
    return set(blocked_with(player_id).union(elsewhere.values_list("pk", flat=True)))


def muted_by(player_id: int) -> "QuerySet[Any, int]":
    """Select the ids of those whom a player does not hear: muted, or blocked either way."""
    muted = Tie.objects.filter(_of(player_id))
    other = Case(When(player_id=player_id, then=F("other_id")), default=F("player_id"))
    return muted.values_list(other, flat=True)


def list_mutes(player_id: int) -> QuerySet[Tie]:
    """List whom a player has muted, with those players."""
    return _listed(player_id, TieKind.MUTE)


def list_blocks(player_id: int) -> QuerySet[Tie]:
    """List whom a player has blocked, with those players."""
    return _listed(player_id, TieKind.BLOCK)


def _listed(player_id: int, kind: TieKind) -> QuerySet[Tie]:
    return Tie.objects.filter(player_id=player_id, kind=kind).select_related("other")


def _blocks_of(player_id: int) -> QuerySet[Tie]:
    return Tie.objects.filter(Q(player_id=player_id) | Q(other_id=player_id), kind=TieKind.BLOCK)


def _of(player_id: int) -> Q:
    return Q(player_id=player_id) | Q(other_id=player_id, kind=TieKind.BLOCK)
