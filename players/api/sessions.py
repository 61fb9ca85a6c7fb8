"""The devices that are logged in, over HTTP."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.serializers import CharField, DateTimeField

from players import queries, services
from players.access_errors import SessionNotFound
from players.api.ids import read_id
from scopa_site.api import fields
from scopa_site.api.pagination import PageQuery, paginate
from scopa_site.api.rendering import answer, no_content
from scopa_site.api.schema import refusal
from scopa_site.api.views import ApiView

__all__ = ["SessionListView", "SessionView"]

_SESSION = OpenApiParameter(
    "session_id", OpenApiTypes.UUID, OpenApiParameter.PATH, description="The `id` of a session."
)


class DeviceShown(fields.StrictSerializer):
    """A device that is logged in."""

    id = fields.UUIDField()
    device_name = fields.StringField(help_text="As the app gave it; may be empty.")
    created_at = DateTimeField()
    last_used_at = DateTimeField(
        allow_null=True, help_text="Behind by up to an hour; null until first used."
    )
    current = fields.BooleanField(help_text="Whether this request came from it.")


class DeviceList(fields.StrictSerializer):
    """The devices that are logged in, the latest log-in first."""

    items = fields.ListField(child=DeviceShown())
    next_cursor = CharField(allow_null=True)


class SessionListView(ApiView):
    """GET and DELETE /me/sessions."""

    query = {"GET": PageQuery}

    @extend_schema(operation_id="listSessions", tags=["me"], responses=DeviceList)
    def get(self, request: Request) -> HttpResponse:
        """List the devices on which you are logged in."""
        rows = queries.list_sessions(self.player_id)
        return answer(paginate(rows, self.parameters, self._shown, scope="sessions"))

    @extend_schema(operation_id="logOutOthers", tags=["me"], request=None, responses={204: None})
    def delete(self, request: Request) -> HttpResponse:
        """Log out all other devices; personal tokens stay."""
        fields.EmptyBody.parse(request.data)
        services.revoke_other_sessions(
            player_id=self.player_id, token_id=self.token_id, now=self.site_time
        )
        return no_content()

    def _shown(self, session: Any) -> dict[str, Any]:
        return {
            "id": str(session.public_id),
            "device_name": session.device_name,
            "created_at": session.created_at,
            "last_used_at": session.last_used_at,
            "current": session.public_id == self.token_id,
        }


class SessionView(ApiView):
    """DELETE /me/sessions/{session_id}."""

    @extend_schema(
        operation_id="revokeSession",
        tags=["me"],
        parameters=[_SESSION],
        request=None,
        responses={204: None, 404: refusal(SessionNotFound.code)},
    )
    def delete(self, request: Request, session_id: str) -> HttpResponse:
        """Log out one device; its token is void at once."""
        fields.EmptyBody.parse(request.data)
        services.revoke_session(
            player_id=self.player_id, session_id=read_id(session_id, SessionNotFound)
        )
        return no_content()
