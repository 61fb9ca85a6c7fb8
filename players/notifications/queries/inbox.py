"""What a player was told, the newest first: the inbox, which is the truth."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from players.notifications.models import Notification
from players.notifications.queries.wording import over_ids, words_of
from players.notifications.registry import Words, awaiting_of, notification_types

__all__ = ["MOST_COUNTED", "Counts", "Entry", "Inbox", "Reader", "counts_of", "entry_of"]

MOST_COUNTED: Final = 100
# How many are looked at to count and to list the unread: some of them may be over.
_MOST_LOOKED_AT: Final = 400


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads: in which language, and in which zone times are written."""

    player_id: int
    language: str
    zone: str
    now: datetime


@dataclass(frozen=True, slots=True)
class Entry:
    """One notification as it is read. `is_current`: there still is something to it."""

    row: Notification
    words: Words
    is_current: bool


@dataclass(frozen=True, slots=True)
class Counts:
    """How many are unread, MOST_COUNTED at most, and how many matches wait."""

    unread: int
    badge: int


@dataclass(frozen=True, slots=True)
class Inbox:
    """The notifications of one reader, as a source of pages."""

    reader: Reader
    unread: bool = False

    def __call__(self, *, after: int | None, limit: int) -> list[Entry]:
        """Return those before the key `after`, newest first: one query, and those of the types.

        The unread are those that `counts_of` counts.
        """
        mine = self.reader.player_id
        if self.unread:
            current = _current(mine, now=self.reader.now)
            rest = [row for row in current if after is None or row.pk < after]
            return _worded(self.reader, rest[:limit], over=set())
        rows = _shown_to(mine)
        if after is not None:
            rows = rows.filter(pk__lt=after)
        return _entries(self.reader, rows.order_by("-pk")[:limit])


def entry_of(reader: Reader, row: Notification) -> Entry:
    """Put one notification into words."""
    return _entries(reader, [row])[0]


def counts_of(player_id: int, *, now: datetime) -> Counts:
    """Count what is unread, and what waits: one query, and those of the types.

    What is over, or was told anew since, does not count.
    """
    unread = len(_current(player_id, now=now))
    return Counts(min(unread, MOST_COUNTED), awaiting_of([player_id])[player_id])


def _current(player_id: int, *, now: datetime) -> list[Notification]:
    """Return what is unread and not over, the newest first."""
    unread = list(_unread_of(player_id).order_by("-pk")[:_MOST_LOOKED_AT])
    over = over_ids(unread, now=now)
    return [row for row in unread if row.public_id not in over]


_UNREAD: Final = Q(seen_at__isnull=True, settled_at__isnull=True)


def _unread_of(player_id: int) -> QuerySet[Notification]:
    rows: Any = _shown_to(player_id)  # annotated
    unread: QuerySet[Notification] = rows.filter(_UNREAD, is_replaced=False)
    return unread


def _shown_to(player_id: int) -> QuerySet[Notification]:
    """Select what is in an inbox, each with whether a later one stands in its place."""
    kinds = notification_types().values()
    newer = Notification.objects.filter(
        _UNREAD,
        player=OuterRef("player"),
        type=OuterRef("type"),
        subject=OuterRef("subject"),
        pk__gt=OuterRef("pk"),
    )
    replacing = [kind.slug for kind in kinds if kind.replaces]
    rows = Notification.objects.filter(
        player_id=player_id, type__in=[kind.slug for kind in kinds if kind.in_inbox]
    )
    return rows.annotate(is_replaced=Q(type__in=replacing) & Exists(newer))


def _entries(reader: Reader, rows: Sequence[Notification] | QuerySet[Notification]) -> list[Entry]:
    told = list(rows)
    return _worded(reader, told, over=over_ids(told, now=reader.now))


def _worded(reader: Reader, told: Sequence[Notification], *, over: Collection[UUID]) -> list[Entry]:
    words = words_of(told, language=reader.language, zone=reader.zone, now=reader.now)
    return [
        Entry(
            row,
            words.get(row.public_id) or _bare(row),
            not (row.public_id in over or getattr(row, "is_replaced", False)),
        )
        for row in told
    ]


def _bare(row: Notification) -> Words:
    """Name what is gone, or no longer known, by its type."""
    kind = notification_types().get(row.type)
    return Words(row.type if kind is None else str(kind.label), "")
