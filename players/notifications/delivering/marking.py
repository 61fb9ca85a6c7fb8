"""Mark what came of a batch that was sent."""

import logging
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Final, TypeVar

from django.db import (
    DatabaseError,
    IntegrityError,
    OperationalError,
    close_old_connections,
    transaction,
)

from players.notifications.channels.letter import Gone, Later, Outcome, Refused, Sent
from players.notifications.delivering.concluding import conclude, try_again
from players.notifications.delivering.receivers import (
    failures_of,
    faults_of,
    forget_gone,
    note_hanging,
    note_webhooks,
)
from players.notifications.delivering.resting import note_answers, resting
from players.notifications.delivering.sending import Answer, NotTried
from players.notifications.jobs import ring_deliver_on_commit
from players.notifications.models import (
    Delivery,
    DeliveryStatus,
    Lane,
    Reason,
    Target,
    TargetStatus,
)
from players.notifications.registry import Channel
from scopa_site.statements import update_rows

__all__ = ["mark"]

logger = logging.getLogger(__name__)

_Result = TypeVar("_Result")
# Before the second attempt to write, the third, ...
_PAUSES: Final = (0.05, 0.2, 0.5)

_COLUMNS: Final = [
    "status",
    "reason",
    "available_at",
    "lease_until",
    "done_at",
    "dead_at",
    "attempts",
    "sending_since",
    "last_error",
    "lane",
    "known_at",
]
_TARGET_COLUMNS: Final = [
    "status",
    "attempts",
    "http_status",
    "provider_id",
    "error",
    "tried_at",
    "try_at",
]


def mark(
    channel: Channel, answers: Sequence[Answer], *, lease_until: datetime, now: datetime
) -> int:
    """Write what came of each target and so of each delivery; return how many were sent.

    What came into other hands meanwhile, as its lease had ended, is theirs. What is known of
    providers, devices and webhooks is noted apart, as others note it too: whoever has to wait for
    them, or fails there, loses no mark of what was sent.
    """
    _noted(lambda: note_answers(failures_of(answers), now=now, faults=faults_of(answers)))
    sent = _insisted(lambda: _mark(channel, answers, lease_until, now))
    _noted(lambda: forget_gone(answers, now))
    _noted(lambda: note_webhooks(answers, now))
    _noted(lambda: note_hanging(answers, now))
    return sent


def _insisted(write: Callable[[], _Result]) -> _Result:
    """Write, and again where the database could not: another hand was in the way, or it was away.

    What was sent would be sent again for want of its mark.
    """
    for pause in _PAUSES:
        try:
            return write()
        except (OperationalError, IntegrityError) as error:
            logger.warning("%s: what was sent is marked again", type(error).__name__)
            time.sleep(pause)
            close_old_connections()
    return write()


def _noted(write: Callable[[], None]) -> None:
    try:
        _insisted(write)
    except DatabaseError:
        logger.exception("what became of receivers could not be noted")


def _mark(channel: Channel, answers: Sequence[Answer], lease_until: datetime, now: datetime) -> int:
    by_delivery: defaultdict[int, list[Answer]] = defaultdict(list)
    for answer in answers:
        by_delivery[answer.outgoing.row.pk].append(answer)
    with transaction.atomic(durable=True):
        # Read anew, as an attempt to write this that failed has changed those in memory.
        taken = Delivery.objects.filter(pk__in=list(by_delivery), lease_until=lease_until)
        taken |= Delivery.objects.filter(joined_to__in=_failing_summaries(answers))
        held = list(taken.select_for_update().order_by("pk"))
        rows = [row for row in held if row.lease_until == lease_until]
        rests = resting(now=now)
        targets = _targets(rows)
        changed = [
            _noted_on(channel, row, targets[row.pk], answer, now)
            for row in rows
            for answer in by_delivery[row.pk]
        ]
        update_rows([each for each in changed if each is not None], *_TARGET_COLUMNS)
        for row in rows:
            row.lease_until = None
            own = list(targets[row.pk].values())
            conclude(channel, row, by_delivery[row.pk], own, rests, now)
        update_rows(rows, *_COLUMNS)
        _free_joined(rows, now)
        if any(_is_for_strangers(row, now) for row in rows):
            ring_deliver_on_commit(channel, strangers=True)
    return sum(row.status == DeliveryStatus.SENT for row in rows)


def _is_for_strangers(row: Delivery, now: datetime) -> bool:
    is_due = row.available_at is not None and row.available_at <= now
    return row.lane == Lane.STRANGERS and row.done_at is None and row.dead_at is None and is_due


def _targets(rows: Sequence[Delivery]) -> defaultdict[int, dict[int, Target]]:
    found: defaultdict[int, dict[int, Target]] = defaultdict(dict)
    for target in Target.objects.filter(delivery__in=[row.pk for row in rows]):
        found[target.delivery_id][target.pk] = target
    return found


def _noted_on(
    channel: Channel, row: Delivery, targets: Mapping[int, Target], answer: Answer, now: datetime
) -> Target | None:
    """Note an answer on its target, which is returned; None where that is no more."""
    target, outcome = targets.get(answer.target.pk), answer.outcome
    if target is None:
        return None
    if not isinstance(outcome, NotTried):
        _note(target, outcome)
        target.tried_at, target.http_status = now, outcome.http_status
    if isinstance(outcome, Later | NotTried):
        try_again(channel, row, target, outcome, now)
    else:
        target.attempts, target.try_at = target.attempts + 1, None
    return target


def _note(target: Target, outcome: Outcome) -> None:
    match outcome:
        case Sent():
            target.status, target.error = TargetStatus.SENT, ""
            target.provider_id = outcome.provider_id[:200]
        case Gone():
            target.status, target.error = TargetStatus.GONE, outcome.error[:200]
        case Refused(not_set_up=True):
            # Nobody was asked.
            target.status, target.error = TargetStatus.DROPPED, outcome.error[:200]
        case Refused():
            target.status, target.error = TargetStatus.REFUSED, outcome.error[:200]
        case Later():
            target.error = outcome.error[:200]


def _failing_summaries(answers: Sequence[Answer]) -> set[int]:
    """Return the keys of messages of several that some receiver does not take."""
    bad = (answer for answer in answers if not isinstance(answer.outcome, Sent))
    return {each.outgoing.row.pk for each in bad if each.outgoing.row.is_summary}


def _free_joined(rows: Sequence[Delivery], now: datetime) -> None:
    """Send those as themselves that a message of several was to tell of, which nobody took."""
    untold = [
        row.pk
        for row in rows
        if row.is_summary and row.status in (DeliveryStatus.FAILED, DeliveryStatus.DROPPED)
    ]
    if untold:
        joined = Delivery.objects.filter(joined_to__in=untold, status=DeliveryStatus.JOINED)
        joined.update(
            status=DeliveryStatus.WAITING,
            reason=Reason.NONE,
            joined_to=None,
            done_at=None,
            available_at=now,
        )
