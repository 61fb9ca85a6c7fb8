"""A player's events over HTTP: in pages, with a wait, and as a stream."""

from django.http import HttpResponse, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request

from players import queries, services
from players.api.event_wire import (
    STREAM_HEADERS,
    EventList,
    EventsQuery,
    ReadBody,
    ReadShown,
    StreamQuery,
    event_page,
)
from players.api.held_events import HeldStream, wait_for_events
from players.errors import CursorExpired, CursorUnknown, StreamsFull, WrongProcess
from scopa_site import time
from scopa_site.api.rendering import answer
from scopa_site.api.schema import refusal
from scopa_site.api.views import ApiView

__all__ = ["EventListView", "EventReadView", "EventStreamView"]

_UNKNOWN = refusal(CursorUnknown.code, "invalid_request")
_EXPIRED = refusal(CursorExpired.code)


class EventListView(ApiView):
    """GET /events."""

    query = {"GET": EventsQuery}

    @extend_schema(
        operation_id="listEvents",
        tags=["events"],
        responses={200: EventList, 400: _UNKNOWN, 410: _EXPIRED},
    )
    def get(self, request: Request) -> HttpResponse:
        """Get what happened after a cursor, in order, none left out.

        Without a cursor: nothing, and the cursor of now. With `wait` the answer is held back until
        something happens. A cursor is good for 14 days; later the answer is 410, and
        `GET /sync` tells what changed meanwhile.
        """
        wanted = self.parameters
        if "cursor" not in wanted:
            page = queries.Page([], queries.latest_cursor(self.player_id))
        else:
            cursor = queries.read_cursor(wanted["cursor"])
            page = queries.events_after(self.player_id, cursor, wanted["limit"])
        server_time = self.arrived_at
        if wanted["wait"] and not page.events:
            page = wait_for_events(
                page, player_id=self.player_id, limit=wanted["limit"], seconds=wanted["wait"]
            )
            server_time = time.now()
        return answer(event_page(page.events, page.cursor, server_time=server_time))


class EventStreamView(ApiView):
    """GET /events/stream."""

    query = {"GET": StreamQuery}
    http_method_names = ["get"]  # the head of an answer that never ends says nothing

    @extend_schema(
        operation_id="streamEvents",
        tags=["events"],
        parameters=[
            OpenApiParameter(
                "Last-Event-ID",
                OpenApiTypes.STR,
                OpenApiParameter.HEADER,
                description="The `id` of the last event received.",
            )
        ],
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                OpenApiTypes.STR,
                description="Server-sent events: `id` is a cursor, `event` a type, and `data` an"
                " item as in listEvents. A comment every 15 seconds shows that the stream lives.",
            ),
            400: _UNKNOWN,
            410: _EXPIRED,
            503: refusal(StreamsFull.code, WrongProcess.code),
        },
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Get events as they happen, for as long as you listen (server-sent events).

        Refusals come before the stream begins, as problem documents. It ends within a minute when
        the token is taken back, and whenever the service restarts: go on from the last `id`.
        """
        given = request.META.get("HTTP_LAST_EVENT_ID") or self.parameters.get("cursor")
        cursor = queries.starting_cursor(self.player_id, given)
        stream = HeldStream(player_id=self.player_id, secret=str(request.auth), cursor=cursor)
        return StreamingHttpResponse(stream, headers=STREAM_HEADERS)


class EventReadView(ApiView):
    """POST /events/read."""

    @extend_schema(
        operation_id="readEvents",
        tags=["events"],
        request=ReadBody,
        responses={200: ReadShown, 400: _UNKNOWN},
    )
    def post(self, request: Request) -> HttpResponse:
        """Say up to which event you have read, for all your devices; it never goes back."""
        cursor = queries.read_cursor(ReadBody.parse(request.data)["cursor"])
        services.mark_read(player_id=self.player_id, cursor=cursor)
        position = queries.feed_position(self.player_id)
        return answer({"cursor": str(position.seen), "unread": position.unread})
