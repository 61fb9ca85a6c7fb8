"""What changed, and what waits: for an app that comes back."""

from typing import Final

from django.http import HttpResponse
from rest_framework.request import Request

from games import queries
from games.api.lobby_components import Changes, Summary
from games.api.operations import operation
from games.api.render import match_summary
from games.api.times import time_or_null, time_text
from players.errors import CursorUnknown
from players.queries import read_cursor
from scopa_site.api.errors import InvalidRequest
from scopa_site.api.fields import NumberParameter, QuerySerializer, StringField
from scopa_site.api.pagination import MAX_LIMIT, decode_cursor, encode_cursor
from scopa_site.api.rendering import answer_tagged
from scopa_site.api.views import ApiView

__all__ = ["SummaryView", "SyncView"]

_PAGE: Final = "~"  # between the place in the feed and the place in a list of several pages


class SyncQuery(QuerySerializer):
    """Since when, and how much of it."""

    cursor = StringField(
        required=False,
        help_text="`cursor` of the answer before, or of an event; left out: everything not over.",
    )
    limit = NumberParameter(
        min_value=1, max_value=MAX_LIMIT, default=MAX_LIMIT, help_text="How many matches at most."
    )


class SyncView(ApiView):
    """GET /sync."""

    query = {"GET": SyncQuery}

    @operation("syncMatches", ok={200: Changes}, tag="events", of_one_match=False, tagged=True)
    def get(self, request: Request) -> HttpResponse:
        """Get those of your matches that changed since a cursor, as they are now.

        Without a cursor, or with one that is too old to tell what changed, the answer is `full`:
        all that are offered or being played. An expired cursor is never refused here.
        """
        since, below = _place(self.parameters.get("cursor"), self.player_id)
        changes = queries.changes_for(
            self.player_id, since=since, below=below, limit=self.parameters["limit"]
        )
        shown = {
            "full": changes.full,
            "matches": [match_summary(match, self.player_id) for match in changes.matches],
            "gone": [str(gone) for gone in changes.gone],
            "more": changes.more,
            "cursor": _cursor(changes, self.player_id),
            "server_time": time_text(self.arrived_at),
        }
        return answer_tagged(request, shown)


class SummaryView(ApiView):
    """GET /me/summary."""

    @operation("getSummary", ok={200: Summary}, tag="events", of_one_match=False, tagged=True)
    def get(self, request: Request) -> HttpResponse:
        """Get what a badge or a widget shows: what waits for you, in less than a kilobyte."""
        summary = queries.summary_of(self.player_id, now=self.arrived_at)
        shown = {
            "awaiting": summary.awaiting,
            "next_deadline_at": time_or_null(summary.next_deadline_at),
            "invitations": summary.invitations,
            "unread": summary.unread,
            "server_time": time_text(self.arrived_at),
        }
        return answer_tagged(request, shown)


def _place(cursor: str | None, player_id: int) -> tuple[int | None, int | None]:
    """Read the place in the feed, and in a list of several pages. Raises CursorUnknown."""
    if cursor is None:
        return None, None
    since, is_page, page = cursor.partition(_PAGE)
    if not is_page:
        return read_cursor(since), None
    try:
        return read_cursor(since), decode_cursor(_scope(player_id), page)
    except InvalidRequest:
        raise CursorUnknown from None


def _cursor(changes: queries.Changes, player_id: int) -> str:
    if changes.below is None:
        return str(changes.cursor)
    return f"{changes.cursor}{_PAGE}{encode_cursor(_scope(player_id), changes.below)}"


def _scope(player_id: int) -> str:
    return f"sync of {player_id}"
