"""Know a player by the bearer token of a request."""

from typing import Any

from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from players.errors import InvalidToken
from players.queries import caller_for_token
from players.services import note_use

__all__ = ["BearerAuthentication", "bearer_secret"]


class BearerAuthentication(BaseAuthentication):
    """`Authorization: Bearer <token>`; `request.user` is the Player, `request.auth` the token."""

    def authenticate(self, request: Request) -> tuple[object, str] | None:
        """Return player and token; None when the request claims none. Raises InvalidToken."""
        secret = bearer_secret(request.META.get("HTTP_AUTHORIZATION", ""))
        if secret is None:
            return None
        caller = caller_for_token(secret)
        if caller is None:
            raise InvalidToken
        note_use(caller)
        asked: Any = request  # an ApiRequest
        asked.arrived_at, asked.read_at = caller.arrived_at, caller.now
        asked.token_id, asked.scopes = caller.token_id, caller.scopes
        return caller.player, secret

    def authenticate_header(self, request: Request) -> str:
        """Name the scheme, for the header WWW-Authenticate."""
        return "Bearer"


def bearer_secret(header: str) -> str | None:
    """Return what follows the word Bearer; None for another scheme or none."""
    scheme, _, secret = header.partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else None
