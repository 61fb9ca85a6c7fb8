"""Sandboxes over HTTP: worlds in which an app is tried, and time goes as fast as it is moved."""

from functools import partial
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from games import services
from games.api.operations import operation
from games.api.sandbox_bodies import ClockShown, MoveClock, OpenedSandbox, Sandboxes
from games.api.times import time_text
from players.api.ids import read_id
from players.api.render import session_shown
from players.api.serializers import SessionShown
from players.queries.worlds import get_world, list_worlds
from players.sandbox_errors import NotInSandbox, SandboxNotFound
from players.services import worlds
from scopa_site.api.fields import EmptyBody
from scopa_site.api.languages import active_language
from scopa_site.api.limits import spend
from scopa_site.api.rendering import answer, no_content
from scopa_site.api.views import ApiView

__all__ = ["SandboxClockView", "SandboxListView", "SandboxPlayerListView", "SandboxView"]

_ID = OpenApiParameter("sandbox_id", OpenApiTypes.UUID, OpenApiParameter.PATH)
_operation = partial(operation, tag="sandbox", of_one_match=False)


class SandboxListView(ApiView):
    """GET and POST /sandbox."""

    answers_secret = True

    @_operation("listSandboxes", ok={200: Sandboxes})
    def get(self, request: Request) -> HttpResponse:
        """List the sandboxes that you have opened."""
        shown = [
            {"id": str(world.public_id), "now": time_text(self.arrived_at + world.offset)}
            for world in list_worlds(self.player_id)
        ]
        return answer({"items": shown})

    @_operation("openSandbox", ok={201: OpenedSandbox})
    def post(self, request: Request) -> HttpResponse:
        """Open a world of your own: its players meet one another and nobody else.

        The token is of its first player. Computers answer at once there, nothing is sent outside,
        and its clock is moved by `POST /sandbox/clock`.
        """
        EmptyBody.parse(request.data)
        worlds.count_new_player(player_id=self.player_id)
        opened = worlds.open_world(
            owner_id=self.player_id, language=active_language(), now=self.arrived_at
        )
        shown = {"id": str(opened.world.public_id), "now": time_text(self.arrived_at)}
        return answer({"sandbox": shown, **session_shown(opened.session)}, 201)


class SandboxView(ApiView):
    """DELETE /sandbox/{sandbox_id}."""

    @extend_schema(parameters=[_ID])
    @_operation("closeSandbox", ok={204: None})
    def delete(self, request: Request, sandbox_id: str) -> HttpResponse:
        """Close one of your sandboxes for good: its tokens die."""
        EmptyBody.parse(request.data)
        worlds.close_world(owner_id=self.player_id, world_id=read_id(sandbox_id, SandboxNotFound))
        return no_content()


class SandboxPlayerListView(ApiView):
    """POST /sandbox/players."""

    answers_secret = True

    @_operation("addSandboxPlayer", ok={201: SessionShown})
    def post(self, request: Request) -> HttpResponse:
        """Put another player into the sandbox of your token."""
        EmptyBody.parse(request.data)
        worlds.count_new_player(player_id=self.player_id)
        session = worlds.add_player(
            player_id=self.player_id, language=active_language(), now=self.arrived_at
        )
        return answer(session_shown(session), 201)


class SandboxClockView(ApiView):
    """GET and POST /sandbox/clock."""

    @_operation("getSandboxClock", ok={200: ClockShown})
    def get(self, request: Request) -> HttpResponse:
        """Read the clock of the sandbox of your token."""
        if get_world(self.player_id) is None:
            raise NotInSandbox
        return answer({"now": time_text(self.arrived_at), "arrived": True, "ended": 0})

    @_operation("moveSandboxClock", request=MoveClock, ok={200: ClockShown})
    def post(self, request: Request) -> HttpResponse:
        """Move the clock on, by `seconds` or `to` an instant; it never goes back.

        Turns run out and offers expire on the way, each when it is due. Where very much is due the
        clock stops before what was asked (`arrived` is false): call again.
        """
        body: dict[str, Any] = MoveClock.parse(request.data)
        spend("sandbox_clock_per_player", self.counted_as)
        moved = services.move_sandbox_clock(player_id=self.player_id, **body, now=self.arrived_at)
        arrived = moved.now == moved.asked
        return answer({"now": time_text(moved.now), "arrived": arrived, "ended": moved.ended})
