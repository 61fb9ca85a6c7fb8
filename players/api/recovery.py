"""What becomes of guests: accounts, or guests on another device. Over HTTP."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from players.access_errors import InvalidRecoveryCode, NotAGuest
from players.api.render import session_shown
from players.api.serializers import (
    EMAIL_HINTS,
    PASSWORD_HINTS,
    USERNAME_HINTS,
    GuestBody,
    SessionShown,
)
from players.errors import InvalidAccount, UsernameTaken
from players.sandbox_errors import RealWorldOnly
from players.services.recovery import make_recovery_code, recover
from players.services.upgrade import upgrade_guest
from scopa_site.api import fields
from scopa_site.api.errors import TooManyRequests
from scopa_site.api.limits import client_address, spend
from scopa_site.api.rendering import answer
from scopa_site.api.schema import refusal
from scopa_site.api.views import ApiView

__all__ = ["RecoverView", "RecoveryCodeView", "UpgradeView"]

_CODE = "Five groups of five letters and digits. Shown this once: write it down."
_TOO_MANY = refusal(TooManyRequests.code)


class UpgradeBody(fields.StrictSerializer):
    """How a guest is called as an account."""

    username = fields.StringField(hints=USERNAME_HINTS, help_text="One whatever its case.")
    password = fields.StringField(hints=PASSWORD_HINTS)
    email = fields.StringField(required=False, hints=EMAIL_HINTS)


class RecoveryCodeShown(fields.StrictSerializer):
    """The code by which a guest comes back."""

    code = fields.StringField(help_text=_CODE)


class RecoverBody(GuestBody):
    """A recovery code, as it was written down: its case and hyphens do not matter."""

    code = fields.StringField(hints={"examples": ["7KQ2M-0X9VB-HT4RD-W8CN5-PE3ZA"]})


class RecoveredShown(SessionShown):
    """A new token, and the code for the next time."""

    recovery_code = fields.StringField(help_text=_CODE)


class UpgradeView(ApiView):
    """POST /auth/upgrade."""

    answers_secret = True

    @extend_schema(
        operation_id="upgradeGuest",
        tags=["auth"],
        request=UpgradeBody,
        responses={
            200: SessionShown,
            409: refusal(NotAGuest.code, RealWorldOnly.code),
            422: refusal(UsernameTaken.code, InvalidAccount.code),
            429: _TOO_MANY,
        },
    )
    def post(self, request: Request) -> HttpResponse:
        """Make yourself, a guest, an account; id, matches and friends stay. Use the new token.

        The tokens that you had are void, on all devices, and so is your recovery code.
        """
        spend("upgrade_per_player", self.counted_as)
        body = UpgradeBody.parse(request.data)
        session = upgrade_guest(
            **body, player_id=self.player_id, token_id=self.token_id, now=self.site_time
        )
        return answer(session_shown(session))


class RecoveryCodeView(ApiView):
    """POST /me/recovery-code."""

    answers_secret = True

    @extend_schema(
        operation_id="createRecoveryCode",
        tags=["me"],
        request=None,
        responses={
            201: RecoveryCodeShown,
            409: refusal(NotAGuest.code, RealWorldOnly.code),
            429: _TOO_MANY,
        },
    )
    def post(self, request: Request) -> HttpResponse:
        """Get a code by which you, a guest, come back on another device.

        It takes the place of the one before.
        """
        fields.EmptyBody.parse(request.data)
        spend("recovery_code_per_player", self.counted_as)
        code = make_recovery_code(
            player_id=self.player_id, token_id=self.token_id, now=self.site_time
        )
        return answer({"code": code}, 201)


class RecoverView(ApiView):
    """POST /auth/recover."""

    public = True

    @extend_schema(
        operation_id="recoverGuest",
        tags=["auth"],
        request=RecoverBody,
        responses={
            200: RecoveredShown,
            401: refusal(InvalidRecoveryCode.code),
            422: refusal(InvalidAccount.code),
            429: _TOO_MANY,
        },
    )
    def post(self, request: Request) -> HttpResponse:
        """Come back as a guest by a recovery code, and get the next one.

        A code works once. Where the answer got lost, send it again within ten minutes.
        """
        body = RecoverBody.parse(request.data)
        spend("recover_per_ip", client_address(request))
        recovered = recover(**body, now=self.arrived_at)
        return answer({**session_shown(recovered.session), "recovery_code": recovered.code})
