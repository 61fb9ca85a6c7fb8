"""Write down what a player is to be told, in the transaction of its cause.

What is written is a notification, and a delivery for each channel on which the player can be
reached at all. Whether they want it there is decided when it is sent.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any, Final
from uuid import UUID, uuid4

from django.db import connection

from players.notifications.jobs import ring_deliver_on_commit
from players.notifications.models import Delivery, Notification
from players.notifications.registry import Channel, Heard, notification_types, types_of_event

__all__ = ["NewNotice", "hear", "notify"]


@dataclass(frozen=True, slots=True)
class NewNotice:
    """Something to tell one player. Of two with one `dedupe_key` there is only the first.

    `channels`: the ways to take; None for all those of its type.
    """

    player_id: int
    type: str
    dedupe_key: str
    subject: UUID | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    expires_at: datetime | None = None
    channels: Collection[Channel] | None = None
    public_id: UUID = field(default_factory=uuid4)


# One statement for all channels: who can be reached by which, now. Nobody in a sandbox, and nobody
# who was shut out or erased.
_DELIVER: Final = """
    WITH way (notice_id, channel) AS (VALUES {rows})
    INSERT INTO notifications_delivery
        (notification_id, player_id, channel, status, reason, is_summary, attempts, last_error,
         lane, created_at)
    SELECT told.id, told.player_id, way.channel, 'waiting', '', {no}, 0, '',
        CASE way.channel WHEN 'webhook' THEN 'strangers' ELSE '' END, CAST(%s AS {moment})
    FROM notifications_notification told
    JOIN way ON told.public_id = CAST(way.notice_id AS {uuid})
    JOIN players_player player ON player.id = told.player_id
    WHERE player.is_active AND player.world_id IS NULL
      AND ((way.channel = 'push' AND EXISTS (
              SELECT 1 FROM notifications_device device
              JOIN players_token token ON token.public_id = device.session
              WHERE device.player_id = told.player_id))
        OR (way.channel = 'mail' AND EXISTS (
              SELECT 1 FROM account_emailaddress address
              WHERE address.user_id = told.player_id AND address.verified AND address."primary"))
        OR (way.channel = 'webhook' AND EXISTS (
              SELECT 1 FROM notifications_webhook webhook
              WHERE webhook.player_id = told.player_id AND webhook.is_enabled)))
    RETURNING channel
"""
_COLUMNS = tuple(column for column in Notification._meta.concrete_fields if not column.primary_key)


def hear(events: Sequence[Heard], now: datetime) -> None:
    """Write down what players are told of these events, where a type of notification comes of one.

    Two statements where there is one, none where not.
    """
    notify([notice for event in events for notice in _notices(event)], now=now)


def notify(notices: Sequence[NewNotice], *, now: datetime) -> int:
    """Tell players something, in the transaction of its cause; return how many were new.

    The deliveries of a key that was told before are there already. Two statements. Raises KeyError
    for a type that is not registered.
    """
    if not notices:
        return 0
    with connection.cursor() as cursor:
        values = [value for notice in notices for value in _columns(notice, now)]
        cursor.execute(_insertion(len(notices)), values)
        written: int = cursor.rowcount
        ways = [(notice.public_id, channel) for notice in notices for channel in _ways(notice)]
        if written and ways:
            _owe(cursor, ways, now)
    return written


def _notices(event: Heard) -> list[NewNotice]:
    notices = []
    for kind in types_of_event(event.type):
        source = kind.read(event) if kind.read is not None else None
        if source is not None:
            notices.append(
                NewNotice(
                    player_id=event.player_id,
                    type=kind.slug,
                    dedupe_key=source.dedupe_key,
                    subject=event.subject,
                    data=source.data,
                    expires_at=source.expires_at,
                )
            )
    return notices


def _ways(notice: NewNotice) -> list[Channel]:
    possible = notification_types()[notice.type].defaults
    return [way for way in possible if notice.channels is None or way in notice.channels]


def _owe(cursor: Any, ways: Sequence[tuple[UUID, Channel]], now: datetime) -> None:
    """Owe the deliveries, and ring for the channels that have any."""
    moment = Delivery._meta.get_field("created_at")
    key = Notification._meta.get_field("public_id")
    values: list[Any] = []
    for notice_id, channel in ways:
        values += [str(key.get_db_prep_save(notice_id, connection=connection)), str(channel)]
    values.append(moment.get_db_prep_save(now, connection=connection))
    cursor.execute(_delivery(len(ways)), values)
    for channel in sorted({channel for (channel,) in cursor.fetchall()}):
        ring_deliver_on_commit(channel)


def _columns(notice: NewNotice, now: datetime) -> list[Any]:
    row = Notification(
        public_id=notice.public_id,
        player_id=notice.player_id,
        type=notice.type,
        dedupe_key=notice.dedupe_key,
        subject=notice.subject,
        data=dict(notice.data),
        created_at=now,
        expires_at=notice.expires_at,
    )
    return [
        column.get_db_prep_save(getattr(row, column.attname), connection=connection)
        for column in _COLUMNS
    ]


@cache
def _insertion(notices: int) -> str:
    names = ", ".join(str(column.column) for column in _COLUMNS)
    row = "(" + ", ".join(["%s"] * len(_COLUMNS)) + ")"
    rows = ", ".join([row] * notices)
    return (
        f"INSERT INTO notifications_notification ({names}) VALUES {rows}"  # noqa: S608
        " ON CONFLICT DO NOTHING"
    )


@cache
def _delivery(ways: int) -> str:
    on_postgres = connection.vendor == "postgresql"
    return _DELIVER.format(
        no="false" if on_postgres else "0",
        moment="timestamptz" if on_postgres else "text",
        uuid="uuid" if on_postgres else "text",
        rows=", ".join(["(%s, %s)"] * ways),
    )
