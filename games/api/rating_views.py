"""Ratings and leaderboards over HTTP."""

from collections.abc import Sequence
from typing import Any, cast

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from games.api.rating_components import BoardQuery, Leaderboard, RatingHistory, RatingList
from games.api.render_card import in_order, rating_shown
from games.api.times import time_or_null, time_text
from games.errors import UnknownFamily
from games.rating_families import FAMILIES, Family
from players import queries
from players.api.render import public_player
from scopa_site.api.errors import InvalidRequest
from scopa_site.api.pagination import PageQuery, paginate
from scopa_site.api.rendering import answer
from scopa_site.api.schema import refusal
from scopa_site.api.views import ApiView
from scopa_site.errors import FieldProblem

__all__ = ["LeaderboardView", "RatingHistoryView", "RatingListView"]

Data = dict[str, Any]

_FAMILY = OpenApiParameter(
    "family",
    OpenApiTypes.STR,
    OpenApiParameter.PATH,
    description="A family of rules: " + ", ".join(f"`{slug}`" for slug in FAMILIES) + ".",
)
_UNKNOWN = refusal(UnknownFamily.code)


class LeaderboardView(ApiView):
    """GET /leaderboards/{family}."""

    query = {"GET": BoardQuery}

    @extend_schema(
        operation_id="getLeaderboard",
        tags=["ratings"],
        parameters=[_FAMILY],
        responses={200: Leaderboard, 404: _UNKNOWN},
    )
    def get(self, request: Request, family: str) -> HttpResponse:
        """List the highest ratings of a family of rules.

        Provisional ratings are left out. A sandbox has leaderboards of its own.
        """
        known, player = _family(family), cast(Any, request.user)
        period = self.parameters["period"]
        board = queries.board_of(
            family=known.slug, period=period, world_id=player.world_id, now=self.arrived_at
        )
        own = board.own(player.pk)
        page = paginate(
            self._source(board, own),
            self.parameters,
            _board_row,
            scope=f"board-{known.slug}",
            key=lambda row: row.key,
        )
        me = None if own is None else _board_row(own)
        return answer({**_named(known), "period": period, "me": me, **page})

    def _source(self, board: queries.Board, own: queries.Ranked | None) -> Any:
        """Give the board from the top, or from above the caller's own row."""
        if "around" not in self.parameters:
            return board
        if "cursor" in self.parameters:
            detail = _("A page after another is around nobody.")
            raise InvalidRequest(errors=[FieldProblem("?around", "with_a_cursor", detail)])
        if own is None:
            return board
        mine = own

        def about(*, after: int | None, limit: int) -> Sequence[queries.Ranked]:
            return board.around(mine, limit=limit)

        return about


class RatingListView(ApiView):
    """GET /me/ratings."""

    @extend_schema(operation_id="listMyRatings", tags=["ratings"], responses=RatingList)
    def get(self, request: Request) -> HttpResponse:
        """List your ratings, by family of rules. All of them on one page."""
        standings = in_order(queries.ratings_of(self.player_id, now=self.arrived_at))
        return answer({"items": [rating_shown(each) for each in standings], "next_cursor": None})


class RatingHistoryView(ApiView):
    """GET /me/ratings/{family}."""

    query = {"GET": PageQuery}

    @extend_schema(
        operation_id="getMyRating",
        tags=["ratings"],
        parameters=[_FAMILY],
        responses={200: RatingHistory, 404: _UNKNOWN},
    )
    def get(self, request: Request, family: str) -> HttpResponse:
        """Return your rating in a family of rules, and which matches changed it."""
        known = _family(family)
        standing = queries.rating_in(self.player_id, known.slug, now=self.arrived_at)
        history = queries.history_of(self.player_id, known.slug)
        page = paginate(history, self.parameters, _step, scope=f"rating-{known.slug}")
        shown = None if standing is None else rating_shown(standing)
        return answer({**_named(known), "rating": shown, **page})


def _family(slug: str) -> Family:
    if slug not in FAMILIES:
        raise UnknownFamily(known=", ".join(FAMILIES))
    return FAMILIES[slug]


def _named(family: Family) -> Data:
    return {"family": family.slug, "label": dict(family.label)}


def _board_row(ranked: queries.Ranked) -> Data:
    return {
        "rank": ranked.rank,
        "player": public_player(ranked.player),
        "rating": round(ranked.standing.rating),
        "deviation": round(ranked.standing.deviation),
        "results": ranked.standing.results,
        "rated_at": time_or_null(ranked.standing.rated_at),
    }


def _step(change: Any) -> Data:
    return {
        "at": time_text(change.at),
        "match": str(change.result.match),
        "rating_before": round(change.rating_before),
        "rating_after": round(change.rating_after),
        "deviation_after": round(change.deviation_after),
        "not_counted": change.not_counted or None,
    }
