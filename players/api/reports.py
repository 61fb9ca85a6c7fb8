"""Complaints about players over HTTP."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.serializers import CharField, DateTimeField

from players import queries, services
from players.api.paths import PLAYER_PATH, player_id_of
from players.api.render import public_player
from players.api.ties import OtherPlayer
from players.errors import NotYourself, PlayerNotFound
from players.leaving_errors import AlreadyReported, InvalidReport
from scopa_site.api import fields
from scopa_site.api.errors import TooManyRequests
from scopa_site.api.limits import spend
from scopa_site.api.pagination import PageQuery, paginate
from scopa_site.api.rendering import answer
from scopa_site.api.schema import refusal
from scopa_site.api.views import ApiView

__all__ = ["MyReportListView", "ReportView"]


class ReportBody(fields.StrictSerializer):
    """What a player is reported for."""

    reason = fields.ChoiceField(choices=queries.REPORT_REASONS)
    match = fields.UUIDField(required=False, help_text="The `id` of the match it happened in.")
    text = fields.StringField(
        required=False,
        hints={"maxLength": queries.REPORT_TEXT_LENGTH},
        help_text="In your words. Only whoever runs the service reads it.",
    )


class ReportShown(fields.StrictSerializer):
    """A report that you made. Its text is not shown again."""

    id = fields.UUIDField()
    player = OtherPlayer()
    reason = fields.ChoiceField(choices=queries.REPORT_REASONS)
    match = CharField(allow_null=True)
    status = fields.ChoiceField(choices=["open", "upheld", "dismissed"])
    created_at = DateTimeField()
    decided_at = DateTimeField(allow_null=True)


class ReportList(fields.StrictSerializer):
    """The reports that you made, the latest first."""

    items = fields.ListField(child=ReportShown())
    next_cursor = CharField(allow_null=True)


class ReportView(ApiView):
    """POST /players/{player_id}/reports."""

    @extend_schema(
        operation_id="reportPlayer",
        tags=["players"],
        parameters=[PLAYER_PATH],
        request=ReportBody,
        responses={
            201: ReportShown,
            404: refusal(PlayerNotFound.code),
            409: refusal(AlreadyReported.code),
            422: refusal(NotYourself.code, InvalidReport.code),
            429: refusal(TooManyRequests.code),
        },
    )
    def post(self, request: Request, player_id: str) -> HttpResponse:
        """Report a player to whoever runs the service. They never learn of it.

        To meet them no more, block them as well.
        """
        body = ReportBody.parse(request.data)
        spend("report_per_player", self.counted_as)
        report = services.report_player(
            **body, player_id=self.player_id, other_id=player_id_of(player_id), now=self.site_time
        )
        return answer(_shown(report), 201)


class MyReportListView(ApiView):
    """GET /me/reports."""

    query = {"GET": PageQuery}

    @extend_schema(operation_id="listReports", tags=["me"], responses=ReportList)
    def get(self, request: Request) -> HttpResponse:
        """List the reports that you made, and what became of them."""
        reports = queries.list_reports(self.player_id)
        return answer(paginate(reports, self.parameters, _shown, scope="reports"))


def _shown(report: Any) -> dict[str, Any]:
    return {
        "id": report.public_id,
        "player": public_player(report.reported),
        "reason": report.reason,
        "match": report.match,
        "status": report.status,
        "created_at": report.created_at,
        "decided_at": report.decided_at,
    }
