"""What the types of games have in common: they are about a table, and tell of it in two lines."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias
from uuid import UUID

from games.notices.tables import Table, tables_of
from players.notifications.registry import (
    Channel,
    Mode,
    Notice,
    Over,
    Standing,
    Wording,
    Words,
)

__all__ = ["ON", "WITH_DIGEST", "kept", "over_where", "worded"]

ON: Final = {Channel.PUSH: Mode.ON, Channel.MAIL: Mode.ON, Channel.WEBHOOK: Mode.ON}
WITH_DIGEST: Final = {**ON, Channel.MAIL: Mode.DIGEST}

# A title and a sentence; None where it is about somebody or something that is gone.
Telling: TypeAlias = Callable[[Notice, Table], tuple[str, str] | None]
IsOver: TypeAlias = Callable[[Notice, Table, datetime], bool | Over]
Until: TypeAlias = Callable[[Notice, Table], datetime | None]


def _endless(_notice: Notice, _table: Table) -> None:
    return None


def worded(
    telling: Telling, *, match: str = "", with_scores: bool = False, until: Until = _endless
) -> Wording:
    """Make a wording of what is told of one table. Two queries for all notices.

    `match`: the member of their data that names the match, instead of their subject. `until`: when
    it will be of no use, as the table is now.
    """

    def words(notices: Sequence[Notice]) -> Mapping[UUID, Words]:
        told: dict[UUID, Words] = {}
        for notice, table in _at_tables(notices, match, with_scores=with_scores):
            lines = None if table is None else telling(notice, table)
            if table is not None and lines is not None:
                link = f"match/{_match_of(notice, match)}"
                told[notice.id] = Words(*lines, link=link, until=until(notice, table))
        return told

    return words


def over_where(is_over: IsOver, *, match: str = "") -> Standing:
    """Make a standing of what is asked of one table. Two queries for all notices.

    Whatever is about a match that is gone is over. `is_over` may say that another notice tells it.
    """

    def over(notices: Sequence[Notice], now: datetime) -> dict[UUID, Over]:
        ended = {}
        for notice, table in _at_tables(notices, match):
            why = True if table is None else is_over(notice, table, now)
            if why:
                ended[notice.id] = why if isinstance(why, Over) else Over.PAST
        return ended

    return over


def kept(data: Mapping[str, Any], *members: str) -> dict[str, Any]:
    """Return these members of the data of an event, and nothing else of it."""
    return {name: data.get(name) for name in members}


def _at_tables(
    notices: Sequence[Notice], match: str, *, with_scores: bool = False
) -> list[tuple[Notice, Table | None]]:
    ids = {notice.id: _match_of(notice, match) for notice in notices}
    known = {each for each in ids.values() if each is not None}
    tables = tables_of(known, with_scores=with_scores)
    return [(notice, tables.get(ids[notice.id] or _NO_MATCH)) for notice in notices]


_NO_MATCH: Final = UUID(int=0)


def _match_of(notice: Notice, member: str) -> UUID | None:
    return UUID(str(notice.data[member])) if member else notice.subject
