"""What the end of a match does to ratings, and what takes it back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from games import engine
from games.models import MatchStatus, RatingNote, SeatKind
from games.models.statements import locked_match_row
from games.queries import record_of
from games.rating_families import family_of
from games.records import MatchRecord
from games.services import news
from players.queries import is_counted
from players.services import SeatResult, annul_result, record_result
from scopa_site.outbox.effects import owe
from scopa_site.transactions import one_transaction

__all__ = ["ANNULLED", "annul_rating", "bring_about", "let_count", "note_guests", "owe_annulment"]

ANNULLED: Final = "games.rating_annulled"


def note_guests(record: MatchRecord) -> None:
    """Write down, before a match that is dealt is written, that it does not count with a guest.

    Who has no account can be somebody new every day. Decided before the first card, and for good:
    who is to win must not choose it by making an account. In a sandbox all are guests, and count.
    """
    match = record.match
    if match.world_id is not None:
        return
    guests = any(seat.player is not None and seat.player.is_guest for seat in record.seats)
    if match.rated and guests and not match.rating_note:
        match.rating_note = RatingNote.GUEST


def let_count(record: MatchRecord, *, now: datetime) -> None:
    """Let a match count that is over, if it is rated, and do nothing otherwise.

    The caller holds the row lock, and has told of the end: feeds are locked before ratings.
    """
    match = record.match
    if match.status != MatchStatus.FINISHED:
        return
    if (match.rated and not match.rating_note) or _is_among_levels(record):
        state = _state(record)
        family = family_of(state.rules)
        record_result(
            match=match.public_id,
            family=family.slug,
            system=family.system,
            seats=_seats(record, state),
            now=now,
        )


def owe_annulment(match_id: UUID, *, now: datetime) -> None:
    """Have the rating of a match annulled, in a transaction of its own.

    The tables of a player's other matches must not be locked while this one is.
    """
    owe(
        topic=ANNULLED,
        dedupe_key=f"{ANNULLED}:{match_id}",
        payload={"match_id": str(match_id)},
        now=now,
    )


def bring_about(payload: Mapping[str, Any], now: datetime) -> None:
    """Annul a rating in an effect."""
    because = RatingNote.SERIAL_TIMEOUT
    annul_rating(match_id=UUID(payload["match_id"]), because=because, now=now)


def annul_rating(*, match_id: UUID, because: RatingNote, now: datetime) -> bool:
    """Take back what a match did to ratings; False where it has done nothing.

    The table is told, and the match has a new version.
    """
    with one_transaction():
        match = locked_match_row(match_id)
        if match is None or not is_counted(match_id):
            return False
        record = record_of(match)
        match.rating_note = match.rating_note or because
        match.touch("rating_note", now=now)
        data = {"version": match.version, "because": match.rating_note}
        news.tell(record, "match.rating_annulled", data, now=now)
        return annul_result(match=match_id, now=now)


def _is_among_levels(record: MatchRecord) -> bool:
    """Tell whether levels of the computer met one another: none of them twice, and no person."""
    levels = {seat.level for seat in record.seats if seat.kind == SeatKind.AI}
    return len(levels) == len(record.seats) and record.match.world_id is None


def _seats(record: MatchRecord, state: engine.MatchState) -> list[SeatResult]:
    places = _places(record, state)
    return [
        SeatResult(
            seat=seat.index,
            side=seat.side,
            place=places[seat.side],
            player_id=seat.player_id,
            level=seat.level,
        )
        for seat in record.seats
    ]


def _places(record: MatchRecord, state: engine.MatchState) -> dict[int, int]:
    """Give each side its place: who won, then by points; whoever ended the match by leaving last.

    Equal points are an equal place.
    """
    outcome, rules = state.outcome, state.rules.match
    assert outcome is not None, "a match that is over has one"  # noqa: S101 - for the types
    merits = [points if rules.objective == "win" else -points for points in outcome.score]
    left = record.match.ended_by_seat
    leaver = None if left is None else record.seats[left].side
    stayed = [merit for side, merit in enumerate(merits) if side != leaver]

    def behind(side: int) -> tuple[bool, bool, int]:
        if outcome.winner_side is None:  # a lead that is too small is none
            leads = side != leaver and max(stayed) - merits[side] < rules.margin
        else:
            leads = side == outcome.winner_side
        return (False, False, 0) if leads else (True, side == leaver, -merits[side])

    order = sorted({behind(side) for side in range(len(merits))})
    return {side: order.index(behind(side)) + 1 for side in range(len(merits))}


def _state(record: MatchRecord) -> engine.MatchState:
    assert record.state is not None, "a match that is over was played"  # noqa: S101
    return record.state
