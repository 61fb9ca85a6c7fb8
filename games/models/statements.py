"""The reads of every move, written out: composing them costs the ORM more than running them.

Measured by bench/http_moves.py, where they halve the time that the service spends on a move.
"""

import json
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection

from games.models.match import Match
from games.models.seat import AskedPause, Seat
from players.models import Player

__all__ = ["locked_match_row", "match_row", "seat_rows"]

_MATCH: Final = """
    SELECT games_match.*, players_player.public_id AS creator_public_id
    FROM games_match LEFT JOIN players_player ON players_player.id = games_match.creator_id
    WHERE games_match.public_id = %s
"""
# Nobody changes the key of a match, so the checks of foreign keys that point to it need not wait:
# they would let a remark and a move wait for each other.
_LOCK: Final = " FOR NO KEY UPDATE OF games_match"
_SEATS: Final = """
    SELECT games_seat.*, players_player.public_id AS holder_public_id,
           players_player.username AS holder_username,
           players_player.display_name AS holder_display_name,
           players_player.is_guest AS holder_is_guest,
           players_player.erased_at IS NOT NULL AS holder_is_erased,
           games_holiday.starts_at AS away_from, games_holiday.ends_at AS away_until,
           games_pauserequest.seconds AS pause_seconds, games_pauserequest.agreed AS pause_agreed
    FROM games_seat LEFT JOIN players_player ON players_player.id = games_seat.player_id
    LEFT JOIN games_holiday
           ON games_holiday.player_id = games_seat.player_id AND NOT games_holiday.closed
    LEFT JOIN games_pauserequest
           ON games_pauserequest.match_id = games_seat.match_id
          AND games_pauserequest.closed_at IS NULL
          AND games_pauserequest.seat = games_seat."index"
    WHERE games_seat.match_id = %s ORDER BY games_seat."index"
"""
# In the order of the model's fields.
_SHOWN: Final = ("id", "public_id", "username", "display_name", "is_guest")


def match_row(public_id: UUID) -> Match | None:
    """Read a match; None if there is none."""
    return _match(_MATCH, public_id)


def locked_match_row(public_id: UUID) -> Match | None:
    """Read a match and lock its row until the transaction ends.

    On SQLite the transaction itself is the lock: it began as a writer.
    """
    return _match(_MATCH + _LOCK * connection.features.has_select_for_update, public_id)


def seat_rows(match_pk: int) -> tuple[Seat, ...]:
    """Read the seats of a match in order, each with what may be shown of its player."""
    seats = tuple(Seat.objects.raw(_SEATS, [match_pk]))
    for seat in seats:
        row: Any = seat
        if seat.player_id is None:
            continue
        seat.player = _player(
            seat.player_id,
            _uuid(row.holder_public_id),
            row.holder_username,
            row.holder_display_name,
            bool(row.holder_is_guest),
        )
        seat.is_erased = bool(row.holder_is_erased)
        if row.away_from is not None:
            seat.away = (_moment(row.away_from), _moment(row.away_until))
        if row.pause_seconds is not None:
            seat.asks_pause = AskedPause(row.pause_seconds, tuple(_list(row.pause_agreed)))
    return seats


def _match(statement: str, public_id: UUID) -> Match | None:
    key = Match._meta.get_field("public_id").get_db_prep_value(public_id, connection)
    row: Any = next(iter(Match.objects.raw(statement, [key])), None)
    if row is not None and row.creator_id is not None:
        row.creator = _player(row.creator_id, _uuid(row.creator_public_id))
    return row  # type: ignore[no-any-return]


def _player(*values: Any) -> Player:
    """Make a player of the columns read; Django would fetch the others if they were asked for."""
    return Player.from_db(None, _SHOWN[: len(values)], values)


def _moment(value: datetime) -> datetime:
    """Complete a time of a joined table, which SQLite gives without its zone: it is UTC."""
    return value if value.tzinfo is not None else value.replace(tzinfo=UTC)


def _list(value: Any) -> list[int]:
    """Read a list of a joined table, which arrives as text."""
    return json.loads(value) if isinstance(value, str) else value  # type: ignore[no-any-return]


def _uuid(value: Any) -> UUID:
    return value if isinstance(value, UUID) else UUID(value)
