"""A picture of what a player does."""

from datetime import datetime

from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request

from games import queries
from games.api.render_card import in_order
from games.pictures.standing import Course, PerDeal, draw_standing
from games.queries import Figures
from games.rating_families import FAMILIES
from players.api.paths import PLAYER_PATH, player_id_of
from players.errors import PlayerNotFound
from players.queries import player_seen, rating_course, ratings_of
from scopa_site.api.rendering import answer_tagged_text
from scopa_site.api.schema import NOT_MODIFIED, refusal
from scopa_site.api.views import ApiView

__all__ = ["ChartView"]

_TYPE = "image/svg+xml"
_LAST = 50  # changes of a rating


class ChartView(ApiView):
    """GET /players/{player_id}/chart.svg."""

    @extend_schema(
        operation_id="getPlayerChart",
        tags=["players"],
        parameters=[PLAYER_PATH],
        responses={
            (200, _TYPE): OpenApiResponse(
                OpenApiTypes.STR,
                description="SVG with a title and a description in the language of the request.",
            ),
            304: NOT_MODIFIED,
            404: refusal(PlayerNotFound.code),
        },
    )
    def get(self, request: Request, player_id: str) -> HttpResponse:
        """Get a small picture: the course of the rating that rests on most, and what a deal brings.

        It is told in words for those who cannot see it, and holds no name.
        """
        player = player_seen(self.player_id, player_id_of(player_id))
        total = queries.added_up(queries.figures_of(player.pk))
        drawn = draw_standing(_course(player.pk, self.arrived_at), _per_deal(total))
        return answer_tagged_text(request, drawn, content_type=_TYPE)


def _course(player_id: int, now: datetime) -> Course | None:
    ratings = in_order(ratings_of(player_id, now=now))
    if not ratings:
        return None
    family = max(ratings, key=lambda each: each.results).family
    course = rating_course(player_id, family, last=_LAST)
    label = FAMILIES[family].label
    name = label.get((get_language() or "en")[:2], label["en"])
    return Course(name, course) if course else None


def _per_deal(total: Figures) -> PerDeal | None:
    if not total.deals:
        return None
    numbers = (total.scope, total.settebelli, total.primiere)
    return PerDeal(total.deals, *(number / total.deals for number in numbers))
