"""Tell players what happened, in the transaction in which it happens."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import F, Min

from players.errors import CursorUnknown
from players.models import Feed, FeedEvent
from players.registries import listeners
from scopa_site.transactions import one_transaction

__all__ = ["KEPT", "NewEvent", "lock_feeds", "mark_read", "publish", "trim_feeds"]

KEPT = timedelta(days=14)
_TRIMMED_AT_ONCE = 200

# Written out: every move does this. The rows are locked in the order of their ids before any is
# written, so that two who publish to the same people wait for each other and never in a circle.
_ALLOCATE = """
    WITH wanted (player_id, more) AS (VALUES {rows}),
    locked (player_id) AS (
        SELECT players_feed.player_id FROM players_feed
        WHERE players_feed.player_id IN (SELECT wanted.player_id FROM wanted)
        ORDER BY players_feed.player_id {lock}
    )
    UPDATE players_feed SET last_seq = players_feed.last_seq + wanted.more
    FROM wanted JOIN locked ON locked.player_id = wanted.player_id
    WHERE players_feed.player_id = wanted.player_id
    RETURNING players_feed.player_id, players_feed.last_seq
"""
_COLUMNS = tuple(column for column in FeedEvent._meta.concrete_fields if not column.primary_key)


@dataclass(frozen=True, slots=True)
class NewEvent:
    """Something to tell one player. `data` is plain JSON: ids and public facts, never a name.

    `subject` is the public id of the match it is about. `aside`: what those who listen are told
    beside; it is not kept.
    """

    player_id: int
    type: str
    subject: UUID | None = None
    data: Mapping[str, object] = field(default_factory=dict)
    aside: object = None


def lock_feeds(player_ids: Collection[int]) -> None:
    """Take the feeds of these players, in the order of their ids, until the transaction ends.

    For those who lock something else after it, or read before they publish; `publish` locks by
    itself. A match is locked before feeds, never after. One statement.
    """
    _refuse_outside_a_transaction()
    rows = Feed.objects.filter(pk__in=set(player_ids)).order_by("pk").select_for_update()
    list(rows.values_list("pk"))


def publish(events: Sequence[NewEvent], *, now: datetime, locking: Collection[int] = ()) -> None:
    """Append the events to the feeds of their players, in the order given: two statements for all.

    They become visible with the commit, and no reader can pass them by: the counter of each feed
    stays locked until then. Who publishes more than once in a transaction, to different players,
    names in `locking` at the first time all who will be told: two who lock the same feeds one by
    one in different orders would wait for each other. Who listens writes in the same transaction.

    Raises Feed.DoesNotExist for a player who is not there.
    """
    if not events:
        return
    _refuse_outside_a_transaction()
    told = Counter(event.player_id for event in events)
    last = _allocate({**dict.fromkeys(locking, 0), **told})
    if not told.keys() <= last.keys():
        raise Feed.DoesNotExist(f"no feed for the players {sorted(told.keys() - last.keys())}")
    following = {player_id: last[player_id] - told[player_id] for player_id in told}
    values: list[Any] = []
    for event in events:
        following[event.player_id] += 1
        values += _columns(event, following[event.player_id], now)
    with connection.cursor() as cursor:
        cursor.execute(_insertion(len(events)), values)
    for listener in listeners.values():
        listener(events, now)


def mark_read(*, player_id: int, cursor: int) -> int:
    """Note that a player has seen all up to `cursor`; return up to where they have.

    It never goes back. Raises CursorUnknown for an event that is yet to come.
    """
    with one_transaction():
        feed = Feed.objects.select_for_update().get(pk=player_id)
        if cursor > feed.last_seq:
            raise CursorUnknown
        if cursor > feed.seen_seq:
            feed.seen_seq = cursor
            feed.save(update_fields=["seen_seq"])
    return feed.seen_seq


def trim_feeds(*, now: datetime) -> int:
    """Delete the events that are older than KEPT; return how many. May run twice, or late.

    What stays of a feed is always its end, without a gap.
    """
    before = now - KEPT
    deleted = 0
    while players := _with_old_events(before):
        deleted += sum(_trim(player_id, before) for player_id in players)
    return deleted


def _with_old_events(before: datetime) -> list[int]:
    """List players whose feed begins with an event that is too old: one that `_trim` removes."""
    first = FeedEvent.objects.filter(created_at__lt=before, seq=F("player__feed__oldest_seq"))
    return list(first.values_list("player_id", flat=True)[:_TRIMMED_AT_ONCE])


def _trim(player_id: int, before: datetime) -> int:
    # Times follow the numbers but for the length of a transaction; the numbers decide, so that
    # nothing is missing in the middle.
    with one_transaction():
        feed = Feed.objects.select_for_update().get(pk=player_id)
        events = FeedEvent.objects.filter(player_id=player_id)
        kept = events.filter(created_at__gte=before).aggregate(first=Min("seq"))["first"]
        feed.oldest_seq = feed.last_seq + 1 if kept is None else kept
        feed.save(update_fields=["oldest_seq"])
        deleted, _each = events.filter(seq__lt=feed.oldest_seq).delete()
    return deleted


def _refuse_outside_a_transaction() -> None:
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("feeds are locked until a commit: open one")


def _allocate(told: Mapping[int, int]) -> dict[int, int]:
    """Move the counters on by so many each; return where they are now."""
    values = [value for pair in told.items() for value in pair]
    with connection.cursor() as cursor:
        cursor.execute(_allocation(len(told)), values)
        return dict(cursor.fetchall())


def _columns(event: NewEvent, seq: int, now: datetime) -> list[Any]:
    row = FeedEvent(
        player_id=event.player_id,
        seq=seq,
        type=event.type,
        subject=event.subject,
        data=event.data,
        created_at=now,
    )
    return [
        column.get_db_prep_save(getattr(row, column.attname), connection=connection)
        for column in _COLUMNS
    ]


@cache
def _allocation(players: int) -> str:
    # The types are said: a server that prepares the statement cannot tell them from a place.
    row = "(CAST(%s AS bigint), CAST(%s AS bigint))"
    # SQLite lets one writer in at a time, from the beginning of its transaction.
    lock = "FOR UPDATE" if connection.features.has_select_for_update else ""
    return _ALLOCATE.format(rows=", ".join([row] * players), lock=lock)


@cache
def _insertion(events: int) -> str:
    names = ", ".join(str(column.column) for column in _COLUMNS)
    row = "(" + ", ".join(["%s"] * len(_COLUMNS)) + ")"
    return f"INSERT INTO players_feedevent ({names}) VALUES {', '.join([row] * events)}"  # noqa: S608
