"""Accounts and profiles over HTTP: parse, one call, render."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from players import queries, services
from players.api.render import my_profile, session_shown
from players.api.serializers import (
    GuestBody,
    LoggedInShown,
    LoginBody,
    ProfileBody,
    ProfileShown,
    SessionShown,
    SignupBody,
)
from players.errors import InvalidAccount, InvalidCredentials, InvalidProfile, UsernameTaken
from scopa_site.api.errors import TooManyRequests
from scopa_site.api.fields import EmptyBody
from scopa_site.api.languages import active_language
from scopa_site.api.limits import client_address, spend
from scopa_site.api.rendering import answer, no_content
from scopa_site.api.schema import refusal
from scopa_site.api.views import ApiView

__all__ = ["GuestView", "LoginView", "LogoutView", "MeView", "SignupView"]

_ACCOUNT_REFUSED = refusal(UsernameTaken.code, InvalidAccount.code)
_DEVICE_REFUSED = refusal(InvalidAccount.code)
_NOT_THEM = refusal(InvalidCredentials.code)
_TOO_MANY = refusal(TooManyRequests.code)


class SignupView(ApiView):
    """POST /auth/signup."""

    public = True

    @extend_schema(
        operation_id="signUp",
        tags=["auth"],
        request=SignupBody,
        responses={201: SessionShown, 422: _ACCOUNT_REFUSED, 429: _TOO_MANY},
    )
    def post(self, request: Request) -> HttpResponse:
        """Make an account and log it in.

        A refusal names every fault in its `errors`.
        """
        spend("signup_per_ip", client_address(request))
        body = SignupBody.parse(request.data)
        session = services.sign_up(**body, language=active_language(), now=self.arrived_at)
        return answer(session_shown(session), 201)


class LoginView(ApiView):
    """POST /auth/login."""

    public = True

    @extend_schema(
        operation_id="logIn",
        tags=["auth"],
        request=LoginBody,
        responses={200: LoggedInShown, 401: _NOT_THEM, 422: _DEVICE_REFUSED, 429: _TOO_MANY},
    )
    def post(self, request: Request) -> HttpResponse:
        """Get a new token for a username and its password.

        Refused alike for a wrong password and for an unknown username.
        """
        body = LoginBody.parse(request.data)
        services.count_login(address=client_address(request), username=body["username"])
        session = services.log_in(**body, now=self.arrived_at)
        due_at = queries.deletion_due_at(session.player.pk)
        return answer({**session_shown(session), "deletion_due_at": due_at})


class GuestView(ApiView):
    """POST /auth/guest."""

    public = True

    @extend_schema(
        operation_id="createGuest",
        tags=["auth"],
        request=GuestBody,
        responses={201: SessionShown, 422: _DEVICE_REFUSED, 429: _TOO_MANY},
    )
    def post(self, request: Request) -> HttpResponse:
        """Play at once, without an account: the token is the only way back in."""
        spend("guest_per_ip", client_address(request))
        body = GuestBody.parse(request.data)
        session = services.create_guest(**body, language=active_language(), now=self.arrived_at)
        return answer(session_shown(session), 201)


class LogoutView(ApiView):
    """POST /auth/logout."""

    @extend_schema(operation_id="logOut", tags=["auth"], request=None, responses={204: None})
    def post(self, request: Request) -> HttpResponse:
        """Give back the token of this request; other devices stay logged in."""
        EmptyBody.parse(request.data)
        services.log_out(secret=str(request.auth))
        return no_content()


class MeView(ApiView):
    """GET and PATCH /me."""

    @extend_schema(operation_id="getMe", tags=["me"], responses=ProfileShown)
    def get(self, request: Request) -> HttpResponse:
        """Return your own profile."""
        player: Any = request.user  # BearerAuthentication lets nobody else in
        # Read with the token: this is asked for whenever an app comes to the front.
        return answer(my_profile(player, deletion_due_at=player.deletion_due_at))

    @extend_schema(
        operation_id="updateMe",
        tags=["me"],
        request=ProfileBody,
        responses={200: ProfileShown, 422: refusal(InvalidProfile.code)},
    )
    def patch(self, request: Request) -> HttpResponse:
        """Change your own profile; what is left out stays.

        A refusal changes nothing, and names every fault in its `errors`.
        """
        changes = ProfileBody.parse(request.data)
        player = services.update_profile(
            player_id=self.player_id, changes=changes, now=self.arrived_at
        )
        due_at = queries.deletion_due_at(self.player_id)
        return answer(my_profile(player, deletion_due_at=due_at))
