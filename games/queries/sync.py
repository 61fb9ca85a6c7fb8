"""What changed for a player since they last asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from games.models import Match, Seat
from games.queries.live import live_match_keys
from games.queries.seated import with_seats
from players.errors import CursorExpired
from players.queries import events_after, latest_cursor

__all__ = ["Changes", "changes_for"]

_EVENTS = 1000  # read at once; a page of them has at most as many matches as it may


@dataclass(frozen=True, slots=True)
class Changes:
    """Matches as they are now, and ids of those that are no longer the player's.

    `cursor` is where the feed of the player stood. Full: all that are not over, whatever was known
    before; `below` is where the next page of them begins. `more`: ask again at once.
    """

    matches: Sequence[Match]
    gone: Sequence[UUID]
    cursor: int
    full: bool
    more: bool
    below: int | None = None


def changes_for(
    player_id: int, *, since: int | None, below: int | None = None, limit: int
) -> Changes:
    """Return what changed in the matches of a player after the event `since`, up to `limit`.

    Without a cursor, with one whose events were deleted, and on the further pages of either
    (`below`), everything that is not over, newest first. No more queries for more matches.

    Raises CursorUnknown for a cursor that is yet to come.
    """
    if below is not None and since is not None:
        return _all_live(player_id, since, below, limit)
    if since is None:
        return _all_live(player_id, latest_cursor(player_id), None, limit)
    try:
        return _since(player_id, since, limit)
    except CursorExpired:
        return _all_live(player_id, latest_cursor(player_id), None, limit)


def _all_live(player_id: int, cursor: int, below: int | None, limit: int) -> Changes:
    found = live_match_keys(player_id)
    wanted = sorted((each for each in found if below is None or each < below), reverse=True)
    page, more = wanted[:limit], len(wanted) > limit
    matches = list(with_seats(Match.objects.filter(pk__in=page)).order_by("-pk"))
    return Changes(matches, (), cursor, full=True, more=more, below=page[-1] if more else None)


def _since(player_id: int, since: int, limit: int) -> Changes:
    page = events_after(player_id, since, _EVENTS)
    subjects: dict[UUID, None] = {}  # in the order of the events
    cursor = since
    for event in page.events:
        if event.subject is not None:
            if len(subjects) == limit and event.subject not in subjects:
                break
            subjects[event.subject] = None
        cursor = event.seq
    more = cursor < page.cursor or len(page.events) == _EVENTS
    own = Seat.objects.filter(player_id=player_id, match__public_id__in=subjects)
    matches = list(with_seats(Match.objects.filter(pk__in=own.values("match_id"))).order_by("-pk"))
    found = {match.public_id for match in matches}
    gone = [subject for subject in subjects if subject not in found]
    return Changes(matches, gone, cursor, full=False, more=more)
