"""A forgotten password over HTTP."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from players import services
from players.access_errors import InvalidPassword
from players.api.render import session_player
from players.api.serializers import GuestBody, SessionShown
from players.code_errors import CodeWrong
from scopa_site.api import fields
from scopa_site.api.errors import TooManyRequests
from scopa_site.api.limits import client_address
from scopa_site.api.rendering import answer
from scopa_site.api.schema import refusal
from scopa_site.api.views import ApiView

__all__ = ["ResetConfirmView", "ResetView"]

# Any text is answered alike: whether it is an address at all is nothing to tell either.
_EMAIL = "The address of the account."
_TOO_MANY = refusal(TooManyRequests.code)


class ResetBody(fields.StrictSerializer):
    """The address of an account."""

    email = fields.StringField(help_text=_EMAIL)


class ResetConfirmBody(GuestBody):
    """The code that came by mail, and the new password."""

    email = fields.StringField(help_text=_EMAIL)
    code = fields.StringField(hints={"examples": ["1234 5678"]}, help_text="Eight digits.")
    new_password = fields.StringField(
        hints={"minLength": 8, "maxLength": 128, "format": "password"}
    )


class ResetShown(fields.StrictSerializer):
    """The same for every address."""

    expires_in = fields.IntegerField(help_text="Seconds for which a code holds, if one was sent.")


class ResetView(ApiView):
    """POST /auth/reset."""

    public = True
    counted = {"POST": "reset_per_ip"}

    @extend_schema(
        operation_id="askForReset",
        tags=["auth"],
        request=ResetBody,
        responses={202: ResetShown, 429: _TOO_MANY},
    )
    def post(self, request: Request) -> HttpResponse:
        """Have a code for a new password sent to an address, if an account has verified it.

        The answer is the same whether there is one or not.
        """
        body = ResetBody.parse(request.data)
        services.count_reset(address=client_address(request), email=body["email"])
        services.ask_for_reset(**body, now=self.arrived_at)
        return answer({"expires_in": int(services.CODE_LIFETIME.total_seconds())}, 202)


class ResetConfirmView(ApiView):
    """POST /auth/reset/confirm."""

    public = True
    counted = {"POST": "reset_code_per_ip"}

    @extend_schema(
        operation_id="confirmReset",
        tags=["auth"],
        request=ResetConfirmBody,
        responses={
            200: SessionShown,
            422: refusal(InvalidPassword.code, CodeWrong.code),
            429: _TOO_MANY,
        },
    )
    def post(self, request: Request) -> HttpResponse:
        """Set a new password by the code from the mail, and log in.

        All other sessions and all personal tokens end. A wrong code and an address that no account
        has are refused alike. From one address five attempts may be made in half an hour; a code
        holds for fifty wrong ones.
        """
        body = ResetConfirmBody.parse(request.data)
        client = client_address(request)
        session = services.confirm_reset(**body, client=client, now=self.arrived_at)
        return answer({"token": session.token, "player": session_player(session.player)})
