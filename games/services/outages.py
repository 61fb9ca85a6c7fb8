"""Time in which the service could not be played on is given back to the turns that ran meanwhile.

Two things must be alive: a web process, which takes moves, and the sweep of deadlines. Each leaves
a heartbeat; a gap between two beats is an outage. A credit is a stop of the running turn, and stops
that overlap count once, so it may be given twice, late, or after having been killed half way.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db.models import Max

from games.models import CLOCK_FIELDS, LogLine, Match, MatchStatus, Outage, OutageCredit
from games.queries import DEADLINE_SWEEP
from games.records import MatchRecord
from games.services import turns
from games.services.clock_news import tell_of_clock
from games.services.progress import lock_match
from scopa_site.outbox.claims import beat, last_beat
from scopa_site.transactions import one_transaction

__all__ = [
    "GAP",
    "WEB",
    "credit",
    "deadlines_are_frozen",
    "note_outages",
    "settle",
    "web_is_alive",
]

WEB: Final = "api"

# A beat that is missing for so long is no delay any more.
GAP: Final = timedelta(seconds=60)


def web_is_alive(*, now: datetime) -> None:
    """Write down that a web process takes moves; what it missed until now is an outage."""
    with one_transaction():
        _beat_of_web(now)


def note_outages(*, now: datetime) -> None:
    """Look for gaps: in the sweep's own beats, before it beats again, and in those of the web.

    An outage of the web stays open until it beats.
    """
    with one_transaction():
        _note_gap(DEADLINE_SWEEP, ended_at=now, now=now)
        _note_gap(WEB, ended_at=None, now=now)


def deadlines_are_frozen(*, now: datetime) -> bool:
    """Tell whether nobody's time may run out now, as no move can arrive."""
    return _gap(WEB, now) is not None


def credit(*, now: datetime) -> int:
    """Give each outage that is over back to each running turn, once.

    Return how many deadlines moved. One transaction a match, so that being killed loses nothing:
    the next call goes on.
    """
    moved = 0
    for outage in Outage.objects.filter(ended_at__isnull=False, credited_at=None).order_by("pk"):
        for match_id in _running(outage):
            moved += _credit_one(match_id, outage, now)
        Outage.objects.filter(pk=outage.pk).update(credited_at=now)
    return moved


def settle(record: MatchRecord, *, now: datetime, by_web: bool = False) -> bool:
    """Give the running turn what outages took from it and nobody has given back yet.

    For whoever holds the row lock and finds the turn past its deadline. True if that has moved.
    `by_web`: a request has just arrived, so the web is up again, whatever its heartbeat says.
    """
    match = record.match
    if match.deadline_at is None or match.turn_started_at is None:
        return False
    if match.world_id is not None:
        return False  # the time of a sandbox is not ours
    if by_web and _gap(WEB, now) is not None:
        _beat_of_web(now)
    moved = False
    pending = Outage.objects.filter(ended_at__gt=match.turn_started_at, credited_at=None)
    for outage in pending.exclude(outagecredit__match=match).order_by("pk"):
        moved |= _give(record, outage, now)
    return moved


def _gap(source: str, now: datetime) -> datetime | None:
    """Tell since when a source has been silent, if for longer than GAP; None if it never spoke."""
    if settings.CLOCK_OFFSET_FILE is not None:
        return None  # a clock that a test has moved looks like a silence
    spoke = last_beat(source)
    if spoke is None:
        return None
    known = Outage.objects.filter(source=source).aggregate(until=Max("ended_at"))["until"]
    since = spoke if known is None else max(spoke, known)
    return since if now - since > GAP else None


def _note_gap(source: str, *, ended_at: datetime | None, now: datetime) -> None:
    since = _gap(source, now)
    if since is None:
        return
    outage = Outage(source=source, began_at=since, ended_at=ended_at)
    # Another hand may have noted it meanwhile; both constraints of the table say so.
    Outage.objects.bulk_create([outage], ignore_conflicts=True)


def _beat_of_web(now: datetime) -> None:
    Outage.objects.filter(source=WEB, ended_at=None).update(ended_at=now)
    _note_gap(WEB, ended_at=now, now=now)
    beat(WEB, now=now)


def _running(outage: Outage) -> Iterator[UUID]:
    """Name the matches whose turn an outage fell into."""
    matches = Match.objects.filter(
        status=MatchStatus.ACTIVE,
        world__isnull=True,
        deadline_at__isnull=False,
        turn_started_at__lt=outage.ended_at,
    )
    ids = matches.exclude(outagecredit__outage=outage).order_by("pk")
    yield from list(ids.values_list("public_id", flat=True))


def _credit_one(match_id: UUID, outage: Outage, now: datetime) -> bool:
    with one_transaction():
        record = lock_match(match_id)
        if OutageCredit.objects.filter(match=record.match, outage=outage).exists():
            return False
        return _give(record, outage, now)


def _give(record: MatchRecord, outage: Outage, now: datetime) -> bool:
    """Add one outage to a turn; True if the deadline moved. The caller holds the row lock."""
    match = record.match
    OutageCredit.objects.create(match=match, outage=outage)
    before, began, ended = match.deadline_at, match.turn_started_at, outage.ended_at
    if before is None or began is None or ended is None or began >= ended:
        return False
    turns.add_stop(record, since=outage.began_at, until=ended)
    if match.deadline_at is None or match.deadline_at <= before:
        return False
    match.touch(*CLOCK_FIELDS, now=now)
    _tell(record, outage, match.deadline_at - before, now)
    return True


def _tell(record: MatchRecord, outage: Outage, gained: timedelta, now: datetime) -> None:
    match = record.match
    LogLine.objects.create(
        match=match,
        at=now,
        ply=match.ply,
        kind="clock_credited",
        seat=match.turn_seat,
        data={"outage": outage.source, "seconds": int(gained.total_seconds())},
    )
    tell_of_clock(record, because="outage", now=now)
