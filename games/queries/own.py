"""The matches of one player, page by page, at the same cost after ten of them or ten thousand."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.db.models.expressions import RawSQL

from games.models import Match, Seat
from games.queries.seated import with_seats

__all__ = ["OwnMatches"]


class OwnMatches:
    """The matches that a player sits in or created, newest first: a source of pages.

    Two indexes each give the newest keys, and only so many of them as the page needs: whoever asks
    for the union of both first, and then for its newest, reads all that was ever played.
    """

    def __init__(self, player_id: int, chosen: Mapping[str, str]) -> None:
        """Take whose matches, and what they must be like: columns of the match, by value."""
        self._player_id, self._chosen = player_id, chosen

    def __call__(self, *, after: int | None, limit: int) -> list[Match]:
        """Return up to `limit` matches older than the key `after`. Two statements."""
        below = {} if after is None else {"lt": after}
        seats = Seat.objects.filter(
            player_id=self._player_id,
            **{f"match_id__{name}": value for name, value in below.items()},
            **{f"match__{name}": value for name, value in self._chosen.items()},
        )
        created = Match.objects.filter(
            creator_id=self._player_id,
            **{f"pk__{name}": value for name, value in below.items()},
            **self._chosen,
        )
        keys = _either(
            seats.order_by("-match_id").values("match_id")[:limit],
            created.order_by("-pk").values("pk")[:limit],
        )
        return list(with_seats(Match.objects.filter(pk__in=keys)).order_by("-pk")[:limit])


def _either(one: "QuerySet[Any, Any]", other: "QuerySet[Any, Any]") -> RawSQL:
    """Join two sorted and cut selections of keys; the ORM joins none that are cut, on SQLite."""
    parts = [each.query.sql_with_params() for each in (one, other)]
    joined = " UNION ".join(f"SELECT * FROM ({sql}) AS keys" for sql, _params in parts)  # noqa: S608
    return RawSQL(joined, [value for _sql, params in parts for value in params])  # noqa: S611
