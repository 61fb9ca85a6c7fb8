"""A match at once with whoever wants the same."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from games import engine
from games.models import Match, MatchPool, MatchStatus, Seat, SeatKind, SeatStatus
from games.queries.bands import IN_BAND, offered_to, without_outsiders
from games.records import MatchRecord
from games.services.bands import are_within, check_rating
from games.services.dealing import Shuffle, secure_shuffle
from games.services.offers import is_over, open_offer, take_seat
from games.services.progress import lock_match
from games.services.terms import OFFER_LASTS, Table, Terms, agreed
from players.queries.ties import blocked_with
from players.queries.worlds import world_of
from scopa_site.transactions import one_transaction

__all__ = ["Found", "quick_match"]

_LOOKED_AT: Final = 10  # offers that may have been taken or called off since they were listed


@dataclass(frozen=True, slots=True)
class Found:
    """The match that the player sits in now. `created`: they opened it, and wait for others."""

    record: MatchRecord
    created: bool


def quick_match(
    *, player_id: int, table: Table, now: datetime, shuffle: Shuffle = secure_shuffle
) -> Found:
    """Join the oldest open match on the same terms, or open one and wait in it.

    Who waits already in such a match is answered with that one. Those who want the same look one
    after another, so that no two wait side by side.

    A band of ratings holds both ways: the player's is in that of the offer, and those who wait are
    in that of the player. Who waits already, waits with the band of then.

    Raises UnknownPreset, InvalidRules, UnknownClock, InvalidClock, CannotBeRated,
    InvalidRatingBand, RatingOutOfBand, TooManyOpenMatches.
    """
    terms = agreed(table)
    with one_transaction():
        world_id = world_of(player_id)
        pool = terms.pool_in(world_id)
        _lock_pool(pool)
        waiting = _offers(pool, now).filter(_seats(player_id)).first()
        if waiting is not None:
            return Found(lock_match(waiting.public_id), created=False)
        band = terms.family, terms.rating_min, terms.rating_max
        check_rating(player_id, *band)
        offers = without_outsiders(_offers(pool, now), *band)
        for match_id in _fitting(offers, player_id):
            record = lock_match(match_id)
            seat = _free_seat(record, now)
            if seat is not None and are_within(_seated(record), *band):
                record = take_seat(record, seat, player_id, shuffle=shuffle, now=now)
                return Found(record, created=False)
        return Found(_opened(terms, world_id, player_id, shuffle, now), created=True)


def _lock_pool(key: str) -> None:
    """Take the row that stands for these terms, until the transaction ends."""
    pool = MatchPool.objects.select_for_update().filter(pk=key)
    if not list(pool):
        MatchPool.objects.bulk_create([MatchPool(key=key)], ignore_conflicts=True)
        list(pool.all())


def _offers(pool: str, now: datetime) -> "QuerySet[Match]":
    offers = Match.objects.filter(pool=pool, status=MatchStatus.OFFERED)
    return offers.exclude(offer_expires_at__lte=now).order_by("id")


def _seats(player_id: int) -> Exists:
    return Exists(Seat.objects.filter(match=OuterRef("pk"), player_id=player_id))


def _fitting(offers: "QuerySet[Match]", player_id: int) -> list[UUID]:
    """List the oldest offers for the player's rating where nobody is blocked, either way."""
    blocked = blocked_with(player_id)
    avoided = Exists(Seat.objects.filter(match=OuterRef("pk"), player_id__in=blocked))
    fitting = offered_to(offers, player_id).filter(IN_BAND)
    fitting = fitting.exclude(avoided).exclude(creator_id__in=blocked)
    return list(fitting.values_list("public_id", flat=True)[:_LOOKED_AT])


def _seated(record: MatchRecord) -> list[int]:
    return [seat.player_id for seat in record.seats if seat.player_id is not None]


def _free_seat(record: MatchRecord, now: datetime) -> Seat | None:
    if record.match.status != MatchStatus.OFFERED or is_over(record.match, now=now):
        return None
    return next((seat for seat in record.seats if seat.kind == SeatKind.OPEN), None)


def _opened(
    terms: Terms, world_id: int | None, player_id: int, shuffle: Shuffle, now: datetime
) -> MatchRecord:
    seats = [
        Seat(
            index=index,
            side=engine.side_of(terms.rules, index),
            kind=SeatKind.OPEN,
            status=SeatStatus.OPEN,
            was_open=True,
        )
        for index in range(terms.rules.table.players)
    ]
    seats[0].kind, seats[0].status, seats[0].was_open = SeatKind.PERSON, SeatStatus.JOINED, False
    seats[0].player_id = player_id
    return open_offer(
        terms,
        seats,
        creator_id=player_id,
        world_id=world_id,
        expires_at=now + OFFER_LASTS,
        pool=terms.pool_in(world_id),
        shuffle=shuffle,
        now=now,
    )
