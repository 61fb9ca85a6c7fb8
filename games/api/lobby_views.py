"""The ways to a seat over HTTP."""

from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from games import services
from games.api.bodies import JoinMatch
from games.api.components import MatchView
from games.api.lobby_bodies import DeclineMatch, JoinByCode, MakeLink, QuickMatch
from games.api.lobby_components import InvitationLink, PhraseList
from games.api.operations import operation
from games.api.reading import match_id_of
from games.api.showing import match_shown
from games.api.times import time_text
from games.set_phrases import DECLINE_REASONS
from games.wording import in_language
from scopa_site.api.fields import EmptyBody
from scopa_site.api.limits import spend
from scopa_site.api.rendering import answer
from scopa_site.api.views import ApiView

__all__ = [
    "CancelView",
    "DeclineReasonListView",
    "DeclineView",
    "JoinByCodeView",
    "JoinView",
    "LinkView",
    "QuickMatchView",
    "RematchView",
    "phrases_shown",
    "terms_asked_for",
]


class JoinView(ApiView):
    """POST /matches/{match_id}/join."""

    @operation("joinMatch", request=JoinMatch, ok={200: MatchView})
    def post(self, request: Request, match_id: str) -> HttpResponse:
        """Take a seat: the one named, else your invitation, else the first that is open.

        The last seat taken deals the first deal.
        """
        body = JoinMatch.parse(request.data)
        record = services.join_match(
            match_id=match_id_of(match_id),
            player_id=self.player_id,
            seat=body.get("seat"),
            now=self.arrived_at,
        )
        return match_shown(self, record)


class DeclineView(ApiView):
    """POST /matches/{match_id}/decline."""

    @operation("declineMatch", request=DeclineMatch, ok={200: MatchView})
    def post(self, request: Request, match_id: str) -> HttpResponse:
        """Refuse an invitation, which calls the match off; or give an open seat back.

        Those at the table are told the reason, if you give one.
        """
        body = DeclineMatch.parse(request.data)
        record = services.decline_match(
            match_id=match_id_of(match_id),
            player_id=self.player_id,
            reason=body.get("reason", ""),
            now=self.arrived_at,
        )
        return match_shown(self, record)


class CancelView(ApiView):
    """POST /matches/{match_id}/cancel."""

    @operation("cancelMatch", ok={200: MatchView})
    def post(self, request: Request, match_id: str) -> HttpResponse:
        """Call off a match that you created: before it begins, or one that only computers play."""
        EmptyBody.parse(request.data)
        record = services.cancel_match(
            match_id=match_id_of(match_id), player_id=self.player_id, now=self.arrived_at
        )
        return match_shown(self, record)


class LinkView(ApiView):
    """POST /matches/{match_id}/links."""

    @operation("createLink", request=MakeLink, ok={201: InvitationLink})
    def post(self, request: Request, match_id: str) -> HttpResponse:
        """Make a code for a free seat of the type `link`: whoever has it can take that seat, once.

        The server keeps only a digest of it. A code made before for the same seat is void.
        """
        body = MakeLink.parse(request.data)
        link = services.create_link(
            match_id=match_id_of(match_id),
            player_id=self.player_id,
            seat=body.get("seat"),
            seconds=body.get("seconds"),
            now=self.arrived_at,
        )
        shown = {"code": link.code, "seat": link.seat, "expires_at": time_text(link.expires_at)}
        return answer(shown, 201)


class JoinByCodeView(ApiView):
    """POST /matches/join-by-code."""

    @operation("joinByCode", request=JoinByCode, ok={200: MatchView}, of_one_match=False)
    def post(self, request: Request) -> HttpResponse:
        """Take the seat of a code that you were given. Sent again, it is answered alike."""
        body = JoinByCode.parse(request.data)
        spend("join_by_code_per_player", self.counted_as)
        record = services.join_by_code(
            code=body["code"], player_id=self.player_id, now=self.arrived_at
        )
        return match_shown(self, record)


class QuickMatchView(ApiView):
    """POST /quick-match."""

    @operation(
        "quickMatch",
        request=QuickMatch,
        ok={200: MatchView, 201: MatchView},
        of_one_match=False,
    )
    def post(self, request: Request) -> HttpResponse:
        """Play with whoever wants the same: 200 for a match that is there, 201 for a new one.

        You get the oldest open match on the same terms, or wait in one of your own. Asked again
        while you wait, it is the match in which you wait.
        """
        table = services.Table(**terms_asked_for(QuickMatch.parse(request.data)))
        spend("create_match_per_player", self.counted_as)
        found = services.quick_match(player_id=self.player_id, table=table, now=self.arrived_at)
        return match_shown(self, found.record, 201 if found.created else 200)


class RematchView(ApiView):
    """POST /matches/{match_id}/rematch."""

    @operation("askRematch", ok={200: MatchView})
    def post(self, request: Request, match_id: str) -> HttpResponse:
        """Offer the same table once more, or accept that somebody did.

        There is one rematch of each finished match, whoever asks and however often. Rules, clock
        and computers stay; the seats move round by one.
        """
        EmptyBody.parse(request.data)
        spend("create_match_per_player", self.counted_as)
        record = services.ask_rematch(
            match_id=match_id_of(match_id), player_id=self.player_id, now=self.arrived_at
        )
        return match_shown(self, record)


class DeclineReasonListView(ApiView):
    """GET /decline-reasons."""

    public = True

    @operation("listDeclineReasons", ok={200: PhraseList}, tag="lists", of_one_match=False)
    def get(self, request: Request) -> HttpResponse:
        """List the reasons for which an invitation can be refused."""
        return answer(phrases_shown(DECLINE_REASONS))


def terms_asked_for(body: dict[str, Any]) -> dict[str, Any]:
    """Read out of a body what those at the table agree on, as `services` take it."""
    return {
        "preset": body["preset"],
        "overrides": body.get("rules", {}),
        "clock": body["clock"],
        "clock_overrides": body.get("clock_rules", {}),
        "rated": body["rated"],
        "auto_play_forced": body["auto_play_forced"],
        "talk": body["talk"],
        "rating_min": body.get("rating_min"),
        "rating_max": body.get("rating_max"),
    }


def phrases_shown(phrases: Any) -> dict[str, Any]:
    """Show a closed list in the language active now."""
    items = [
        {"slug": phrase.slug, "label": in_language(phrase.label)} for phrase in phrases.values()
    ]
    return {"items": items, "next_cursor": None}
