"""Sign in with Apple and Google over HTTP, and the identities that are linked to an account."""

from typing import ClassVar

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from players import queries, services
from players.access_errors import FreshLoginNeeded
from players.address_errors import EmailTaken, WrongPassword
from players.api.render import session_shown
from players.api.serializers import GuestBody, LoggedInShown
from players.errors import InvalidAccount
from players.identity_errors import (
    IdentityNotFound,
    IdentityTaken,
    InvalidIdentityToken,
    LastWayIn,
    LinkNeeded,
    ProviderAway,
    ProviderLinked,
    ProviderNotOffered,
)
from players.sandbox_errors import RealWorldOnly
from scopa_site.api import fields
from scopa_site.api.errors import TooManyRequests
from scopa_site.api.languages import active_language
from scopa_site.api.rendering import answer, no_content
from scopa_site.api.schema import refusal
from scopa_site.api.views import ApiView

__all__ = ["AppleView", "GoogleView", "IdentityListView", "IdentityView"]

_TOKEN = "The ID token that the provider gave to the app."  # noqa: S105  # a text
_NONCE = "What the app asked with: the token holds it, or its SHA-256 in hexadecimal."
_NONCE_HINTS = {"minLength": 16, "maxLength": 128}
_PASSWORD = "Needed where the account has one."  # noqa: S105  # a text
_PROVIDERS = ["apple", "google"]
_NOT_OFFERED = refusal(ProviderNotOffered.code)
_AWAY = refusal(ProviderAway.code)
_TOO_MANY = refusal(TooManyRequests.code)


class IdentityBody(GuestBody):
    """What an app got from the provider."""

    identity_token = fields.StringField(hints={"maxLength": 8192}, help_text=_TOKEN)
    nonce = fields.StringField(hints=_NONCE_HINTS, help_text=_NONCE)


class PresenceBody(fields.StrictSerializer):
    """The proof that it is still the player who asks."""

    password = fields.StringField(required=False, hints={"format": "password"}, help_text=_PASSWORD)


class LinkBody(PresenceBody):
    """An identity to link."""

    provider = fields.ChoiceField(choices=_PROVIDERS)
    identity_token = fields.StringField(hints={"maxLength": 8192}, help_text=_TOKEN)
    nonce = fields.StringField(hints=_NONCE_HINTS, help_text=_NONCE)


class IdentityShown(fields.StrictSerializer):
    """An identity that opens the account."""

    provider = fields.ChoiceField(choices=_PROVIDERS)
    since = fields.StringField(hints={"format": "date-time"})


class IdentityList(fields.StrictSerializer):
    """All of them."""

    items = fields.ListField(child=IdentityShown())


class _SignInView(ApiView):
    public = True
    counted = {"POST": "identity_per_ip"}
    provider: ClassVar[str]

    def _signed_in(self, request: Request) -> HttpResponse:
        body = IdentityBody.parse(request.data)
        session = services.sign_in_by_identity(
            provider=self.provider,
            **body,
            language=active_language(),
            now=self.arrived_at,
        )
        due_at = queries.deletion_due_at(session.player.pk)
        return answer({**session_shown(session), "deletion_due_at": due_at})


_SIGN_IN = {
    200: LoggedInShown,
    404: _NOT_OFFERED,
    409: refusal(LinkNeeded.code),
    422: refusal(InvalidIdentityToken.code, InvalidAccount.code),
    429: _TOO_MANY,
    503: _AWAY,
}


class AppleView(_SignInView):
    """POST /auth/apple."""

    provider = "apple"

    @extend_schema(
        operation_id="signInWithApple", tags=["auth"], request=IdentityBody, responses=_SIGN_IN
    )
    def post(self, request: Request) -> HttpResponse:
        """Log in by an identity token of Apple, or get an account by it.

        `link_needed` where an account has verified the address that the token vouches for: log in
        to it, and link the identity there.
        """
        return self._signed_in(request)


class GoogleView(_SignInView):
    """POST /auth/google."""

    provider = "google"

    @extend_schema(
        operation_id="signInWithGoogle", tags=["auth"], request=IdentityBody, responses=_SIGN_IN
    )
    def post(self, request: Request) -> HttpResponse:
        """Log in by an identity token of Google, or get an account by it.

        `link_needed` where an account has verified the address that the token vouches for: log in
        to it, and link the identity there.
        """
        return self._signed_in(request)


class IdentityListView(ApiView):
    """GET and POST /me/identities."""

    counted = {"POST": "identity_per_player"}
    # The keys of a provider are asked for on the way: no transaction may stay open meanwhile.
    takes_key = False

    @extend_schema(operation_id="listIdentities", tags=["me"], responses=IdentityList)
    def get(self, request: Request) -> HttpResponse:
        """List the identities of other providers that open your account."""
        return _shown(self.player_id)

    @extend_schema(
        operation_id="linkIdentity",
        tags=["me"],
        request=LinkBody,
        responses={
            200: IdentityList,
            404: _NOT_OFFERED,
            409: refusal(
                IdentityTaken.code, ProviderLinked.code, EmailTaken.code, RealWorldOnly.code
            ),
            422: refusal(InvalidIdentityToken.code, WrongPassword.code, FreshLoginNeeded.code),
            429: _TOO_MANY,
            503: _AWAY,
        },
    )
    def post(self, request: Request) -> HttpResponse:
        """Let an identity open your account too; a guest gets an account by it.

        Linking the same identity again changes nothing. No Idempotency-Key is read here.
        """
        body = LinkBody.parse(request.data)
        services.link_identity(
            player_id=self.player_id, token_id=self.token_id, **body, now=self.site_time
        )
        return _shown(self.player_id)


class IdentityView(ApiView):
    """DELETE /me/identities/{provider}."""

    counted = {"DELETE": "identity_per_player"}

    @extend_schema(
        operation_id="unlinkIdentity",
        tags=["me"],
        parameters=[OpenApiParameter("provider", str, OpenApiParameter.PATH, enum=_PROVIDERS)],
        request=PresenceBody,
        responses={
            204: None,
            404: refusal(IdentityNotFound.code),
            409: refusal(LastWayIn.code),
            422: refusal(WrongPassword.code, FreshLoginNeeded.code),
            429: _TOO_MANY,
        },
    )
    def delete(self, request: Request, provider: str) -> HttpResponse:
        """Let an identity open your account no more; not where it is your last way in."""
        body = PresenceBody.parse(request.data)
        services.unlink_identity(
            player_id=self.player_id,
            token_id=self.token_id,
            provider=provider,
            **body,
            now=self.site_time,
        )
        return no_content()


def _shown(player_id: int) -> HttpResponse:
    linked = queries.identities_of(player_id)
    return answer({"items": [{"provider": row.provider, "since": row.since} for row in linked]})
