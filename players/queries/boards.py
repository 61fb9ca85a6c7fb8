"""Leaderboards. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from django.db.models import Q, QuerySet

from players.models import Player, Rating
from players.queries.ratings import StandingNow, standing_now

__all__ = ["Board", "Period", "Ranked", "board_of"]

Period = Literal["all", "month", "week"]
_SPANS: Final[dict[str, timedelta]] = {"month": timedelta(days=30), "week": timedelta(days=7)}


@dataclass(frozen=True, slots=True)
class Ranked:
    """A row of a leaderboard; `key` is the one of its rating."""

    rank: int
    key: int
    player: Player
    standing: StandingNow


@dataclass(frozen=True, slots=True)
class Board:
    """The settled ratings of a family in one world, the highest first, page by page.

    Of equal ratings the older row comes first. Whoever moves up while somebody turns the pages may
    be missed by them, or be seen twice.
    """

    rows: QuerySet[Rating]
    now: datetime

    def __call__(self, *, after: int | None, limit: int) -> Sequence[Ranked]:
        """Return the rows below the one of this key."""
        if after is None:
            return self._ranked(self.rows, 1, limit)
        last = Rating.objects.filter(pk=after).first()
        if last is None:
            return []
        below = self.rows.filter(_below(last))
        return self._ranked(below, self._above(last) + self._counts(last) + 1, limit)

    def own(self, player_id: int) -> Ranked | None:
        """Return the row of a player; None for whoever is not on the board."""
        row = self.rows.filter(player_id=player_id).first()
        return None if row is None else self._row(row, self._above(row) + 1)

    def around(self, own: Ranked, *, limit: int) -> Sequence[Ranked]:
        """Return the rows about one, half of them above it where there are as many."""
        row = self.rows.get(pk=own.key)
        above = self.rows.filter(_above(row)).order_by("rating", "-pk")[: (limit - 1) // 2]
        better = list(above)[::-1]
        first = own.rank - len(better)
        ranked = [self._row(each, first + at) for at, each in enumerate(better)]
        left = limit - len(ranked) - 1
        return [*ranked, own, *self._ranked(self.rows.filter(_below(row)), own.rank + 1, left)]

    def _above(self, row: Rating) -> int:
        return self.rows.filter(_above(row)).count()

    def _counts(self, row: Rating) -> bool:
        """Tell whether a row is on the board still."""
        return self.rows.filter(pk=row.pk).exists()

    def _ranked(self, rows: QuerySet[Rating], first: int, limit: int) -> list[Ranked]:
        page = rows.order_by("-rating", "pk")[:limit]
        return [self._row(row, first + at) for at, row in enumerate(page)]

    def _row(self, row: Rating, rank: int) -> Ranked:
        assert row.player is not None, "only people are on a board"  # noqa: S101 - for the types
        return Ranked(rank, row.pk, row.player, standing_now(row, now=self.now))


def board_of(*, family: str, period: Period, world_id: int | None, now: datetime) -> Board:
    """Return the board of a family as it stands now.

    Left out are levels of the computer, who has left or was locked out, ratings that are
    provisional or have become so with time, and for a period all who had no result in it.
    """
    rows = Rating.objects.filter(
        family=family,
        player__isnull=False,
        player__is_active=True,
        player__erased_at=None,
        player__world=world_id,
        settled_until__gt=now,
    ).select_related("player")
    span = _SPANS.get(period)
    return Board(rows if span is None else rows.filter(rated_at__gt=now - span), now)


def _above(row: Rating) -> Q:
    return Q(rating__gte=row.rating) & (Q(rating__gt=row.rating) | Q(pk__lt=row.pk))


def _below(row: Rating) -> Q:
    return Q(rating__lte=row.rating) & (Q(rating__lt=row.rating) | Q(pk__gt=row.pk))
