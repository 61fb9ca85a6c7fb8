"""Matches over HTTP: parse, one call, render."""

from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from games import queries, services
from games.api import bodies
from games.api.components import MatchList, MatchView, MoveList
from games.api.examples import CREATE_MATCH, MATCH_VIEW, PLAY_MOVE
from games.api.lobby_views import terms_asked_for
from games.api.operations import operation
from games.api.reading import match_id_of
from games.api.render import match_summary, played_move
from games.api.showing import match_shown
from scopa_site.api.limits import spend
from scopa_site.api.pagination import paginate
from scopa_site.api.rendering import answer, answer_tagged
from scopa_site.api.views import ApiView

__all__ = [
    "MatchDetailView",
    "MatchListView",
    "MoveListView",
]


class MatchListView(ApiView):
    """GET and POST /matches."""

    query = {"GET": bodies.ListMatches}

    @operation("listMatches", ok={200: MatchList}, of_one_match=False, tagged=True)
    def get(self, request: Request) -> HttpResponse:
        """List matches, newest first: those you play in or created, or those you could join."""
        wanted, viewer_id = self.parameters, self.player_id
        matches = queries.list_matches(
            viewer_id=viewer_id,
            status=wanted.get("status"),
            awaiting_me="awaiting" in wanted,
            joinable_at=self.arrived_at if wanted["joinable"] else None,
            preset=wanted.get("preset"),
            clock=wanted.get("clock"),
        )
        scope = f"matches of {viewer_id}"
        shown = paginate(
            matches, wanted, lambda match: match_summary(match, viewer_id), scope=scope
        )
        return answer_tagged(request, shown)

    @operation(
        "createMatch",
        request=bodies.CreateMatch,
        ok={201: MatchView},
        of_one_match=False,
        examples=[*CREATE_MATCH, MATCH_VIEW],
    )
    def post(self, request: Request) -> HttpResponse:
        """Offer a match; it is dealt as soon as no seat is open or invited.

        It is private to its seats and its creator, unless a seat is open. The creator need not
        take a seat. It expires after `offer_seconds` if its seats are not taken.
        """
        body = bodies.CreateMatch.parse(request.data)
        spend("create_match_per_player", self.counted_as)
        if all(seat["type"] == "ai" for seat in body["seats"]):
            spend("ai_match_per_player", self.counted_as)
        record = services.create_match(
            creator_id=self.player_id,
            seats=[services.SeatRequest(**seat) for seat in body["seats"]],
            offer_seconds=body["offer_seconds"],
            now=self.arrived_at,
            **terms_asked_for(body),
        )
        return match_shown(self, record, 201)


class MatchDetailView(ApiView):
    """GET /matches/{match_id}."""

    @operation("getMatch", ok={200: MatchView}, tagged=True, examples=[MATCH_VIEW])
    def get(self, request: Request, match_id: str) -> HttpResponse:
        """Look at a match from your seat, or as a spectator where you hold none.

        404 alike for a match that does not exist and for one that is not yours to see.
        """
        record = queries.get_match(match_id=match_id_of(match_id), viewer_id=self.player_id)
        return match_shown(self, record)


class MoveListView(ApiView):
    """GET and POST /matches/{match_id}/moves."""

    query = {"GET": bodies.ListMoves}
    counted = {"POST": "move_per_player"}

    @operation("listMoves", ok={200: MoveList})
    def get(self, request: Request, match_id: str) -> HttpResponse:
        """List the cards played, in order of play. The decks are not in it."""
        wanted, match = self.parameters, match_id_of(match_id)
        moves = queries.list_moves(
            match_id=match, viewer_id=self.player_id, after_ply=wanted["after_ply"]
        )

        def fetch(*, after: int | None, limit: int) -> list[Any]:
            return list((moves if after is None else moves.filter(ply__gt=after))[:limit])

        scope = f"moves of {match}"
        return answer(paginate(fetch, wanted, played_move, scope=scope, key=lambda move: move.ply))

    @operation(
        "playMove",
        request=bodies.PlayMove,
        ok={200: MatchView, 201: MatchView},
        examples=[*PLAY_MOVE, MATCH_VIEW],
    )
    def post(self, request: Request, match_id: str) -> HttpResponse:
        """Play a card: 201 for a new move, 200 for the very same one sent again.

        `ply` is that of the view you looked at. Send a move again, unchanged, whenever its answer
        got lost: it is never played twice, and is answered well even after the match has ended.
        """
        body = bodies.PlayMove.parse(request.data)
        capture = body.get("capture")
        played = services.play_move(
            match_id=match_id_of(match_id),
            actor=services.PersonActor(self.player_id),
            ply=body["ply"],
            card=body["card"],
            capture=None if capture is None else tuple(capture),
            now=self.arrived_at,
        )
        return match_shown(self, played.record, 201 if played.created else 200)
