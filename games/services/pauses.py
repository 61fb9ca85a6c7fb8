"""Pauses: asked for by one, agreed to by every other person at the table, within a budget.

A pause is an overlay: the match stays active, and the running turn has a stop until its end. The
end is an instant, so that nothing need happen for a pause to be over.
"""

from datetime import datetime, timedelta
from uuid import UUID

from games.models import CLOCK_FIELDS, AskedPause, LogLine, PauseRequest, Seat
from games.records import MatchRecord
from games.services import news, turns
from games.services.pause_checks import (
    check_accept,
    check_ask,
    check_refuse,
    check_resume,
    check_seconds,
    others_to_agree,
)
from games.services.progress import lock_match
from scopa_site.transactions import one_transaction

__all__ = ["accept_pause", "ask_pause", "refuse_pause", "resume_match"]


def ask_pause(*, match_id: UUID, player_id: int, seconds: int, now: datetime) -> MatchRecord:
    """Ask for a pause; it begins at once where no other person sits at the table.

    Raises MatchNotFound, NotSeated, MatchNotStarted, MatchCancelled, MatchFinished,
    SeatHandedOver, NoPausesLeft, AlreadyPaused, PauseAlreadyAsked, InvalidPause.
    """
    with one_transaction():
        record = lock_match(match_id)
        seat = check_ask(record, player_id, now)
        check_seconds(record, seconds)
        request = PauseRequest.objects.create(
            match=record.match, seat=seat.index, seconds=seconds, made_at=now
        )
        seat.asks_pause = AskedPause(seconds)
        _write_line(record, "pause_asked", seat, now, seconds=seconds)
        if others_to_agree(record, seat):
            record.match.touch(now=now)
            data = {"version": record.match.version, "seat": seat.index, "seconds": seconds}
            news.tell(record, "match.pause_requested", data, now=now, by=player_id)
        else:
            _begin(record, request, now)
    return record


def accept_pause(*, match_id: UUID, player_id: int, now: datetime) -> MatchRecord:
    """Agree to the pause that another asks for; it begins once everybody has.

    Raises MatchNotFound, NotSeated, MatchNotStarted, MatchCancelled, MatchFinished,
    SeatHandedOver, NoPauseAsked, AlreadyAgreed.
    """
    with one_transaction():
        record = lock_match(match_id)
        seat = check_accept(record, player_id)
        request = _open_request(record)
        request.agreed = [*request.agreed, seat.index]
        request.save(update_fields=["agreed"])
        asker = record.seats[request.seat]
        asker.asks_pause = AskedPause(request.seconds, tuple(request.agreed))
        if others_to_agree(record, asker):
            record.match.touch(now=now)
            _tell(record, "match.pause_accepted", now, seat=seat.index)
        else:
            _begin(record, request, now)
    return record


def refuse_pause(*, match_id: UUID, player_id: int, now: datetime) -> MatchRecord:
    """Refuse the pause that another asks for, or take back one's own request.

    Raises MatchNotFound, NotSeated, MatchNotStarted, MatchCancelled, MatchFinished,
    SeatHandedOver, NoPauseAsked.
    """
    with one_transaction():
        record = lock_match(match_id)
        seat = check_refuse(record, player_id)
        request = _open_request(record)
        answer = "withdrawn" if request.seat == seat.index else "refused"
        _close(record, request, answer, now)
        _write_line(record, f"pause_{answer}", seat, now)
        record.match.touch(now=now)
        _tell(record, "match.pause_refused", now, seat=seat.index, answer=answer)
    return record


def resume_match(*, match_id: UUID, player_id: int, now: datetime) -> MatchRecord:
    """End a pause before its time; anyone at the table may.

    Raises MatchNotFound, NotSeated, MatchNotStarted, MatchCancelled, MatchFinished,
    SeatHandedOver, NotPaused.
    """
    with one_transaction():
        record = lock_match(match_id)
        seat = check_resume(record, player_id, now)
        match = record.match
        if match.paused_until is not None:
            turns.cut_stop(record, until=match.paused_until, now=now)
        match.paused_until = None
        match.touch(*CLOCK_FIELDS, now=now)
        _write_line(record, "pause_ended", seat, now)
        _tell(record, "match.resumed", now, deadline_at=news.moment(match.deadline_at))
    return record


def _begin(record: MatchRecord, request: PauseRequest, now: datetime) -> None:
    """Stop the clock. It costs the pause of whoever asked, however soon it is ended."""
    match, asker = record.match, record.seats[request.seat]
    until = now + timedelta(seconds=request.seconds)
    _close(record, request, "agreed", now)
    asker.pauses_left -= 1
    asker.save(update_fields=["pauses_left"])
    match.paused_until = until
    turns.add_stop(record, since=now, until=until)
    match.touch(*CLOCK_FIELDS, now=now)
    _write_line(record, "pause_began", asker, now, until=news.moment(until))
    _tell(
        record,
        "match.paused",
        now,
        seat=asker.index,
        paused_until=news.moment(until),
        deadline_at=news.moment(match.deadline_at),
    )


def _open_request(record: MatchRecord) -> PauseRequest:
    return PauseRequest.objects.get(match=record.match, closed_at=None)


def _close(record: MatchRecord, request: PauseRequest, answer: str, now: datetime) -> None:
    request.closed_at, request.answer = now, answer
    request.save(update_fields=["closed_at", "answer"])
    record.seats[request.seat].asks_pause = None


def _write_line(record: MatchRecord, kind: str, seat: Seat, now: datetime, **data: object) -> None:
    LogLine.objects.create(
        match=record.match, at=now, ply=record.match.ply, kind=kind, seat=seat.index, data=data
    )


def _tell(record: MatchRecord, kind: str, now: datetime, **data: object) -> None:
    news.tell(record, kind, {"version": record.match.version, **data}, now=now)
