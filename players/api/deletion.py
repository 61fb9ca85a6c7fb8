"""Leave for good, over HTTP: ask to be erased, look when, think again."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.serializers import DateTimeField

from players import queries, services
from players.access_errors import FreshLoginNeeded
from players.leaving_errors import DeletionNotAsked, DeletionNotConfirmed
from scopa_site.api import fields
from scopa_site.api.errors import TooManyRequests
from scopa_site.api.limits import client_address
from scopa_site.api.rendering import answer, no_content
from scopa_site.api.schema import refusal
from scopa_site.api.views import ApiView

__all__ = ["DeletionView"]


class DeletionBody(fields.StrictSerializer):
    """A proof that it is you, and that you mean it."""

    password = fields.StringField(
        required=False, hints={"format": "password"}, help_text="Of an account that has one."
    )
    confirm = fields.StringField(
        required=False, help_text="Without a password: your username, written out."
    )


class DeletionShown(fields.StrictSerializer):
    """When you asked to be erased, and when you will be."""

    asked_at = DateTimeField()
    due_at = DateTimeField()


class DeletionView(ApiView):
    """POST, GET and DELETE /me/deletion."""

    @extend_schema(
        operation_id="askDeletion",
        tags=["me"],
        request=DeletionBody,
        responses={
            202: DeletionShown,
            422: refusal(DeletionNotConfirmed.code, FreshLoginNeeded.code),
            429: refusal(TooManyRequests.code),
        },
    )
    def post(self, request: Request) -> HttpResponse:
        """Ask for your account to be deleted, and all that is personal with it.

        Without a password, because Apple or Google vouch, only within ten minutes of a log-in.
        You have some days to think; until then you may play on, and cancel it. All other devices
        and programs are logged out. Asked again, it stays at the first day.
        """
        body = DeletionBody.parse(request.data)
        player: Any = request.user
        if "password" in body:
            services.count_login(address=client_address(request), username=player.username)
        deletion = services.ask_deletion(
            **body, player_id=self.player_id, token_id=self.token_id, now=self.site_time
        )
        return answer(_shown(deletion), 202)

    @extend_schema(
        operation_id="getDeletion",
        tags=["me"],
        responses={200: DeletionShown, 404: refusal(DeletionNotAsked.code)},
    )
    def get(self, request: Request) -> HttpResponse:
        """Return when your account will be deleted."""
        return answer(_shown(queries.get_deletion(self.player_id)))

    @extend_schema(operation_id="cancelDeletion", tags=["me"], request=None, responses={204: None})
    def delete(self, request: Request) -> HttpResponse:
        """Stay after all. Where nothing was asked, nothing changes."""
        fields.EmptyBody.parse(request.data)
        services.cancel_deletion(player_id=self.player_id)
        return no_content()


def _shown(deletion: Any) -> dict[str, Any]:
    return {"asked_at": deletion.asked_at, "due_at": deletion.due_at}
