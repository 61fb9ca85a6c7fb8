"""Decide about a batch under the locks of its players, and write down what was decided."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db import transaction

from players.notifications.channels.letter import Letter, Line
from players.notifications.delivering.claiming import Claim
from players.notifications.delivering.gathering import (
    Batch,
    Case,
    gather,
    read_deliveries,
)
from players.notifications.delivering.joining import digests_for
from players.notifications.delivering.lanes import pass_on
from players.notifications.delivering.letters import (
    letter_of,
    lines_of,
    summary_words,
    words_by_reader,
)
from players.notifications.delivering.settling import settle_older
from players.notifications.delivering.ways import Way
from players.notifications.delivering.writing import Verdict, write
from players.notifications.jobs import ring_deliver_on_commit
from players.notifications.manners import (
    Decision,
    Hold,
    Join,
    Send,
    Why,
    decide,
    next_digest,
)
from players.notifications.models import Delivery, Lane, Target
from players.notifications.registry import DIGEST, Channel, Words
from players.notifications.services.locking import lock_preferences

__all__ = ["Outgoing", "decide_batch"]


@dataclass(slots=True)
class Outgoing:
    """A delivery that goes out: what is sent, and where to."""

    row: Delivery
    letter: Letter
    ways: list[tuple[Target, Way]] = field(default_factory=list)


@dataclass(slots=True)
class _Said:
    """The words of a batch, and what its digests list."""

    words: dict[UUID, Words]
    lines: dict[int, tuple[Line, ...]]


def decide_batch(channel: Channel, lane: Lane, claim: Claim, *, now: datetime) -> list[Outgoing]:
    """Decide about deliveries that were claimed; return those to be sent at once in this lane.

    Whoever decides about one player holds the row of their preferences, so that no two hands count
    the same messages. What others have ended meanwhile is left alone.
    """
    with transaction.atomic(durable=True):
        owners = Delivery.objects.filter(pk__in=claim.keys)
        preferences = lock_preferences(list(owners.values_list("player_id", flat=True)))
        rows = read_deliveries(channel, lane, claim.keys, lease_until=claim.lease_until, now=now)
        if not rows:
            return []
        settle_older([row.notification for row in rows], now)
        batch = gather(channel, lane, rows, preferences, now=now)
        pass_on(batch, claim)
        said = _say(batch)
        verdicts = _decide(batch)
        ways = write(batch, verdicts, lease_until=claim.lease_until)
        return [
            _outgoing(batch, verdict.case, said, ways[verdict.case.row.pk])
            for verdict in verdicts
            if verdict.case.row.pk in ways
        ]


def _say(batch: Batch) -> _Said:
    """Put into words all that is not over; what is about something that is gone is over as well."""
    digests = [case for case in batch.cases if case.notification.type == DIGEST]
    lines = lines_of([case.row for case in digests], now=batch.now)
    for case in digests:
        listed = len(lines.get(case.row.pk, ()))
        case.notification.data = {**case.notification.data, "count": listed}
        if not listed:
            batch.gone.add(case.notification.public_id)
    rows = [case.row for case in batch.cases if _is_worded(batch, case)]
    words = words_by_reader(rows, now=batch.now)
    batch.gone.update(
        row.notification.public_id for row in rows if row.notification.public_id not in words
    )
    return _Said(words, lines)


def _is_worded(batch: Batch, case: Case) -> bool:
    key = case.notification.public_id
    return key not in batch.gone and (key not in batch.over or case.row.asked_at is not None)


def _decide(batch: Batch) -> list[Verdict]:
    """Decide one by one, in the order in which it happened: each counts for those after it."""
    summaries: dict[tuple[int, str], Delivery] = {}
    verdicts = []
    for case in batch.cases:
        row = case.row
        group = (row.player_id, case.gathers)
        told_of = summaries.get(group)
        verdict = Verdict(case, _decision(batch, case, told_of is not None))
        if isinstance(verdict.decision, Join) and verdict.decision.why is Why.SUMMARY:
            verdict.joined_to = told_of
        elif isinstance(verdict.decision, Send) and case.gathers:
            batch.turns_sent[group][row.pk] = batch.now
            if verdict.decision.is_summary:
                summaries[group] = row
        verdicts.append(verdict)
    _join_digests(batch, verdicts)
    return verdicts


def _decision(batch: Batch, case: Case, is_told_of: bool) -> Decision:
    situation = batch.situation(case, is_told_of=is_told_of)
    decision = decide(situation, batch.now)
    ways = batch.ways_here(case)
    if not isinstance(decision, Send) or not ways:
        return decision
    until = min(batch.not_before(case, way) for way in ways)
    if until <= batch.now:
        return decision
    all_rest = all(batch.rests_until(way) is not None for way in ways)
    silent = Why.RECEIVER_SILENT if batch.channel is Channel.WEBHOOK else Why.PROVIDER_RESTS
    return Hold(until, silent if all_rest else Why.RETRY)


def _join_digests(batch: Batch, verdicts: Sequence[Verdict]) -> None:
    waiting = [
        verdict
        for verdict in verdicts
        if isinstance(verdict.decision, Join) and verdict.decision.why is Why.IN_DIGEST
    ]
    digests = digests_for(batch, [verdict.case for verdict in waiting])
    for verdict in waiting:
        verdict.joined_to = digests[verdict.case.row.pk]
        if verdict.joined_to is None:
            wishes = batch.wishes(verdict.case.row)
            verdict.decision = Hold(next_digest(wishes, batch.now), Why.DIGEST)
    if waiting:
        ring_deliver_on_commit(batch.channel)


def _outgoing(batch: Batch, case: Case, said: _Said, ways: list[tuple[Target, Way]]) -> Outgoing:
    row, awaiting = case.row, batch.awaiting.get(case.row.player_id, 0)
    words = said.words.get(case.notification.public_id)
    if row.is_summary or words is None:
        words = summary_words(case.gathers, batch.count(case), language=row.player.language)
    letter = letter_of(
        case, words, channel=batch.channel, awaiting=awaiting, lines=said.lines.get(row.pk, ())
    )
    return Outgoing(row, letter, ways)
