"""What players may see of one another, over HTTP."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.serializers import ChoiceField

from players import queries, registries
from players.api.paths import PLAYER_PATH, player_id_of
from players.api.render import public_player
from players.api.ties import OtherPlayer
from players.errors import PlayerNotFound
from scopa_site.api import fields
from scopa_site.api.rendering import answer
from scopa_site.api.schema import refusal
from scopa_site.api.views import ApiView

__all__ = ["PlayerCardView", "PlayerFindView"]

_UNKNOWN = refusal(PlayerNotFound.code)


class FindQuery(fields.QuerySerializer):
    """Whom to find."""

    username = fields.StringField(help_text="The whole username, in whatever case.")


class PlayerCard(OtherPlayer):
    """A player, and what is told of them to everybody."""

    since = fields.StringField(hints={"format": "date-time"}, help_text="When they came.")
    friendship = ChoiceField(
        choices=queries.FRIENDSHIPS,
        allow_null=True,
        help_text="`friend`, `asked` by you, `asking` you; null: none of them, or yourself.",
    )

    def get_fields(self) -> dict[str, Any]:
        """Add the members that the apps above have registered."""
        members: dict[str, Any] = super().get_fields()
        for shape in registries.card_shapes.values():
            members |= shape()
        return members


class PlayerFindView(ApiView):
    """GET /players."""

    query = {"GET": FindQuery}

    @extend_schema(
        operation_id="findPlayer", tags=["players"], responses={200: OtherPlayer, 404: _UNKNOWN}
    )
    def get(self, request: Request) -> HttpResponse:
        """Find a player by the username."""
        player = queries.find_player(self.player_id, self.parameters["username"])
        return answer(public_player(player))


class PlayerCardView(ApiView):
    """GET /players/{player_id}."""

    @extend_schema(
        operation_id="getPlayer",
        tags=["players"],
        parameters=[PLAYER_PATH],
        responses={200: PlayerCard, 404: _UNKNOWN},
    )
    def get(self, request: Request, player_id: str) -> HttpResponse:
        """Get the public card of a player: what they do, how they are rated, and against you."""
        card = queries.card_of(self.player_id, player_id_of(player_id), now=self.arrived_at)
        shown = {
            **public_player(card.player),
            "since": card.player.date_joined,
            "friendship": card.friendship,
        }
        return answer(shown | dict(card.parts))
