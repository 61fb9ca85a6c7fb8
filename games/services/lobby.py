"""Before the first deal: create a match, or join one."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from games.clock import DEFAULT_CLOCK
from games.errors import AlreadySeated, MatchNotFound, NoSuchSeat, SeatTaken
from games.models import MatchStatus, Seat, SeatKind, SeatStatus, Talk
from games.queries.matches import is_kept_from
from games.records import MatchRecord
from games.services.bands import check_rating, refuse_outsider
from games.services.dealing import Shuffle, secure_shuffle
from games.services.offers import check_offered, open_offer, take_seat
from games.services.progress import lock_match
from games.services.seating import SeatRequest, planned_seats
from games.services.terms import OFFER_LASTS, Table, Terms, agreed
from players.queries.worlds import world_of
from scopa_site.integrity import translating
from scopa_site.transactions import one_transaction

__all__ = ["create_match", "join_match"]


def create_match(
    *,
    creator_id: int,
    preset: str,
    overrides: Mapping[str, object],
    seats: Sequence[SeatRequest],
    clock: str = DEFAULT_CLOCK,
    clock_overrides: Mapping[str, object] | None = None,
    rated: bool = False,
    auto_play_forced: bool = True,
    talk: str = Talk.REACTIONS,
    rating_min: int | None = None,
    rating_max: int | None = None,
    offer_seconds: int = int(OFFER_LASTS.total_seconds()),
    now: datetime,
    shuffle: Shuffle = secure_shuffle,
) -> MatchRecord:
    """Offer a match, or deal it at once when every seat is filled.

    It expires after `offer_seconds` if its seats are not taken. Its open seats are for ratings from
    `rating_min` to `rating_max`, among which is that of a creator who plays.

    Raises UnknownPreset, InvalidRules, UnknownClock, InvalidClock, CannotBeRated, InvalidSeats,
    InvalidRatingBand, RatingOutOfBand, TooManyOpenMatches; then nothing is stored.
    """
    table = Table(
        *(preset, overrides, clock, clock_overrides or {}, rated, auto_play_forced, talk),
        rating_min=rating_min,
        rating_max=rating_max,
    )
    terms = agreed(table)
    planned = planned_seats(seats, rules=terms.rules, creator_id=creator_id)
    with one_transaction():
        if any(seat.player_id == creator_id for seat in planned):
            check_rating(creator_id, terms.family, rating_min, rating_max)
        world_id = world_of(creator_id)
        return open_offer(
            terms,
            planned,
            creator_id=creator_id,
            world_id=world_id,
            expires_at=now + timedelta(seconds=offer_seconds),
            pool=_pool(terms, planned, world_id),
            shuffle=shuffle,
            now=now,
        )


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
    OfferExpired, AlreadySeated, SeatTaken, RatingOutOfBand, TooManyOpenMatches.
    """
    seat_taken = {"one_seat_per_player": lambda: AlreadySeated(seat=seat)}
    with translating(Seat, seat_taken), one_transaction():
        record = lock_match(match_id)
        _check_joinable(record, player_id, seat, now)
        chosen = _chosen_seat(record, player_id, seat)
        if chosen.kind == SeatKind.OPEN:
            refuse_outsider(record, player_id)
        return take_seat(record, chosen, player_id, shuffle=shuffle, now=now)


def _pool(terms: Terms, seats: Sequence[Seat], world_id: int | None) -> str:
    """Name the pool in which a quick match may find this one: only strangers are still to come."""
    free = [seat for seat in seats if seat.was_open]
    seated = [
        seat for seat in seats if seat.status == SeatStatus.JOINED and seat.kind != SeatKind.AI
    ]
    return terms.pool_in(world_id) if free and len(free) + len(seated) == len(seats) else ""


def _check_joinable(record: MatchRecord, player_id: int, seat: int | None, now: datetime) -> None:
    """Refuse who cannot join. Whoever comes too late to a public offer hears so, not a 404."""
    public = any(each.was_open for each in record.seats)
    if not public and not record.is_visible_to(player_id):
        raise MatchNotFound
    if is_kept_from(record, player_id):
        raise MatchNotFound
    held = record.seat_of(player_id)
    if held is not None and (held.status != SeatStatus.INVITED or seat not in {None, held.index}):
        raise AlreadySeated(seat=held.index)
    if record.match.status in {MatchStatus.OFFERED, MatchStatus.CANCELLED, MatchStatus.EXPIRED}:
        check_offered(record, now=now)
    if seat is not None and not 0 <= seat < len(record.seats):
        raise NoSuchSeat(last=len(record.seats) - 1)


def _chosen_seat(record: MatchRecord, player_id: int, wanted: int | None) -> Seat:
    held = record.seat_of(player_id)
    free = [each for each in record.seats if each.kind == SeatKind.OPEN and not each.by_link]
    choices = [held] if held is not None else free
    if wanted is not None:
        choices = [each for each in choices if each.index == wanted]
    if not choices:
        raise SeatTaken
    return choices[0]
