"""Mark what came of a batch that was sent."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction

from players.notifications.channels.letter import Gone, Later, Outcome, Refused, Sent
from players.notifications.delivering.concluding import conclude
from players.notifications.delivering.receivers import failures_of, forget_gone, note_webhooks
from players.notifications.delivering.resting import note_answers, resting
from players.notifications.delivering.sending import Answer, NotTried
from players.notifications.models import Delivery, DeliveryStatus, Target, TargetStatus
from players.notifications.registry import Channel
from scopa_site.statements import update_rows

__all__ = ["mark"]

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

    What came into other hands meanwhile, as its lease had ended, is theirs.
    """
    by_delivery: defaultdict[int, list[Answer]] = defaultdict(list)
    for answer in answers:
        by_delivery[answer.outgoing.row.pk].append(answer)
    with transaction.atomic(durable=True):
        taken = Delivery.objects.filter(pk__in=list(by_delivery), lease_until=lease_until)
        mine = set(taken.select_for_update().order_by("pk").values_list("pk", flat=True))
        answers = [each for each in answers if each.outgoing.row.pk in mine]
        note_answers(failures_of(answers), now=now)
        rests = resting(now=now)
        statuses = _write_targets(answers, now)
        rows = [by_delivery[key][0].outgoing.row for key in sorted(mine)]
        for row in rows:
            row.lease_until = None
            conclude(channel, row, by_delivery[row.pk], statuses[row.pk], rests, now)
        update_rows(rows, *_COLUMNS)
        _close_what_ended(rows)
        forget_gone(answers, now)
        note_webhooks(answers, now)
    return sum(row.status == DeliveryStatus.SENT for row in rows)


def _write_targets(answers: Sequence[Answer], now: datetime) -> defaultdict[int, list[str]]:
    """Write what came of the targets that were tried; return how all of each delivery stand."""
    tried = [answer for answer in answers if not isinstance(answer.outcome, NotTried)]
    for answer in tried:
        _note(answer.target, answer.outcome, now)
    update_rows([answer.target for answer in tried], *_TARGET_COLUMNS)
    statuses: defaultdict[int, list[str]] = defaultdict(list)
    stand = Target.objects.filter(delivery__in={answer.outgoing.row.pk for answer in answers})
    for key, status in stand.values_list("delivery_id", "status"):
        statuses[key].append(status)
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
        case Refused():
            target.status, target.error = TargetStatus.REFUSED, outcome.error[:200]
        case Later():
            target.error = outcome.error[:200]
    target.attempts += 1
    target.tried_at, target.http_status = now, outcome.http_status


def _close_what_ended(rows: Sequence[Delivery]) -> None:
    """Close the targets that were still open where a delivery was given up."""
    ended = [row.pk for row in rows if row.done_at is not None or row.dead_at is not None]
    left = Target.objects.filter(delivery__in=ended, status=TargetStatus.OPEN)
    left.update(status=TargetStatus.GIVEN_UP)
