"""The password of who is logged in, over HTTP."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from players.access_errors import FreshLoginNeeded, InvalidPassword, UpgradeFirst
from players.address_errors import WrongPassword
from players.api.render import session_shown
from players.api.serializers import PASSWORD_HINTS, SessionShown
from players.services.passwords import change_password
from scopa_site.api import fields
from scopa_site.api.errors import TooManyRequests
from scopa_site.api.rendering import answer
from scopa_site.api.schema import refusal
from scopa_site.api.views import ApiView

__all__ = ["PasswordView"]


class PasswordChange(fields.StrictSerializer):
    """The password so far and another one."""

    current_password = fields.StringField(
        required=False,
        hints={"format": "password"},
        help_text="Left out only by who has none and has just logged in.",
    )
    new_password = fields.StringField(hints=PASSWORD_HINTS)


class PasswordView(ApiView):
    """PUT /me/password."""

    @extend_schema(
        operation_id="changePassword",
        tags=["me"],
        request=PasswordChange,
        responses={
            200: SessionShown,
            409: refusal(UpgradeFirst.code),
            422: refusal(WrongPassword.code, FreshLoginNeeded.code, InvalidPassword.code),
            429: refusal(TooManyRequests.code),
        },
    )
    def put(self, request: Request) -> HttpResponse:
        """Choose another password; go on with the token in the answer.

        All your tokens are void from then on: those of other devices, the personal ones, and the
        one of this request. Who logs in by Apple or Google alone may set a first password within
        ten minutes of a log-in.
        """
        body = PasswordChange.parse(request.data)
        session = change_password(
            player_id=self.player_id,
            token_id=self.token_id,
            current_password=body.get("current_password"),
            new_password=body["new_password"],
            now=self.site_time,
        )
        return answer(session_shown(session))
