"""Mutes and blocks over HTTP."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.serializers import CharField

from players import queries, services
from players.api.paths import PLAYER_PATH, player_id_of
from players.api.render import public_player
from players.api.serializers import PlayerShown
from players.errors import NotYourself, PlayerNotFound
from scopa_site.api import fields
from scopa_site.api.pagination import PageQuery, paginate
from scopa_site.api.rendering import answer, no_content
from scopa_site.api.schema import refusal
from scopa_site.api.views import ApiView

__all__ = ["BlockListView", "BlockView", "MuteListView", "MuteView"]

_PUT = {204: None, 404: refusal(PlayerNotFound.code), 422: refusal(NotYourself.code)}


class OtherPlayer(PlayerShown):
    """A player, as others see them."""

    display_name = fields.StringField()


class TieShown(fields.StrictSerializer):
    """Somebody muted or blocked."""

    player = OtherPlayer()
    since = fields.StringField(hints={"format": "date-time"})


class TieList(fields.StrictSerializer):
    """Those muted or blocked, the latest first."""

    items = fields.ListField(child=TieShown())
    next_cursor = CharField(allow_null=True)


class _TieListView(ApiView):
    query = {"GET": PageQuery}

    def _page(self, rows: Any, scope: str) -> HttpResponse:
        return answer(paginate(rows, self.parameters, _shown, scope=scope))


class MuteListView(_TieListView):
    """GET /me/mutes."""

    @extend_schema(operation_id="listMutes", tags=["me"], responses=TieList)
    def get(self, request: Request) -> HttpResponse:
        """List whom you have muted."""
        return self._page(queries.list_mutes(self.player_id), "mutes")


class BlockListView(_TieListView):
    """GET /me/blocks."""

    @extend_schema(operation_id="listBlocks", tags=["me"], responses=TieList)
    def get(self, request: Request) -> HttpResponse:
        """List whom you have blocked."""
        return self._page(queries.list_blocks(self.player_id), "blocks")


class MuteView(ApiView):
    """PUT and DELETE /me/mutes/{player_id}."""

    @extend_schema(
        operation_id="mutePlayer",
        tags=["me"],
        parameters=[PLAYER_PATH],
        request=None,
        responses=_PUT,
    )
    def put(self, request: Request, player_id: str) -> HttpResponse:
        """Hear no reactions or messages from a player. They are not told."""
        fields.EmptyBody.parse(request.data)
        services.mute(
            player_id=self.player_id, other_id=player_id_of(player_id), now=self.arrived_at
        )
        return no_content()

    @extend_schema(
        operation_id="unmutePlayer",
        tags=["me"],
        parameters=[PLAYER_PATH],
        request=None,
        responses={204: None},
    )
    def delete(self, request: Request, player_id: str) -> HttpResponse:
        """Hear a player again."""
        fields.EmptyBody.parse(request.data)
        services.unmute(player_id=self.player_id, other_id=player_id_of(player_id))
        return no_content()


class BlockView(ApiView):
    """PUT and DELETE /me/blocks/{player_id}."""

    @extend_schema(
        operation_id="blockPlayer",
        tags=["me"],
        parameters=[PLAYER_PATH],
        request=None,
        responses=_PUT,
    )
    def put(self, request: Request, player_id: str) -> HttpResponse:
        """Keep a player away: no invitations, no seats at each other's tables, no talk.

        It holds both ways, and they are not told. A match that you play is played on.
        """
        fields.EmptyBody.parse(request.data)
        services.block(
            player_id=self.player_id, other_id=player_id_of(player_id), now=self.arrived_at
        )
        return no_content()

    @extend_schema(
        operation_id="unblockPlayer",
        tags=["me"],
        parameters=[PLAYER_PATH],
        request=None,
        responses={204: None},
    )
    def delete(self, request: Request, player_id: str) -> HttpResponse:
        """Take a block back."""
        fields.EmptyBody.parse(request.data)
        services.unblock(player_id=self.player_id, other_id=player_id_of(player_id))
        return no_content()


def _shown(tie: Any) -> dict[str, Any]:
    return {"player": public_player(tie.other), "since": tie.created_at}
