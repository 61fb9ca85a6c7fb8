"""Mark what came of a batch that was sent."""

import logging
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
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
from players.notifications.delivering.concluding import conclude
from players.notifications.delivering.receivers import (
    failures_of,
    faults_of,
    forget_gone,
    note_webhooks,
)
from players.notifications.delivering.resting import note_answers, resting
from players.notifications.delivering.sending import Answer, NotTried
from players.notifications.models import Delivery, DeliveryStatus, Reason, Target, TargetStatus
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
]
_TARGET_COLUMNS: Final = ["status", "attempts", "http_status", "provider_id", "error", "tried_at"]


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
        statuses = _write_targets([each for row in rows for each in by_delivery[row.pk]], now)
        for row in rows:
            row.lease_until = None
            conclude(channel, row, by_delivery[row.pk], statuses[row.pk], rests, now)
        update_rows(rows, *_COLUMNS)
        _close_what_ended(rows)
        _free_joined(rows, now)
    return sum(row.status == DeliveryStatus.SENT for row in rows)


def _write_targets(answers: Sequence[Answer], now: datetime) -> defaultdict[int, list[str]]:
    """Write what came of the targets that were tried; return how all of each delivery stand."""
    stand = Target.objects.filter(delivery__in={answer.outgoing.row.pk for answer in answers})
    targets = {target.pk: target for target in stand}
    tried = [each for each in answers if not isinstance(each.outcome, NotTried)]
    tried = [each for each in tried if each.target.pk in targets]
    for answer in tried:
        answer.target = targets[answer.target.pk]
        _note(answer.target, answer.outcome, now)
    update_rows([answer.target for answer in tried], *_TARGET_COLUMNS)
    statuses: defaultdict[int, list[str]] = defaultdict(list)
    for target in targets.values():
        statuses[target.delivery_id].append(target.status)
    return statuses


def _note(target: Target, outcome: Outcome | NotTried, now: datetime) -> None:
    match outcome:
        case NotTried():
            return
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
    target.attempts += 1
    target.tried_at, target.http_status = now, outcome.http_status


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


def _close_what_ended(rows: Sequence[Delivery]) -> None:
    """Close the targets that were still open where a delivery was given up."""
    ended = [row.pk for row in rows if row.done_at is not None or row.dead_at is not None]
    left = Target.objects.filter(delivery__in=ended, status=TargetStatus.OPEN)
    left.update(status=TargetStatus.GIVEN_UP)
