"""One's e-mail address over HTTP, and the code that proves it."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.serializers import CharField

from players import queries, services
from players.access_errors import FreshLoginNeeded, UpgradeFirst
from players.address_errors import EmailTaken, InvalidEmail, NothingToVerify, WrongPassword
from players.code_errors import CodeWrong
from players.sandbox_errors import RealWorldOnly
from scopa_site.api import fields
from scopa_site.api.errors import TooManyRequests
from scopa_site.api.rendering import answer
from scopa_site.api.schema import refusal
from scopa_site.api.views import ApiView

__all__ = ["EmailCodeView", "EmailView", "VerifyView"]

_EMAIL = {"format": "email", "maxLength": 254}
_PASSWORD = {"format": "password"}
_TOO_MANY = refusal(TooManyRequests.code)
_GUEST = refusal(UpgradeFirst.code, RealWorldOnly.code)


class PasswordBody(fields.StrictSerializer):
    """The proof that it is still the player who asks."""

    password = fields.StringField(
        required=False, hints=_PASSWORD, help_text="Needed where the account has one."
    )


class EmailBody(PasswordBody):
    """Another address."""

    email = fields.StringField(hints=_EMAIL)


class CodeBody(fields.StrictSerializer):
    """A code from a mail."""

    code = fields.StringField(hints={"examples": ["1234 5678"]}, help_text="Eight digits.")


class EmailShown(fields.StrictSerializer):
    """One's address."""

    email = fields.StringField(help_text="Empty where there is none.")
    verified = fields.BooleanField()
    pending = CharField(
        allow_null=True, help_text="Takes the place of `email` once it is verified."
    )


class EmailView(ApiView):
    """GET, PUT and DELETE /me/email."""

    counted = {"PUT": "email_per_player", "DELETE": "email_per_player"}

    @extend_schema(operation_id="getEmail", tags=["me"], responses=EmailShown)
    def get(self, request: Request) -> HttpResponse:
        """Return your address, and whether it is verified."""
        return _shown(self.player_id)

    @extend_schema(
        operation_id="changeEmail",
        tags=["me"],
        request=EmailBody,
        responses={
            200: EmailShown,
            409: _GUEST,
            422: refusal(InvalidEmail.code, WrongPassword.code, FreshLoginNeeded.code),
            429: _TOO_MANY,
        },
    )
    def put(self, request: Request) -> HttpResponse:
        """Take another address, once the code that is sent there is given to `POST /auth/verify`.

        A verified address stays until then, and is told. Whether another account has the new one
        is told to nobody but its holder, by mail.
        """
        body = EmailBody.parse(request.data)
        services.change_address(
            player_id=self.player_id, token_id=self.token_id, **body, now=self.site_time
        )
        return _shown(self.player_id)

    @extend_schema(
        operation_id="removeEmail",
        tags=["me"],
        request=PasswordBody,
        responses={
            200: EmailShown,
            409: _GUEST,
            422: refusal(WrongPassword.code, FreshLoginNeeded.code),
            429: _TOO_MANY,
        },
    )
    def delete(self, request: Request) -> HttpResponse:
        """Have no address any more. Without one a forgotten password cannot be reset."""
        body = PasswordBody.parse(request.data)
        services.remove_address(
            player_id=self.player_id, token_id=self.token_id, **body, now=self.site_time
        )
        return _shown(self.player_id)


class EmailCodeView(ApiView):
    """POST /me/email/code."""

    counted = {"POST": "code_per_player"}

    @extend_schema(
        operation_id="sendEmailCode",
        tags=["me"],
        request=None,
        responses={202: EmailShown, 409: refusal(NothingToVerify.code), 429: _TOO_MANY},
    )
    def post(self, request: Request) -> HttpResponse:
        """Have a code sent again to the address that waits to be verified."""
        fields.EmptyBody.parse(request.data)
        services.send_code_again(player_id=self.player_id, now=self.site_time)
        return _shown(self.player_id, 202)


class VerifyView(ApiView):
    """POST /auth/verify."""

    counted = {"POST": "verify_per_player"}
    # A key would undo the count of a wrong attempt along with the rest of its transaction.
    takes_key = False

    @extend_schema(
        operation_id="verifyEmail",
        tags=["auth"],
        request=CodeBody,
        responses={
            200: EmailShown,
            409: refusal(EmailTaken.code),
            422: refusal(CodeWrong.code),
            429: _TOO_MANY,
        },
    )
    def post(self, request: Request) -> HttpResponse:
        """Prove by the code from the mail that the address is yours.

        Of a code five attempts may be wrong. No Idempotency-Key is read here: after a lost answer
        `GET /me/email` tells.
        """
        body = CodeBody.parse(request.data)
        services.verify_address(player_id=self.player_id, **body, now=self.site_time)
        return _shown(self.player_id)


def _shown(player_id: int, status: int = 200) -> HttpResponse:
    held = queries.addresses_of(player_id)
    shown = {"email": held.email, "verified": held.is_verified, "pending": held.pending}
    return answer(shown, status)
