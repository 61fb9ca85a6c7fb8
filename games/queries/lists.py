"""Lists of matches: one's own, and those that one could join."""

from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Match, MatchStatus, Seat, SeatKind, SeatStatus
from games.queries.bands import IN_BAND, offered_to
from games.queries.live import LIVE, live_match_keys
from games.queries.own import OwnMatches
from games.queries.seated import with_seats
from players.queries.ties import blocked_with
from players.queries.worlds import in_world_of

__all__ = ["MatchSource", "list_matches", "live_matches"]

MatchSource = QuerySet[Match] | OwnMatches


def list_matches(
    *,
    viewer_id: int,
    status: str | None = None,
    awaiting_me: bool = False,
    joinable_at: datetime | None = None,
    preset: str | None = None,
    clock: str | None = None,
) -> MatchSource:
    """Select matches with their seats, newest first, to be read in pages.

    Those the viewer sits in or created; with `joinable_at` those with a seat that the viewer could
    take then: not seats that are kept for a link, nor tables with somebody blocked either way, nor
    those for other ratings.
    `awaiting_me`: those whose next move is the viewer's.
    """
    chosen = {"status": status, "preset": preset, "clock_slug": clock}
    wanted = {name: value for name, value in chosen.items() if value is not None}
    if joinable_at is not None:
        matches = _joinable(viewer_id, joinable_at)
    elif awaiting_me:
        matches = _awaiting(viewer_id)
    elif status in LIVE:
        matches = live_matches(viewer_id)
    else:
        return OwnMatches(viewer_id, wanted)
    if awaiting_me:
        matches = matches.filter(status=MatchStatus.ACTIVE)
    return with_seats(matches.filter(**wanted)).order_by("-id")


def live_matches(viewer_id: int) -> QuerySet[Match]:
    """Select the matches that are not over, of those the viewer sits in or created."""
    return Match.objects.filter(pk__in=live_match_keys(viewer_id, created=True))


def _awaiting(viewer_id: int) -> QuerySet[Match]:
    on_turn = Seat.objects.filter(
        match=OuterRef("pk"), index=OuterRef("turn_seat"), player_id=viewer_id, substitute=""
    )
    return Match.objects.filter(Exists(on_turn), pk__in=live_match_keys(viewer_id))


def _joinable(viewer_id: int, now: datetime) -> QuerySet[Match]:
    seats = Seat.objects.filter(match=OuterRef("pk"))
    free = Exists(seats.filter(kind=SeatKind.OPEN, by_link=False))
    seated = Exists(seats.filter(player_id=viewer_id))
    invited = Exists(seats.filter(player_id=viewer_id, status=SeatStatus.INVITED))
    avoided = Exists(seats.filter(player_id__in=blocked_with(viewer_id)))
    strangers = Q(free) & ~Q(seated) & ~Q(avoided) & ~Q(creator_id__in=blocked_with(viewer_id))
    offers = Match.objects.filter(in_world_of(viewer_id), status=MatchStatus.OFFERED)
    standing = offered_to(offers.exclude(offer_expires_at__lte=now), viewer_id)
    return standing.filter(Q(invited) | (strangers & IN_BAND))
