"""The life of an offer: it is made, its seats are taken, it is called off, or its time is over.

What stands first here is called inside a transaction that holds the row of the match.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from games import engine
from games.errors import (
    MatchAlreadyStarted,
    MatchCancelled,
    MatchFinished,
    MatchNotFound,
    NotCreator,
    NotInvited,
    OfferExpired,
)
from games.models import InvitationLink, Match, MatchStatus, Seat, SeatKind, SeatStatus
from games.queries import OFFER_SWEEP, seats_of
from games.records import MatchRecord
from games.services import news
from games.services.dealing import Shuffle, draw_first_dealer
from games.services.leaving import call_off
from games.services.open_matches import make_room
from games.services.progress import lock_match, write_start
from games.services.sweeping import each_alone
from games.services.terms import Terms, refuse_rated_computers
from players.queries.ties import kept_apart
from scopa_site.outbox.claims import beat
from scopa_site.transactions import one_transaction

__all__ = [
    "cancel_match",
    "check_offered",
    "decline_match",
    "expire_offer",
    "open_offer",
    "sweep_offers",
    "take_seat",
]

_SWEEP_LIMIT: Final = 500


# Steps of a transaction


def open_offer(
    terms: Terms,
    seats: Sequence[Seat],
    *,
    creator_id: int,
    world_id: int | None,
    expires_at: datetime,
    shuffle: Shuffle,
    now: datetime,
    **more: Any,
) -> MatchRecord:
    """Write an offer down and tell those invited; deal it at once when every seat is filled.

    `more` are further columns of the match. Raises TooManyOpenMatches, CannotBeRated.
    """
    refuse_rated_computers(terms, seats)
    make_room(creator_id, table=[seat.player_id for seat in seats])
    match = Match.objects.create(
        creator_id=creator_id,
        world_id=world_id,
        engine_version=engine.ENGINE_VERSION,
        offer_expires_at=expires_at,
        created_at=now,
        updated_at=now,
        **terms.columns,
        **more,
    )
    for seat in seats:
        seat.match = match
    Seat.objects.bulk_create(seats)
    record = MatchRecord(match=match, seats=seats_of(match), state=None)
    if not _start_if_full(record, shuffle=shuffle, now=now):
        _tell_of_offer(record, now)
    return record


def take_seat(
    record: MatchRecord, seat: Seat, player_id: int, *, shuffle: Shuffle, now: datetime
) -> MatchRecord:
    """Give a player a free seat, or the one they are invited to; the last one taken deals.

    Whoever lives in another world, has blocked somebody at the table, or is blocked by them, finds
    no match there.

    Raises MatchNotFound, TooManyOpenMatches.
    """
    match = record.match
    there = {player_id, match.creator_id, *(each.player_id for each in record.seats)}
    if not there.isdisjoint(kept_apart(player_id, world_id=match.world_id)):
        raise MatchNotFound
    make_room(player_id, table=[each.player_id for each in record.seats], match_pk=match.pk)
    seat.give_to(player_id)
    match.touch(now=now)
    record = MatchRecord(match, seats_of(match), record.state)
    data = {"version": match.version, "seat": seat.index}
    news.tell(record, "match.joined", data, now=now, by=player_id)
    _start_if_full(record, shuffle=shuffle, now=now)
    return record


def check_offered(record: MatchRecord, *, now: datetime) -> None:
    """Refuse what can only be done to an offer that stands.

    Raises MatchCancelled, OfferExpired, MatchAlreadyStarted.
    """
    match = record.match
    if match.status == MatchStatus.CANCELLED:
        raise MatchCancelled
    if match.status == MatchStatus.EXPIRED or is_over(match, now=now):
        raise OfferExpired
    if match.status != MatchStatus.OFFERED:
        raise MatchAlreadyStarted


def is_over(match: Match, *, now: datetime) -> bool:
    """Tell whether the time of an offer is over, whether or not the sweep has come by."""
    until = match.offer_expires_at
    return match.status == MatchStatus.OFFERED and until is not None and until <= now


# Services


def decline_match(
    *, match_id: UUID, player_id: int, reason: str = "", now: datetime
) -> MatchRecord:
    """Refuse an invitation, also one accepted before; or give a seat back that was free.

    A refused invitation calls the match off: the table asked for cannot come about. `reason` is
    one of DECLINE_REASONS, or none.

    Raises MatchNotFound, MatchAlreadyStarted, MatchCancelled, OfferExpired, NotInvited.
    """
    with one_transaction():
        record = _seen(match_id, player_id)
        check_offered(record, now=now)
        match, seat = record.match, record.seat_of(player_id)
        if seat is None or (match.creator_id == player_id and not _was_free(seat)):
            raise NotInvited
        if _was_free(seat):
            match.touch(now=now)
            _tell_of_refusal(record, seat, reason, now)
            seat.reopen()
        else:
            seat.decline_reason = reason
            seat.save(update_fields=["decline_reason"])
            seat.mark(SeatStatus.DECLINED)
            match.close(MatchStatus.CANCELLED, because="declined", now=now)
            _tell_of_refusal(record, seat, reason, now)
    return record


def cancel_match(*, match_id: UUID, player_id: int, now: datetime) -> MatchRecord:
    """Call off a match that has not begun, or in which only computers play.

    Raises MatchNotFound, NotCreator, MatchAlreadyStarted, MatchCancelled, MatchFinished,
    OfferExpired.
    """
    with one_transaction():
        record = _seen(match_id, player_id)
        if record.match.creator_id != player_id:
            raise NotCreator
        if record.match.status == MatchStatus.FINISHED:
            raise MatchFinished
        if record.is_played_by_ais:
            call_off(record, "cancelled", now=now, by=player_id)
            return record
        check_offered(record, now=now)
        _close(record, MatchStatus.CANCELLED, "cancelled", now, by=player_id)
    return record


def sweep_offers(*, now: datetime) -> int:
    """Let the offers expire whose time is over; return how many. May run twice, or late."""
    due = Match.objects.filter(
        status=MatchStatus.OFFERED, world__isnull=True, offer_expires_at__lte=now
    )
    oldest = due.order_by("offer_expires_at").values_list("public_id", flat=True)
    expired = each_alone(expire_offer, oldest[:_SWEEP_LIMIT], now=now)
    beat(OFFER_SWEEP, now=now)
    return expired


def expire_offer(*, match_id: UUID, now: datetime) -> bool:
    """Let one offer expire; False when it does not have to: looked at again under the row lock."""
    with one_transaction():
        record = lock_match(match_id)
        if not is_over(record.match, now=now):
            return False
        _close(record, MatchStatus.EXPIRED, "expired", now)
    return True


def _seen(match_id: UUID, player_id: int) -> MatchRecord:
    record = lock_match(match_id)
    if not record.is_visible_to(player_id):
        raise MatchNotFound
    return record


def _was_free(seat: Seat) -> bool:
    return seat.was_open or seat.by_link


def _start_if_full(record: MatchRecord, *, shuffle: Shuffle, now: datetime) -> bool:
    if not all(seat.is_filled for seat in record.seats):
        return False
    InvitationLink.objects.filter(match=record.match, used_at=None).delete()
    rules = engine.decode_rules(record.match.rules)
    state = engine.new_match(rules, draw_first_dealer(rules))
    write_start(record, state, shuffle=shuffle, now=now)
    return True


def _close(
    record: MatchRecord,
    status: MatchStatus,
    because: str,
    now: datetime,
    *,
    by: int | None = None,
) -> None:
    match = record.match
    match.close(status, because=because, now=now)
    data = {"version": match.version, "because": because}
    news.tell(record, f"match.{status}", data, now=now, by=by)


def _tell_of_offer(record: MatchRecord, now: datetime) -> None:
    """Tell those invited, and the creator's other devices."""
    match = record.match
    for seat in record.seats:
        if seat.kind == SeatKind.PERSON:
            kind = "match.invited" if seat.status == SeatStatus.INVITED else "match.joined"
            data = {"version": match.version, "seat": seat.index}
            news.tell(record, kind, data, now=now, to=[seat], by=match.creator_id)


def _tell_of_refusal(record: MatchRecord, seat: Seat, reason: str, now: datetime) -> None:
    data = {"version": record.match.version, "seat": seat.index, "reason": reason or None}
    news.tell(record, "match.declined", data, now=now, by=seat.player_id)
