"""Tokens that players make for their programs, over HTTP."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.serializers import CharField, DateTimeField

from players import queries, services
from players.access_errors import InvalidPersonalToken, TokenNotFound, TooManyTokens
from players.api.ids import read_id
from scopa_site.api import fields
from scopa_site.api.errors import TooManyRequests
from scopa_site.api.limits import spend
from scopa_site.api.pagination import PageQuery, paginate
from scopa_site.api.rendering import answer, no_content
from scopa_site.api.schema import refusal
from scopa_site.api.views import ApiView

__all__ = ["TokenListView", "TokenView"]

_TOKEN = OpenApiParameter(
    "token_id", OpenApiTypes.UUID, OpenApiParameter.PATH, description="The `id` of a token."
)
_MOST_SCOPES = 30


class TokenBody(fields.StrictSerializer):
    """A token for a program."""

    name = fields.StringField(
        hints={"minLength": 1, "maxLength": 60}, help_text="For you, to tell it from others."
    )
    scopes = fields.ListField(
        child=fields.StringField(hints={"examples": ["matches:read"]}),
        max_items=_MOST_SCOPES,
        hints={"minItems": 1},
        help_text="What it may do. Each operation says at 403 which scope it needs.",
    )
    expires_in_days = fields.IntegerField(hints={"minimum": 1, "maximum": 366})


class TokenShown(fields.StrictSerializer):
    """A personal token, without its secret."""

    id = fields.UUIDField()
    name = fields.StringField()
    scopes = fields.ListField(child=fields.StringField())
    created_at = DateTimeField()
    expires_at = DateTimeField()
    last_used_at = DateTimeField(
        allow_null=True, help_text="Behind by up to an hour; null until first used."
    )


class TokenMade(TokenShown):
    """A new personal token, with its secret."""

    token = fields.StringField(help_text="Shown this once. Send it as `Bearer <token>`.")


class TokenList(fields.StrictSerializer):
    """The personal tokens that have not expired, the newest first."""

    items = fields.ListField(child=TokenShown())
    next_cursor = CharField(allow_null=True)


class TokenListView(ApiView):
    """GET and POST /me/tokens."""

    query = {"GET": PageQuery}
    answers_secret = True

    @extend_schema(operation_id="listTokens", tags=["me"], responses=TokenList)
    def get(self, request: Request) -> HttpResponse:
        """List your personal tokens."""
        rows = queries.list_personal_tokens(self.player_id, now=self.site_time)
        return answer(paginate(rows, self.parameters, _shown, scope="tokens"))

    @extend_schema(
        operation_id="createToken",
        tags=["me"],
        request=TokenBody,
        responses={
            201: TokenMade,
            409: refusal(TooManyTokens.code),
            422: refusal(InvalidPersonalToken.code),
            429: refusal(TooManyRequests.code),
        },
    )
    def post(self, request: Request) -> HttpResponse:
        """Make a token for a program of yours, that may do what its scopes say.

        The secret is in this answer and nowhere else. There may be 20 at a time.
        """
        body = TokenBody.parse(request.data)
        spend("token_per_player", self.counted_as)
        made = services.make_token(
            **body, player_id=self.player_id, token_id=self.token_id, now=self.site_time
        )
        return answer({**_shown(made.token), "token": made.secret}, 201)


class TokenView(ApiView):
    """DELETE /me/tokens/{token_id}."""

    @extend_schema(
        operation_id="revokeToken",
        tags=["me"],
        parameters=[_TOKEN],
        request=None,
        responses={204: None, 404: refusal(TokenNotFound.code)},
    )
    def delete(self, request: Request, token_id: str) -> HttpResponse:
        """Take back a personal token; it is void at once."""
        fields.EmptyBody.parse(request.data)
        services.revoke_token(player_id=self.player_id, token_id=read_id(token_id, TokenNotFound))
        return no_content()


def _shown(token: Any) -> dict[str, Any]:
    return {
        "id": str(token.public_id),
        "name": token.device_name,
        "scopes": token.scopes,
        "created_at": token.created_at,
        "expires_at": token.expires_at,
        "last_used_at": token.last_used_at,
    }
