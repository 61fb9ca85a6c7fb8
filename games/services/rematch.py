"""The same table once more."""

from datetime import datetime
from uuid import UUID

from games import engine
from games.errors import MatchNotFinished, MatchNotFound, NoRematch, NotSeated
from games.models import Match, MatchStatus, Seat, SeatKind, SeatStatus
from games.records import MatchRecord
from games.services import news
from games.services.dealing import Shuffle, secure_shuffle
from games.services.offers import is_over, open_offer, take_seat
from games.services.progress import lock_match
from games.services.terms import OFFER_LASTS, terms_of
from players.queries import is_anybody_shut_out
from players.queries.ties import blocked_with
from players.services import lock_feeds
from scopa_site.transactions import one_transaction

__all__ = ["ask_rematch"]


def ask_rematch(
    *, match_id: UUID, player_id: int, now: datetime, shuffle: Shuffle = secure_shuffle
) -> MatchRecord:
    """Offer the others of a finished match another one, or accept theirs; one for each match.

    Same rules, clock and computers; the seats move round by one. Asked again, by anyone at the
    table, it is the same match, whatever became of it.

    Raises MatchNotFound, NotSeated, MatchNotFinished, NoRematch, TooManyOpenMatches.
    """
    with one_transaction():
        record = lock_match(match_id)  # whoever else asks waits here
        if not record.is_visible_to(player_id):
            raise MatchNotFound
        if record.seat_of(player_id) is None:
            raise NotSeated
        if record.match.status != MatchStatus.FINISHED:
            raise MatchNotFinished
        made = Match.objects.filter(rematch_of=record.match).values_list("public_id", flat=True)
        rematch_id = made.first()
        if rematch_id is not None:
            return _accepted(rematch_id, player_id, shuffle, now)
        return _offered(record, player_id, shuffle, now)


def _accepted(rematch_id: UUID, player_id: int, shuffle: Shuffle, now: datetime) -> MatchRecord:
    record = lock_match(rematch_id)
    seat = record.seat_of(player_id)
    stands = record.match.status == MatchStatus.OFFERED and not is_over(record.match, now=now)
    if seat is None or seat.status != SeatStatus.INVITED or not stands:
        return record
    return take_seat(record, seat, player_id, shuffle=shuffle, now=now)


def _offered(record: MatchRecord, player_id: int, shuffle: Shuffle, now: datetime) -> MatchRecord:
    people = {seat.player_id for seat in record.seats if seat.player_id is not None}
    # An erasure takes the same locks: it finds the new seat and begins again, or is seen here.
    lock_feeds(people)
    if is_anybody_shut_out(people) or not people.isdisjoint(blocked_with(player_id)):
        raise NoRematch
    terms = terms_of(record.match)
    rematch = open_offer(
        terms,
        _rotated(record, player_id, terms.rules),
        creator_id=player_id,
        world_id=record.match.world_id,
        expires_at=now + OFFER_LASTS,
        rematch_of=record.match,
        shuffle=shuffle,
        now=now,
    )
    data = {"rematch": str(rematch.match.public_id)}
    news.tell(record, "match.rematch", data, now=now, by=player_id)
    return rematch


def _rotated(record: MatchRecord, asker_id: int, rules: engine.RuleSet) -> list[Seat]:
    """Let everybody move to the next seat; partners stay partners."""
    seats = []
    for index in range(len(record.seats)):
        held = record.seats[index - 1]
        joined = held.kind == SeatKind.AI or held.player_id == asker_id
        seats.append(
            Seat(
                index=index,
                side=engine.side_of(rules, index),
                kind=held.kind,
                status=SeatStatus.JOINED if joined else SeatStatus.INVITED,
                player_id=held.player_id,
                level=held.level,
            )
        )
    return seats
