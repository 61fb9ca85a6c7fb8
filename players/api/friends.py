"""Friends over HTTP."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.serializers import CharField

from players import queries, services
from players.api.paths import PLAYER_PATH, player_id_of
from players.api.render import public_player
from players.api.ties import OtherPlayer
from players.errors import NotYourself, PlayerNotFound
from players.friend_errors import PlayerIsBlocked, TooManyFriends
from scopa_site.api import fields
from scopa_site.api.pagination import PageQuery, paginate
from scopa_site.api.rendering import answer, no_content
from scopa_site.api.schema import refusal
from scopa_site.api.views import ApiView

__all__ = ["FriendListView", "FriendView"]

_STATE = "`friend`: you both said so. `asked`: you did. `asking`: they did, and wait for you."


class FriendsQuery(PageQuery):
    """Which of them."""

    state = fields.ChoiceField(choices=queries.FRIENDSHIPS, required=False, help_text=_STATE)


class FriendshipShown(fields.StrictSerializer):
    """How you and another player stand."""

    state = fields.ChoiceField(choices=queries.FRIENDSHIPS, help_text=_STATE)


class FriendShown(FriendshipShown):
    """A friend, or somebody who is asked or asks."""

    player = OtherPlayer()
    since = fields.StringField(hints={"format": "date-time"})


class FriendList(fields.StrictSerializer):
    """Friends, and those who are asked or ask, the latest first."""

    items = fields.ListField(child=FriendShown())
    next_cursor = CharField(allow_null=True)


class FriendListView(ApiView):
    """GET /me/friends."""

    query = {"GET": FriendsQuery}

    @extend_schema(operation_id="listFriends", tags=["me"], responses=FriendList)
    def get(self, request: Request) -> HttpResponse:
        """List your friends, whom you asked, and who asks you."""
        state = self.parameters.get("state")
        rows = queries.list_friends(self.player_id, state=state)
        shown = self._shown
        return answer(paginate(rows, self.parameters, shown, scope=f"friends.{state}"))

    def _shown(self, tie: Any) -> dict[str, Any]:
        mine = tie.player_id == self.player_id
        state = "friend" if tie.mutual else "asked" if mine else "asking"
        player = public_player(tie.other if mine else tie.player)
        return {"player": player, "state": state, "since": tie.created_at}


class FriendView(ApiView):
    """PUT and DELETE /me/friends/{player_id}."""

    @extend_schema(
        operation_id="befriendPlayer",
        tags=["me"],
        parameters=[PLAYER_PATH],
        request=None,
        responses={
            200: FriendshipShown,
            404: refusal(PlayerNotFound.code),
            409: refusal(PlayerIsBlocked.code, TooManyFriends.code),
            422: refusal(NotYourself.code),
        },
    )
    def put(self, request: Request, player_id: str) -> HttpResponse:
        """Ask a player to be friends, or say yes to one who asks you. They are told."""
        fields.EmptyBody.parse(request.data)
        other_id = player_id_of(player_id)
        state = services.befriend(player_id=self.player_id, other_id=other_id, now=self.arrived_at)
        return answer({"state": state})

    @extend_schema(
        operation_id="unfriendPlayer",
        tags=["me"],
        parameters=[PLAYER_PATH],
        request=None,
        responses={204: None},
    )
    def delete(self, request: Request, player_id: str) -> HttpResponse:
        """Be friends no more, take your question back, or turn theirs down. They are not told."""
        fields.EmptyBody.parse(request.data)
        services.unfriend(player_id=self.player_id, other_id=player_id_of(player_id))
        return no_content()
