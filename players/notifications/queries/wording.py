"""What notifications say to whom, and which of them are about something that is over."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils import timezone, translation

from players.notifications.models import Notification
from players.notifications.registry import Notice, Over, Words, notification_types

__all__ = ["notice_of", "over_ids", "over_of", "words_of"]


def notice_of(row: Notification, *, now: datetime | None = None) -> Notice:
    """Hand a row to its type, as it is read or sent at `now`."""
    return Notice(
        row.public_id, row.player_id, row.type, row.subject, row.data, row.created_at, now
    )


def words_of(
    rows: Sequence[Notification], *, language: str, zone: str, now: datetime | None = None
) -> dict[UUID, Words]:
    """Put notifications into words, by their public ids; a few queries for all of one type.

    `now`: from when on it is reckoned how much time is left; None: from when each was written.
    Left out are those whose type is unknown, or who are about something that is gone.
    """
    words: dict[UUID, Words] = {}
    with translation.override(language), timezone.override(ZoneInfo(zone)):
        for slug, notices in _by_type(rows, now).items():
            words.update(notification_types()[slug].words(notices))
    return words


def over_ids(rows: Sequence[Notification], *, now: datetime) -> set[UUID]:
    """Tell about which of these there is nothing to do any more, or which were told anew."""
    return {row.public_id for row in rows if row.settled_at is not None} | set(
        over_of(rows, now=now)
    )


def over_of(rows: Sequence[Notification], *, now: datetime) -> dict[UUID, Over]:
    """Tell why there is nothing to do any more about those of these whose types say so."""
    over: dict[UUID, Over] = {}
    for slug, notices in _by_type(rows, now).items():
        ended = notification_types()[slug].over(notices, now)
        over |= ended if isinstance(ended, Mapping) else dict.fromkeys(ended, Over.PAST)
    return over


def _by_type(rows: Sequence[Notification], now: datetime | None) -> dict[str, list[Notice]]:
    known: dict[str, list[Notice]] = {}
    for row in rows:
        if row.type in notification_types():
            known.setdefault(row.type, []).append(notice_of(row, now=now))
    return known
