"""Copies of one's own data over HTTP."""

from typing import Any

from django.http import HttpResponse, StreamingHttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.serializers import CharField, DateTimeField

from players import queries, services
from players.api.ids import read_id
from players.leaving_errors import ExportExpired, ExportInWork, ExportNotFound
from scopa_site.api import fields
from scopa_site.api.errors import TooManyRequests
from scopa_site.api.limits import spend
from scopa_site.api.rendering import answer
from scopa_site.api.schema import refusal
from scopa_site.api.views import ApiView

__all__ = ["ExportFileView", "ExportListView", "ExportView"]

_EXPORT = OpenApiParameter(
    "export_id", OpenApiTypes.UUID, OpenApiParameter.PATH, description="The `id` of an export."
)
_LINK = OpenApiParameter(
    "link", OpenApiTypes.STR, OpenApiParameter.PATH, description="What `url` of an export has."
)


class ExportState(fields.StrictSerializer):
    """Where a copy of your data stands. `url` opens it, without a token, until `expires_at`."""

    id = fields.UUIDField()
    status = fields.ChoiceField(choices=["in_work", "ready", "expired"])
    asked_at = DateTimeField()
    ready_at = DateTimeField(allow_null=True)
    expires_at = DateTimeField(allow_null=True)
    url = CharField(allow_null=True, help_text="The path of the link, once it is ready.")


class ExportListView(ApiView):
    """POST /me/exports."""

    @extend_schema(
        operation_id="askExport",
        tags=["me"],
        request=None,
        responses={
            202: ExportState,
            409: refusal(ExportInWork.code),
            429: refusal(TooManyRequests.code),
        },
    )
    def post(self, request: Request) -> HttpResponse:
        """Ask for a copy of all that is held of you.

        It is made in the background; look at it until its `status` is `ready`. Once a day.
        """
        fields.EmptyBody.parse(request.data)
        spend("export_per_player", str(self.player_id))
        export = services.ask_export(player_id=self.player_id, now=self.site_time)
        return answer(_shown(queries.shown_export(export, now=self.site_time)), 202)


class ExportView(ApiView):
    """GET /me/exports/{export_id}."""

    @extend_schema(
        operation_id="getExport",
        tags=["me"],
        parameters=[_EXPORT],
        responses={200: ExportState, 404: refusal(ExportNotFound.code)},
    )
    def get(self, request: Request, export_id: str) -> HttpResponse:
        """Return where a copy of your data stands, and its link once it is ready."""
        export = queries.get_export(
            player_id=self.player_id,
            export_id=read_id(export_id, ExportNotFound),
            now=self.site_time,
        )
        return answer(_shown(export))


class ExportFileView(ApiView):
    """GET /exports/{link}."""

    public = True

    @extend_schema(
        operation_id="downloadExport",
        tags=["me"],
        parameters=[_LINK],
        responses={
            200: OpenApiTypes.OBJECT,
            404: refusal(ExportNotFound.code),
            410: refusal(ExportExpired.code),
        },
    )
    def get(self, request: Request, link: str) -> Any:
        """Download a copy of somebody's data; whoever has the link may.

        One JSON object. Others stand in it by their ids alone.
        """
        text = queries.export_text(link=link, now=self.site_time)
        return StreamingHttpResponse(
            text,
            content_type="application/json",
            headers={"Content-Disposition": 'attachment; filename="scopa.json"'},
        )


def _shown(export: Any) -> dict[str, Any]:
    return {
        "id": export.id,
        "status": export.status,
        "asked_at": export.asked_at,
        "ready_at": export.ready_at,
        "expires_at": export.expires_at,
        "url": None if export.link is None else reverse("export-file", args=[export.link]),
    }
