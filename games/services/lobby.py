"""Before the first deal: create, join, decline; and call off."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from games import engine
from games.errors import (
    AlreadySeated,
    MatchAlreadyStarted,
    MatchCancelled,
    MatchFinished,
    MatchNotFound,
    NoSuchSeat,
    NotCreator,
    NotInvited,
    SeatTaken,
)
from games.models import Match, MatchStatus, Seat, SeatKind, SeatStatus
from games.queries import seats_of
from games.records import MatchRecord
from games.rule_choice import rules_asked_for
from games.services.dealing import Shuffle, draw_first_dealer, secure_shuffle
from games.services.progress import lock_match, write_start, write_stop
from games.services.seating import SeatRequest, planned_seats
from scopa_site.integrity import translating

__all__ = ["cancel_match", "create_match", "decline_match", "join_match"]


def create_match(
    *,
    creator_id: int,
    preset: str,
    overrides: Mapping[str, object],
    seats: Sequence[SeatRequest],
    now: datetime,
    shuffle: Shuffle = secure_shuffle,
) -> MatchRecord:
    """Offer a match, or deal it at once when every seat is filled.

    Raises UnknownPreset, InvalidRules, InvalidSeats; then nothing is stored.
    """
    rules = rules_asked_for(preset, overrides)
    planned = planned_seats(seats, rules=rules, creator_id=creator_id)
    with transaction.atomic(durable=True):
        match = Match.objects.create(
            creator_id=creator_id,
            preset=preset,
            rules=engine.encode_rules(rules),
            engine_version=engine.ENGINE_VERSION,
            created_at=now,
            updated_at=now,
        )
        for seat in planned:
            seat.match = match
        Seat.objects.bulk_create(planned)
        record = MatchRecord(match=match, seats=tuple(planned), state=None)
        _start_if_full(record, shuffle=shuffle, now=now)
    return record


def join_match(
    *,
    match_id: UUID,
    player_id: int,
    seat: int | None = None,
    now: datetime,
    shuffle: Shuffle = secure_shuffle,
) -> MatchRecord:
    """Take a seat: the one named, else the player's invitation, else the first open one.

    The last seat taken deals the first deal. Raises MatchNotFound, NoSuchSeat, MatchCancelled,
    AlreadySeated, SeatTaken.
    """
    seat_taken = {"one_seat_per_player": lambda: AlreadySeated(seat=seat)}
    with translating(Seat, seat_taken), transaction.atomic(durable=True):
        record = lock_match(match_id)
        _check_joinable(record, player_id, seat)
        _chosen_seat(record, player_id, seat).give_to(player_id)
        record = MatchRecord(record.match, seats_of(record.match), record.state)
        _start_if_full(record, shuffle=shuffle, now=now)
    return record


def decline_match(*, match_id: UUID, player_id: int, now: datetime) -> MatchRecord:
    """Refuse an invitation, also one accepted before; or give back an open seat.

    A refused invitation calls the match off: the table asked for cannot come about.

    Raises MatchNotFound, MatchAlreadyStarted, MatchCancelled, NotInvited.
    """
    with transaction.atomic(durable=True):
        record = lock_match(match_id)
        _check_visible(record, player_id)
        _check_offered(record)
        seat = record.seat_of(player_id)
        own_table = record.match.creator_id == player_id
        if seat is None or (own_table and not seat.was_open):
            raise NotInvited
        if seat.was_open:
            seat.reopen()
        else:
            seat.mark(SeatStatus.DECLINED)
            record.match.cancel(now=now)
    return record


def cancel_match(*, match_id: UUID, player_id: int, now: datetime) -> MatchRecord:
    """Call off a match that has not begun, or in which only computers play.

    Raises MatchNotFound, NotCreator, MatchAlreadyStarted, MatchCancelled, MatchFinished.
    """
    with transaction.atomic(durable=True):
        record = lock_match(match_id)
        _check_visible(record, player_id)
        if record.match.creator_id != player_id:
            raise NotCreator
        if record.match.status == MatchStatus.FINISHED:
            raise MatchFinished
        if record.is_played_by_ais:
            write_stop(record, now=now)
        else:
            _check_offered(record)
            record.match.cancel(now=now)
    return record


def _start_if_full(record: MatchRecord, *, shuffle: Shuffle, now: datetime) -> None:
    if not all(seat.is_filled for seat in record.seats):
        return
    rules = engine.decode_rules(record.match.rules)
    state = engine.new_match(rules, draw_first_dealer(rules))
    write_start(record, state, shuffle=shuffle, now=now)


def _check_visible(record: MatchRecord, player_id: int) -> None:
    if not record.is_visible_to(player_id):
        raise MatchNotFound


def _check_offered(record: MatchRecord) -> None:
    if record.match.status == MatchStatus.CANCELLED:
        raise MatchCancelled
    if record.match.status != MatchStatus.OFFERED:
        raise MatchAlreadyStarted


def _check_joinable(record: MatchRecord, player_id: int, seat: int | None) -> None:
    """Refuse who cannot join. Whoever comes too late to a public offer hears so, not a 404."""
    public = any(each.was_open for each in record.seats)
    if not public and not record.is_visible_to(player_id):
        raise MatchNotFound
    held = record.seat_of(player_id)
    if held is not None and (held.status != SeatStatus.INVITED or seat not in {None, held.index}):
        raise AlreadySeated(seat=held.index)
    if record.match.status == MatchStatus.CANCELLED:
        raise MatchCancelled
    if seat is not None and not 0 <= seat < len(record.seats):
        raise NoSuchSeat(last=len(record.seats) - 1)


def _chosen_seat(record: MatchRecord, player_id: int, wanted: int | None) -> Seat:
    held = record.seat_of(player_id)
    free = [each for each in record.seats if each.kind == SeatKind.OPEN]
    choices = [held] if held is not None else free
    if wanted is not None:
        choices = [each for each in choices if each.index == wanted]
    if not choices:
        raise SeatTaken
    return choices[0]
