"""A code that takes one seat, once: for somebody who has no name here yet."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from games.errors import (
    AlreadySeated,
    LinkExpired,
    LinkUnknown,
    LinkUsed,
    MatchNotFound,
    NoLinkSeat,
    NoSuchSeat,
    NotCreator,
)
from games.link_codes import digest_of, new_code
from games.models import InvitationLink, Seat, SeatKind
from games.queries.matches import is_kept_from
from games.records import MatchRecord
from games.services.dealing import Shuffle, secure_shuffle
from games.services.offers import check_offered, take_seat
from games.services.progress import lock_match
from scopa_site.transactions import one_transaction

__all__ = ["Link", "create_link", "join_by_code"]


@dataclass(frozen=True, slots=True)
class Link:
    """A code, shown this once, the seat that it takes, and until when."""

    code: str
    seat: int
    expires_at: datetime


def create_link(
    *,
    match_id: UUID,
    player_id: int,
    seat: int | None = None,
    seconds: int | None = None,
    now: datetime,
) -> Link:
    """Make a code for a free seat of the type `link`: the one named, else the first.

    It ends with the offer, or after `seconds`. A code made before for the same seat is void.

    Raises MatchNotFound, NotCreator, MatchAlreadyStarted, MatchCancelled, OfferExpired, NoSuchSeat,
    NoLinkSeat.
    """
    with one_transaction():
        record = lock_match(match_id)
        if not record.is_visible_to(player_id) or is_kept_from(record, player_id):
            raise MatchNotFound
        if record.match.creator_id != player_id:
            raise NotCreator
        check_offered(record, now=now)
        chosen = _link_seat(record, seat)
        InvitationLink.objects.filter(match=record.match, seat=chosen.index, used_at=None).delete()
        code = new_code()
        link = InvitationLink.objects.create(
            match=record.match,
            seat=chosen.index,
            digest=digest_of(code),
            created_at=now,
            expires_at=_end(record, seconds, now),
        )
    return Link(code=code, seat=link.seat, expires_at=link.expires_at)


def join_by_code(
    *, code: str, player_id: int, now: datetime, shuffle: Shuffle = secure_shuffle
) -> MatchRecord:
    """Take the seat of a code; the last seat taken deals. Sent again, it answers alike.

    Raises LinkUnknown (also where somebody at the table is blocked), LinkUsed, LinkExpired,
    MatchCancelled, OfferExpired, AlreadySeated, TooManyOpenMatches.
    """
    digest = digest_of(code)
    found = InvitationLink.objects.filter(digest=digest).values_list("match__public_id", flat=True)
    match_id = found.first()
    if match_id is None:
        raise LinkUnknown
    with one_transaction():
        record = lock_match(match_id)
        # Read again: only now nobody else can use it, or make another in its place.
        link = InvitationLink.objects.filter(digest=digest).first()
        if link is None or is_kept_from(record, player_id):
            raise LinkUnknown
        seat = record.seats[link.seat]
        if link.used_at is not None:
            if seat.player_id != player_id:
                raise LinkUsed
            return record
        _check_usable(record, link, player_id, now)
        link.used_at = now
        link.save(update_fields=["used_at"])
        return take_seat(record, seat, player_id, shuffle=shuffle, now=now)


def _check_usable(record: MatchRecord, link: InvitationLink, player_id: int, now: datetime) -> None:
    held = record.seat_of(player_id)
    if held is not None:
        raise AlreadySeated(seat=held.index)
    check_offered(record, now=now)
    if link.expires_at <= now:
        raise LinkExpired


def _link_seat(record: MatchRecord, wanted: int | None) -> Seat:
    if wanted is not None and not 0 <= wanted < len(record.seats):
        raise NoSuchSeat(last=len(record.seats) - 1)
    for seat in record.seats:
        is_free = seat.kind == SeatKind.OPEN and seat.by_link
        if is_free and wanted in {None, seat.index}:
            return seat
    raise NoLinkSeat


def _end(record: MatchRecord, seconds: int | None, now: datetime) -> datetime:
    ends = [] if seconds is None else [now + timedelta(seconds=seconds)]
    if record.match.offer_expires_at is not None:
        ends.append(record.match.offer_expires_at)
    return min(ends)
