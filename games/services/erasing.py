"""Take a player out of matches who is about to be erased. The others' matches stay as they were."""

from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef

from games.errors import MatchCancelled, MatchFinished, MatchNotFound, OfferExpired, SeatHandedOver
from games.models import Holiday, Match, MatchStatus, Plan, Remark, RemarkKind, Seat, SeatStatus
from games.queries import record_of
from games.queries.live import live_match_keys, live_seats_of
from games.services.leaving import resign_match
from games.services.offers import cancel_match, decline_match, expire_offer
from scopa_site.errors import DomainError

__all__ = ["StillPlaying", "erase_traces", "leave_matches"]

# Somebody was faster: the match is over, or the seat is given up.
_LEFT_ALREADY: tuple[type[DomainError], ...] = (
    MatchCancelled,
    MatchFinished,
    MatchNotFound,
    SeatHandedOver,
)


class StillPlaying(Exception):
    """Raised when a player who is to be erased has come to a seat meanwhile: begin again."""


def leave_matches(player_id: int, now: datetime) -> None:
    """Give up every match that a player plays, and call off or refuse every offer.

    Each in a transaction of its own. Where a partner plays on, the computer takes the seat.
    """
    keys = live_match_keys(player_id, created=True)
    for match_id in Match.objects.filter(pk__in=keys).values_list("public_id", flat=True):
        try:
            _leave(match_id, player_id, now)
        except OfferExpired:
            expire_offer(match_id=match_id, now=now)
        except _LEFT_ALREADY:
            continue


def erase_traces(player_id: int, now: datetime) -> None:
    """Delete or blank what the player wrote, planned and took, within the transaction.

    Moves, results and ids stay: without them the others' matches would be no matches. Raises
    StillPlaying.
    """
    if live_seats_of(player_id).exclude(status=SeatStatus.RESIGNED).exists():
        raise StillPlaying(f"player {player_id}")
    seats = Seat.objects.filter(player_id=player_id)
    own = Exists(seats.filter(match=OuterRef("match"), index=OuterRef("seat")))
    matches = list(seats.filter(has_plan=True).values_list("match_id", flat=True))
    Plan.objects.filter(own, match__in=matches).delete()
    seats.filter(has_plan=True).update(has_plan=False)
    seats.exclude(zone="UTC").update(zone="UTC")
    written = Remark.objects.filter(own, kind=RemarkKind.MESSAGE)
    written.exclude(text="").update(text="")
    Holiday.objects.filter(player_id=player_id).delete()


def _leave(match_id: UUID, player_id: int, now: datetime) -> None:
    match = Match.objects.get(public_id=match_id)
    record = record_of(match)
    seat = record.seat_of(player_id)
    if match.status == MatchStatus.ACTIVE and seat is not None:
        if seat.status != SeatStatus.RESIGNED:
            resign_match(match_id=match_id, player_id=player_id, now=now)
    elif match.creator_id == player_id:
        if match.status == MatchStatus.OFFERED or record.is_played_by_ais:
            cancel_match(match_id=match_id, player_id=player_id, now=now)
    elif seat is not None:
        decline_match(match_id=match_id, player_id=player_id, now=now)
