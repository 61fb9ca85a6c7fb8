"""Matches over HTTP: parse, one call, render."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from games import queries, services
from games.api import bodies
from games.api.components import MatchList, MatchView, MoveList
from games.api.examples import CREATE_MATCH, MATCH_VIEW, PLAY_MOVE
from games.api.operations import operation
from games.api.reading import caller_of, match_id_of
from games.api.render import match_summary, match_view, played_move
from games.records import MatchRecord
from scopa_site.api.fields import EmptyBody
from scopa_site.api.limits import spend
from scopa_site.api.pagination import paginate
from scopa_site.api.rendering import answer
from scopa_site.api.views import ApiView

__all__ = [
    "CancelView",
    "DeclineView",
    "JoinView",
    "MatchDetailView",
    "MatchListView",
    "MoveListView",
    "ResignView",
]


class MatchListView(ApiView):
    """GET and POST /matches."""

    query = {"GET": bodies.ListMatches}

    @operation("listMatches", ok={200: MatchList}, of_one_match=False)
    def get(self, request: Request) -> HttpResponse:
        """List matches, newest first: those you play in or created, or those you could join."""
        wanted, viewer_id = self.parameters, caller_of(request)
        matches = queries.list_matches(
            viewer_id=viewer_id,
            status=wanted.get("status"),
            awaiting_me="awaiting" in wanted,
            joinable=wanted["joinable"],
        )
        scope = f"matches of {viewer_id}"
        shown = paginate(
            matches, wanted, lambda match: match_summary(match, viewer_id), scope=scope
        )
        return answer(shown)

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
        take a seat.
        """
        body = bodies.CreateMatch.parse(request.data)
        creator_id = caller_of(request)
        spend("create_match_per_player", str(creator_id))
        record = services.create_match(
            creator_id=creator_id,
            preset=body["preset"],
            overrides=body.get("rules", {}),
            seats=[services.SeatRequest(**seat) for seat in body["seats"]],
            now=timezone.now(),
        )
        return _shown(record, request, 201)


class MatchDetailView(ApiView):
    """GET /matches/{match_id}."""

    @operation("getMatch", ok={200: MatchView}, examples=[MATCH_VIEW])
    def get(self, request: Request, match_id: str) -> HttpResponse:
        """Look at a match from your seat, or as a spectator where you hold none.

        404 alike for a match that does not exist and for one that is not yours to see.
        """
        record = queries.get_match(match_id=match_id_of(match_id), viewer_id=caller_of(request))
        return _shown(record, request)


class JoinView(ApiView):
    """POST /matches/{match_id}/join."""

    @operation("joinMatch", request=bodies.JoinMatch, ok={200: MatchView})
    def post(self, request: Request, match_id: str) -> HttpResponse:
        """Take a seat: the one named, else your invitation, else the first that is open.

        The last seat taken deals the first deal.
        """
        body = bodies.JoinMatch.parse(request.data)
        record = services.join_match(
            match_id=match_id_of(match_id),
            player_id=caller_of(request),
            seat=body.get("seat"),
            now=timezone.now(),
        )
        return _shown(record, request)


class DeclineView(ApiView):
    """POST /matches/{match_id}/decline."""

    @operation("declineMatch", ok={200: MatchView})
    def post(self, request: Request, match_id: str) -> HttpResponse:
        """Refuse an invitation, which calls the match off; or give an open seat back."""
        EmptyBody.parse(request.data)
        record = services.decline_match(
            match_id=match_id_of(match_id), player_id=caller_of(request), now=timezone.now()
        )
        return _shown(record, request)


class CancelView(ApiView):
    """POST /matches/{match_id}/cancel."""

    @operation("cancelMatch", ok={200: MatchView})
    def post(self, request: Request, match_id: str) -> HttpResponse:
        """Call off a match that you created: before it begins, or one that only computers play."""
        EmptyBody.parse(request.data)
        record = services.cancel_match(
            match_id=match_id_of(match_id), player_id=caller_of(request), now=timezone.now()
        )
        return _shown(record, request)


class ResignView(ApiView):
    """POST /matches/{match_id}/resign."""

    @operation("resignMatch", ok={200: MatchView})
    def post(self, request: Request, match_id: str) -> HttpResponse:
        """Give the match up: it ends at once, and the other side wins."""
        EmptyBody.parse(request.data)
        record = services.resign_match(
            match_id=match_id_of(match_id), player_id=caller_of(request), now=timezone.now()
        )
        return _shown(record, request)


class MoveListView(ApiView):
    """GET and POST /matches/{match_id}/moves."""

    query = {"GET": bodies.ListMoves}

    @operation("listMoves", ok={200: MoveList})
    def get(self, request: Request, match_id: str) -> HttpResponse:
        """List the cards played, in order of play. The decks are not in it."""
        wanted, match = self.parameters, match_id_of(match_id)
        moves = queries.list_moves(
            match_id=match, viewer_id=caller_of(request), after_ply=wanted["after_ply"]
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
            actor=services.PersonActor(caller_of(request)),
            ply=body["ply"],
            card=body["card"],
            capture=None if capture is None else tuple(capture),
            now=timezone.now(),
        )
        return _shown(played.record, request, 201 if played.created else 200)


def _shown(record: MatchRecord, request: Request, status: int = 200) -> HttpResponse:
    return answer(match_view(record, caller_of(request), timezone.now()), status)
