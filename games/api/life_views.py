"""What people do with a match beside playing cards: leave, come back, pause, look back."""

from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from games import queries, services
from games.api.components import MatchView
from games.api.life_bodies import AskPause, ClaimTimeout, ListLog
from games.api.life_components import LogPage
from games.api.operations import operation
from games.api.reading import match_id_of
from games.api.render_life import log_line
from games.api.showing import match_shown
from scopa_site.api.fields import EmptyBody
from scopa_site.api.limits import spend
from scopa_site.api.pagination import paginate
from scopa_site.api.rendering import answer
from scopa_site.api.views import ApiView

__all__ = [
    "AbortView",
    "AcceptPauseView",
    "LogView",
    "PauseRequestView",
    "RefusePauseView",
    "ResignView",
    "ResumeView",
    "ReturnView",
    "TimeoutClaimView",
]


class ResignView(ApiView):
    """POST /matches/{match_id}/resign."""

    @operation("resignMatch", ok={200: MatchView})
    def post(self, request: Request, match_id: str) -> HttpResponse:
        """Give the match up: it ends, and the other side wins.

        Where a partner plays on, the computer takes your seat instead, for good.
        """
        EmptyBody.parse(request.data)
        record = services.resign_match(
            match_id=match_id_of(match_id), player_id=self.player_id, now=self.arrived_at
        )
        return match_shown(self, record)


class AbortView(ApiView):
    """POST /matches/{match_id}/abort."""

    @operation("abortMatch", ok={200: MatchView})
    def post(self, request: Request, match_id: str) -> HttpResponse:
        """Call a match off before your own first card: nobody wins, and nobody loses."""
        EmptyBody.parse(request.data)
        record = services.abort_match(
            match_id=match_id_of(match_id), player_id=self.player_id, now=self.arrived_at
        )
        return match_shown(self, record)


class TimeoutClaimView(ApiView):
    """POST /matches/{match_id}/timeout-claims."""

    @operation("claimTimeout", request=ClaimTimeout, ok={200: MatchView})
    def post(self, request: Request, match_id: str) -> HttpResponse:
        """Take the win from an opponent who is out of time, or let the computer play for them.

        Where a partner of theirs plays on, the computer takes the seat in either case.
        """
        body = ClaimTimeout.parse(request.data)
        record = services.claim_timeout(
            match_id=match_id_of(match_id),
            player_id=self.player_id,
            outcome=body["outcome"],
            now=self.arrived_at,
        )
        return match_shown(self, record)


class ReturnView(ApiView):
    """POST /matches/{match_id}/return."""

    @operation("returnToSeat", ok={200: MatchView})
    def post(self, request: Request, match_id: str) -> HttpResponse:
        """Take your seat back from the computer that plays for you since you ran out of time."""
        EmptyBody.parse(request.data)
        record = services.return_to_seat(
            match_id=match_id_of(match_id), player_id=self.player_id, now=self.arrived_at
        )
        return match_shown(self, record)


class PauseRequestView(ApiView):
    """POST /matches/{match_id}/pause-requests."""

    @operation("askPause", request=AskPause, ok={200: MatchView})
    def post(self, request: Request, match_id: str) -> HttpResponse:
        """Ask for a pause; it begins once every other person at the table has agreed.

        Against the computer alone it begins at once.
        """
        body = AskPause.parse(request.data)
        spend("pause_per_player", self.counted_as)
        record = services.ask_pause(
            match_id=match_id_of(match_id),
            player_id=self.player_id,
            seconds=body["seconds"],
            now=self.arrived_at,
        )
        return match_shown(self, record)


class AcceptPauseView(ApiView):
    """POST /matches/{match_id}/pause-requests/accept."""

    @operation("acceptPause", ok={200: MatchView})
    def post(self, request: Request, match_id: str) -> HttpResponse:
        """Agree to the pause that is asked for."""
        EmptyBody.parse(request.data)
        record = services.accept_pause(
            match_id=match_id_of(match_id), player_id=self.player_id, now=self.arrived_at
        )
        return match_shown(self, record)


class RefusePauseView(ApiView):
    """POST /matches/{match_id}/pause-requests/refuse."""

    @operation("refusePause", ok={200: MatchView})
    def post(self, request: Request, match_id: str) -> HttpResponse:
        """Refuse the pause that is asked for, or take your own request back."""
        EmptyBody.parse(request.data)
        record = services.refuse_pause(
            match_id=match_id_of(match_id), player_id=self.player_id, now=self.arrived_at
        )
        return match_shown(self, record)


class ResumeView(ApiView):
    """POST /matches/{match_id}/resume."""

    @operation("resumeMatch", ok={200: MatchView})
    def post(self, request: Request, match_id: str) -> HttpResponse:
        """End a pause before its time. Anyone at the table may."""
        EmptyBody.parse(request.data)
        record = services.resume_match(
            match_id=match_id_of(match_id), player_id=self.player_id, now=self.arrived_at
        )
        return match_shown(self, record)


class LogView(ApiView):
    """GET /matches/{match_id}/log."""

    query = {"GET": ListLog}

    @operation("listLog", ok={200: LogPage})
    def get(self, request: Request, match_id: str) -> HttpResponse:
        """List what happened at the table beside the cards, oldest first."""
        match = match_id_of(match_id)
        lines = queries.list_log(match_id=match, viewer_id=self.player_id)

        def fetch(*, after: int | None, limit: int) -> list[Any]:
            return list((lines if after is None else lines.filter(pk__gt=after))[:limit])

        return answer(paginate(fetch, self.parameters, log_line, scope=f"log of {match}"))
