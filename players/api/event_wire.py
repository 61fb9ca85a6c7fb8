"""Events as they are sent: the same object in a page and in a stream."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from rest_framework.serializers import UUIDField

from scopa_site.api import fields
from scopa_site.api.rendering import render_json

__all__ = [
    "HEARTBEAT",
    "HEARTBEAT_SECONDS",
    "MAX_WAIT_SECONDS",
    "OPENING",
    "STREAM_HEADERS",
    "EventList",
    "EventShown",
    "EventsQuery",
    "ReadBody",
    "ReadShown",
    "StreamQuery",
    "event_item",
    "event_page",
    "stream_text",
]

MAX_WAIT_SECONDS = 25
HEARTBEAT_SECONDS = 15
_RETRY_MILLISECONDS = 3000
# A comment: EventSource ignores it, proxies and phones see that the connection lives.
HEARTBEAT = b": still here\n\n"
# Sent at once, so that whoever waits for the first byte knows that the stream is open.
OPENING = f"retry: {_RETRY_MILLISECONDS}\n\n".encode()
STREAM_HEADERS = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",  # a proxy that gathers the answer would keep it for ever
}


class ShownEvent(Protocol):
    """What of an event is sent."""

    seq: int
    type: str
    subject: UUID | None
    data: Any
    created_at: datetime


class StreamQuery(fields.QuerySerializer):
    """From where a stream goes on."""

    cursor = fields.StringField(
        required=False,
        help_text="The `id` of the last event received; left out, the stream begins now. The"
        " header `Last-Event-ID`, which an EventSource sends by itself, counts before it.",
    )


class EventsQuery(fields.QuerySerializer):
    """A page of events, and how long to wait for the first."""

    cursor = fields.StringField(
        required=False,
        help_text="`cursor` of the page before, or the `id` of an event. Left out: no events, and"
        " the cursor of now.",
    )
    limit = fields.NumberParameter(
        min_value=1, max_value=100, default=50, help_text="How many events at most."
    )
    wait = fields.NumberParameter(
        min_value=0,
        max_value=MAX_WAIT_SECONDS,
        default=0,
        help_text="Seconds to wait where there is nothing new yet. An answer may come before.",
    )


class EventShown(fields.StrictSerializer):
    """Something that happened. The catalogue of types is docs/events.md."""

    id = fields.StringField(help_text="The cursor after this event.")
    type = fields.StringField(hints={"examples": ["match.your_turn"]})
    match = UUIDField(allow_null=True)
    data = fields.ObjectField(  # type: ignore[assignment]  # declared fields leave the class
        help_text="Depends on the type. Ids and public facts."
    )
    created_at = fields.StringField(hints={"format": "date-time"})


class EventList(fields.StrictSerializer):
    """Events in their order, none left out."""

    items = fields.ListField(child=EventShown())
    cursor = fields.StringField(help_text="Ask with it for those that follow.")
    server_time = fields.StringField(hints={"format": "date-time"})


class ReadBody(fields.StrictSerializer):
    """Up to where the player has read."""

    cursor = fields.StringField(help_text="The `id` of the last event that was seen.")


class ReadShown(fields.StrictSerializer):
    """Up to where the player has read, on whatever device."""

    cursor = fields.StringField()
    unread = fields.IntegerField(help_text="How many events came after it.")


def event_item(event: ShownEvent) -> dict[str, Any]:
    """Show one event."""
    return {
        "id": str(event.seq),
        "type": event.type,
        "match": event.subject,
        "data": event.data,
        "created_at": event.created_at,
    }


def event_page(
    events: Sequence[ShownEvent], cursor: int, *, server_time: datetime
) -> dict[str, Any]:
    """Show events and where to go on."""
    return {
        "items": [event_item(event) for event in events],
        "cursor": str(cursor),
        "server_time": server_time,
    }


def stream_text(event: ShownEvent) -> bytes:
    """Write one event as server-sent events have it; JSON here never holds a line break."""
    data = render_json(event_item(event))
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (event.seq, event.type.encode(), data)
