"""The locks of notifications, always taken in this order: one token, then people by their keys."""

from collections.abc import Collection

from django.db import connection

from players.errors import InvalidToken
from players.models import Player
from players.notifications.models import Preferences

__all__ = ["lock_own_preferences", "lock_preferences", "lock_token"]

_BITS_OF_A_LOCK = 60  # fifteen digits of a digest: a lock has 64 bits, and a sign


def lock_token(digest: str) -> None:
    """Let no other transaction give or move the token of this digest until this one ends.

    There may be no row yet that could be locked. Nothing on SQLite, where one writes at a time.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            number = int(digest[: _BITS_OF_A_LOCK // 4], 16)
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])


def lock_preferences(player_ids: Collection[int]) -> dict[int, Preferences]:
    """Lock what these players chose until the transaction ends, made where it is missing.

    The row is the lock of all that is owed to a player. Who was erased has none, and gets none:
    they are missing from what is returned. One statement for one player who has it, two for
    several; else four.
    """
    wanted = sorted(set(player_ids))
    if len(wanted) == 1 and (locked := _locked(wanted)):
        return locked
    there = set(Preferences.objects.filter(pk__in=wanted).values_list("pk", flat=True))
    if missing := [key for key in wanted if key not in there]:
        _make(missing)
    return _locked(wanted)


def lock_own_preferences(player_id: int) -> Preferences:
    """Lock what one player chose, as above. Raises InvalidToken for who was erased meanwhile."""
    found = lock_preferences([player_id]).get(player_id)
    if found is None:
        raise InvalidToken
    return found


def _make(player_ids: list[int]) -> None:
    """Make the rows of those who are not erased.

    Whoever erases a player holds their row until they are: it is waited for here, before any of
    the preferences is held, so that nothing is made of somebody who is no more.
    """
    people = Player.objects.filter(pk__in=player_ids, erased_at=None).order_by("pk")
    keys = people.select_for_update(no_key=True).values_list("pk", flat=True)
    rows = [Preferences(player_id=key) for key in keys]
    Preferences.objects.bulk_create(rows, ignore_conflicts=True)


def _locked(player_ids: list[int]) -> dict[int, Preferences]:
    rows = Preferences.objects.filter(pk__in=player_ids).order_by("pk").select_for_update()
    return {row.pk: row for row in rows}
