"""The locks of notifications, always taken in this order: one token, then people by their keys."""

from collections.abc import Collection

from django.db import connection

from players.notifications.models import Preferences

__all__ = ["lock_preferences", "lock_token"]

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

    The row is the lock of all that is owed to a player. One statement, or three.
    """
    wanted = sorted(set(player_ids))
    locked = _locked(wanted)
    if missing := [key for key in wanted if key not in locked]:
        rows = [Preferences(player_id=key) for key in missing]
        Preferences.objects.bulk_create(rows, ignore_conflicts=True)
        # Anew, and all: in the order of keys, whoever else made one of them meanwhile.
        locked = _locked(wanted)
    return locked


def _locked(player_ids: list[int]) -> dict[int, Preferences]:
    rows = Preferences.objects.filter(pk__in=player_ids).order_by("pk").select_for_update()
    return {row.pk: row for row in rows}
