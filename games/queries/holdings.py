"""What this app holds of a player, as plain data for that player.

Of a match only what was public at its table, and what the player alone wrote: no pack, no hand, no
plan of another. Others stand in it by their ids.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.db.models import Prefetch, QuerySet

from games.models import (
    Encounter,
    Holiday,
    LogLine,
    Match,
    Move,
    Plan,
    Remark,
    Seat,
    Tally,
    Timeout,
)

__all__ = ["encounters_of", "holidays_of", "matches_of", "tallies_of"]

_PAGE: Final = 50

Data = dict[str, Any]


def holidays_of(player_id: int) -> list[Data]:
    """List the holidays that a player took or plans."""
    stays = Holiday.objects.filter(player_id=player_id).order_by("pk")
    return [{"from": stay.starts_at, "to": stay.ends_at} for stay in stays]


def tallies_of(player_id: int) -> list[Data]:
    """List what was counted of a player, by preset."""
    columns = (
        *("preset", "matches", "won", "drawn", "lost", "left"),
        *("deals", "scope", "settebelli", "primiere", "replies"),
    )
    return list(Tally.objects.filter(player_id=player_id).order_by("preset").values(*columns))


def encounters_of(player_id: int) -> list[Data]:
    """List how often a player beat others."""
    rows = Encounter.objects.filter(player_id=player_id).order_by("pk")
    columns = ("other__public_id", "won", "drawn", "lost")
    return [
        {"player": other, "won": won, "drawn": drawn, "lost": lost}
        for other, won, drawn, lost in rows.values_list(*columns)
    ]


def matches_of(player_id: int, after: int) -> tuple[list[Any], int | None]:
    """Read a page of the matches that a player sits in or created, oldest first, with the moves."""
    keys = _keys(player_id, after)
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("index"))
    matches = list(Match.objects.filter(pk__in=keys).order_by("pk").prefetch_related(seats))
    moves = _by_match(Move.objects.filter(match__in=keys).order_by("match_id", "ply"), _MOVE)
    lines = _by_match(LogLine.objects.filter(match__in=keys).order_by("pk"), _LINE)
    own = _Own(player_id, keys)
    shown = [
        _match(match, player_id, moves[match.pk], lines[match.pk]) | own.of(match)
        for match in matches
    ]
    return shown, keys[-1] if len(keys) == _PAGE else None


_MOVE: Final = ("ply", "seat", "card", "capture", "scopa", "source", "played_at")
_LINE: Final = ("at", "ply", "kind", "seat", "data")


class _Own:
    """What a player alone wrote or has in some matches."""

    def __init__(self, player_id: int, keys: Sequence[int]) -> None:
        seats = Seat.objects.filter(player_id=player_id, match__in=keys)
        self._seats = dict(seats.values_list("match_id", "index"))
        self._remarks = _by_match(
            Remark.objects.filter(match__in=keys).order_by("pk"), ("at", "seat", "kind", "text")
        )
        self._plans = _by_match(Plan.objects.filter(match__in=keys), ("seat", "items", "made_at"))
        self._timeouts = _by_match(
            Timeout.objects.filter(match__in=keys, player_id=player_id).order_by("pk"),
            ("ply", "deadline_at", "at"),
        )

    def of(self, match: Match) -> Data:
        """Return the members that a match has for its player alone."""
        seat = self._seats.get(match.pk)
        return {
            "your_seat": seat,
            "your_remarks": _of_seat(self._remarks[match.pk], seat),
            "your_plans": _of_seat(self._plans[match.pk], seat),
            "your_timeouts": self._timeouts[match.pk],
        }


def _keys(player_id: int, after: int) -> list[int]:
    """List the keys of the next page, from two indexes of which each gives a page of its own."""
    seated = Seat.objects.filter(player_id=player_id, match_id__gt=after).order_by("match_id")
    created = Match.objects.filter(creator_id=player_id, pk__gt=after).order_by("pk")
    found = {
        *seated.values_list("match_id", flat=True)[:_PAGE],
        *created.values_list("pk", flat=True)[:_PAGE],
    }
    return sorted(found)[:_PAGE]


def _match(match: Match, player_id: int, moves: list[Data], lines: list[Data]) -> Data:
    return {
        "id": match.public_id,
        "created_by_you": match.creator_id == player_id,
        "preset": match.preset,
        "clock": match.clock_slug,
        "rated": match.rated,
        "status": match.status,
        "winner_side": match.winner_side,
        "termination": match.termination or None,
        "created_at": match.created_at,
        "started_at": match.started_at,
        "finished_at": match.finished_at,
        "seats": [_seat(seat) for seat in match.seats.all()],
        "moves": [move | {"capture": move["capture"].split()} for move in moves],
        "log": lines,
    }


def _seat(seat: Seat) -> Data:
    return {
        "seat": seat.index,
        "side": seat.side,
        "holder": seat.kind,
        "status": seat.status,
        "player": None if seat.player is None else seat.player.public_id,
        "level": seat.playing_level or None,
    }


def _by_match(rows: "QuerySet[Any]", columns: Sequence[str]) -> dict[int, list[Data]]:
    grouped: dict[int, list[Data]] = defaultdict(list)
    for match_pk, *values in rows.values_list("match_id", *columns):
        grouped[match_pk].append(dict(zip(columns, values, strict=True)))
    return grouped


def _of_seat(rows: Iterable[Data], seat: int | None) -> list[Data]:
    return [
        {name: value for name, value in row.items() if name != "seat"}
        for row in rows
        if row["seat"] == seat
    ]
