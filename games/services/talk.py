"""What may be said at a table. Scopa forbids talk and signs, and so does the server.

While cards are hidden, nothing is said between partners, and to the others only phrases from a
closed list. Free text is for when the match is over. A table can only be stricter.
"""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from games.errors import MatchCancelled, MatchNotStarted, NotSeated, TableIsSilent, TalkNotNow
from games.models import MatchStatus, Remark, RemarkKind, Seat, Talk
from games.queries import get_match, seats_that_hear
from games.queries.live import live_match_keys
from games.records import MatchRecord
from games.services import news
from games.set_phrases import REACTIONS
from scopa_site.transactions import one_transaction

__all__ = ["check_write", "react", "write_message"]

_CALLED_OFF = {MatchStatus.CANCELLED, MatchStatus.EXPIRED}


def react(*, match_id: UUID, player_id: int, phrase: str, now: datetime) -> Remark:
    """Say a phrase of REACTIONS: to the other side, or to all once the match is over.

    Whoever muted or blocked the speaker, or is blocked, does not hear it; nobody is told so.

    Raises MatchNotFound, NotSeated, MatchNotStarted, MatchCancelled, TableIsSilent; KeyError for a
    phrase that is not in the list.
    """
    slug = REACTIONS[phrase].slug
    with one_transaction():
        record, speaker = _at_the_table(match_id, player_id)
        is_hidden = record.match.status == MatchStatus.ACTIVE
        if is_hidden and record.match.talk == Talk.SILENT:
            raise TableIsSilent
        near = [seat for seat in record.seats if not (is_hidden and seat.side == speaker.side)]
        remark = _kept(record, speaker, near, RemarkKind.REACTION, slug, now)
        _tell(record, remark, {"seat": speaker.index, "phrase": slug}, now)
    return remark


def write_message(*, match_id: UUID, player_id: int, text: str, now: datetime) -> Remark:
    """Write to the table when the match is over. The event does not hold the text.

    Raises MatchNotFound, NotSeated, MatchNotStarted, MatchCancelled, TalkNotNow.
    """
    with one_transaction():
        record, speaker = _at_the_table(match_id, player_id)
        check_write(record, player_id)
        remark = _kept(record, speaker, record.seats, RemarkKind.MESSAGE, text, now)
        _tell(record, remark, {"seat": speaker.index}, now)
    return remark


def check_write(record: MatchRecord, player_id: int) -> None:
    """Refuse free text while cards are hidden from anybody who would read it.

    That is so at this table, and at any other where the writer sits with one of this one: what is
    forbidden there must not be said here.
    """
    if record.match.status != MatchStatus.FINISHED:
        raise TalkNotNow
    people = {seat.player_id for seat in record.seats if seat.player_id is not None}
    others = people - {player_id}
    met = Seat.objects.filter(match_id__in=live_match_keys(player_id), player_id__in=others)
    if met.filter(match__status=MatchStatus.ACTIVE).exists():
        raise TalkNotNow


def _at_the_table(match_id: UUID, player_id: int) -> tuple[MatchRecord, Seat]:
    """Find the speaker. No lock: a match that is over stays so, and till then less may be said."""
    record = get_match(match_id=match_id, viewer_id=player_id)
    speaker = record.seat_of(player_id)
    if speaker is None:
        raise NotSeated
    if record.match.status in _CALLED_OFF:
        raise MatchCancelled
    if record.match.status == MatchStatus.OFFERED:
        raise MatchNotStarted
    return record, speaker


def _kept(
    record: MatchRecord,
    speaker: Seat,
    near: Iterable[Seat],
    kind: RemarkKind,
    text: str,
    now: datetime,
) -> Remark:
    return Remark.objects.create(
        match=record.match,
        seat=speaker.index,
        kind=kind,
        text=text,
        heard_by=[seat.index for seat in seats_that_hear(speaker, near)],
        at=now,
    )


def _tell(record: MatchRecord, remark: Remark, data: dict[str, object], now: datetime) -> None:
    """Tell who hears it, and the speaker's other devices."""
    seats = [record.seats[index] for index in sorted({*remark.heard_by, remark.seat})]
    news.tell(record, f"match.{remark.kind}", data, now=now, to=seats)
