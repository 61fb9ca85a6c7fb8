"""The inbox over HTTP: what one was told, what became of it, and what one has read."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from players.api.ids import read_id
from players.notifications.api.components import (
    CountsShown,
    InboxQuery,
    NotificationList,
    NotificationTold,
    ReadNotificationsBody,
    UnreadNotificationsBody,
    counts_shown,
    entry_shown,
    told_shown,
)
from players.notifications.errors import NotificationNotFound
from players.notifications.queries.explaining import told_of
from players.notifications.queries.inbox import Inbox, Reader, counts_of, entry_of
from players.notifications.services.inbox import mark_read, mark_unread
from scopa_site.api.languages import active_language
from scopa_site.api.pagination import paginate
from scopa_site.api.rendering import answer
from scopa_site.api.schema import refusal
from scopa_site.api.views import ApiView

__all__ = [
    "NotificationListView",
    "NotificationReadView",
    "NotificationUnreadView",
    "NotificationView",
]

_ID = OpenApiParameter(
    "notification_id",
    OpenApiTypes.UUID,
    OpenApiParameter.PATH,
    description="The `id` of a notification.",
)
_UNKNOWN = refusal(NotificationNotFound.code)


class _InboxView(ApiView):
    def _reader(self) -> Reader:
        player: Any = self.request.user
        return Reader(self.player_id, active_language(), player.time_zone, self.arrived_at)

    def _counts(self) -> dict[str, Any]:
        return counts_shown(counts_of(self.player_id, now=self.arrived_at))


class NotificationListView(_InboxView):
    """GET /me/notifications."""

    query = {"GET": InboxQuery}

    @extend_schema(
        operation_id="listNotifications", tags=["notifications"], responses=NotificationList
    )
    def get(self, request: Request) -> HttpResponse:
        """List what you were told, the newest first, whatever became of it elsewhere.

        `unread` counts those that you have not read and that still are current, `badge` the
        matches that wait for you. They are kept for 90 days.
        """
        inbox = Inbox(self._reader(), unread=self.parameters.get("unread", False))
        scope = f"notifications.{inbox.unread}"
        page = paginate(
            inbox, self.parameters, entry_shown, scope=scope, key=lambda entry: entry.row.pk
        )
        return answer({**page, **self._counts()})


class NotificationView(_InboxView):
    """GET /me/notifications/{notification_id}."""

    @extend_schema(
        operation_id="getNotification",
        tags=["notifications"],
        parameters=[_ID],
        responses={200: NotificationTold, 404: _UNKNOWN},
    )
    def get(self, request: Request, notification_id: str) -> HttpResponse:
        """Get one notification, and why it did or did not come on each channel."""
        told = told_of(self.player_id, read_id(notification_id, NotificationNotFound))
        return answer(told_shown(entry_of(self._reader(), told.row), told))


class NotificationReadView(_InboxView):
    """POST /me/notifications/read."""

    @extend_schema(
        operation_id="readNotifications",
        tags=["notifications"],
        request=ReadNotificationsBody,
        responses={200: CountsShown, 404: _UNKNOWN},
    )
    def post(self, request: Request) -> HttpResponse:
        """Say what you have read, for all your devices: it is not pushed or mailed any more.

        Some by `ids`, all `up_to` one, or both; with neither nothing changes. Ids of nothing are
        passed over.
        """
        named = ReadNotificationsBody.parse(request.data)
        mark_read(player_id=self.player_id, now=self.arrived_at, **named)
        return answer(self._counts())


class NotificationUnreadView(_InboxView):
    """POST /me/notifications/unread."""

    @extend_schema(
        operation_id="unreadNotifications",
        tags=["notifications"],
        request=UnreadNotificationsBody,
        responses={200: CountsShown},
    )
    def post(self, request: Request) -> HttpResponse:
        """Have some counted as unread again; they are not sent anew."""
        mark_unread(player_id=self.player_id, **UnreadNotificationsBody.parse(request.data))
        return answer(self._counts())
