"""Who may ask for a pause, answer, or end one; each says so before anything is changed.

They look at a record alone, so that the list of allowed actions can ask them too.
"""

from datetime import datetime
from typing import Final

from games.errors import (
    AlreadyAgreed,
    AlreadyPaused,
    InvalidPause,
    NoPauseAsked,
    NoPausesLeft,
    NotPaused,
    PauseAlreadyAsked,
    SeatHandedOver,
)
from games.models import Seat
from games.records import MatchRecord
from games.services.play import PersonActor, open_state, seat_of_actor

__all__ = [
    "LEAST_SECONDS",
    "asker_of_pause",
    "check_accept",
    "check_ask",
    "check_refuse",
    "check_resume",
    "check_seconds",
    "is_paused",
    "others_to_agree",
    "seat_in_play",
]

LEAST_SECONDS: Final = 60


def seat_in_play(record: MatchRecord, player_id: int) -> Seat:
    """Give the seat for which the player may act now.

    Raises MatchNotFound, NotSeated, MatchNotStarted, MatchCancelled, MatchFinished, SeatHandedOver.
    """
    seat = seat_of_actor(record, PersonActor(player_id))
    open_state(record)
    if not seat.is_played_by_person:
        raise SeatHandedOver
    return seat


def check_ask(record: MatchRecord, player_id: int, now: datetime) -> Seat:
    """Raises as seat_in_play does, and AlreadyPaused, PauseAlreadyAsked, NoPausesLeft."""
    seat = seat_in_play(record, player_id)
    if is_paused(record, now):
        raise AlreadyPaused
    if asker_of_pause(record) is not None:
        raise PauseAlreadyAsked
    if seat.pauses_left < 1:
        raise NoPausesLeft
    return seat


def check_seconds(record: MatchRecord, seconds: int) -> None:
    """Raise InvalidPause for a length that the clock of the match does not allow."""
    most = record.match.clock.pause_max_s
    if not LEAST_SECONDS <= seconds <= most:
        raise InvalidPause(least=LEAST_SECONDS, most=most)


def check_accept(record: MatchRecord, player_id: int) -> Seat:
    """Raises as seat_in_play does, and NoPauseAsked, AlreadyAgreed."""
    seat = seat_in_play(record, player_id)
    asker = asker_of_pause(record)
    if asker is None:
        raise NoPauseAsked
    if seat not in others_to_agree(record, asker):
        raise AlreadyAgreed
    return seat


def check_refuse(record: MatchRecord, player_id: int) -> Seat:
    """Raises as seat_in_play does, and NoPauseAsked."""
    seat = seat_in_play(record, player_id)
    if asker_of_pause(record) is None:
        raise NoPauseAsked
    return seat


def check_resume(record: MatchRecord, player_id: int, now: datetime) -> Seat:
    """Raises as seat_in_play does, and NotPaused."""
    seat = seat_in_play(record, player_id)
    if not is_paused(record, now):
        raise NotPaused
    return seat


def is_paused(record: MatchRecord, now: datetime) -> bool:
    """Tell whether a pause runs."""
    until = record.match.paused_until
    return until is not None and until > now


def asker_of_pause(record: MatchRecord) -> Seat | None:
    """Give the seat whose request for a pause waits for an answer."""
    return next((seat for seat in record.seats if seat.asks_pause is not None), None)


def others_to_agree(record: MatchRecord, asker: Seat) -> list[Seat]:
    """List the people at the table who have not agreed yet. The computer always agrees."""
    agreed = () if asker.asks_pause is None else asker.asks_pause.agreed
    return [
        seat
        for seat in record.seats
        if seat.is_played_by_person and seat.index not in {asker.index, *agreed}
    ]
