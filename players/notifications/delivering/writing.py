"""Write down what was decided about a batch: four statements at most."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from players.notifications.delivering.gathering import Batch, Case
from players.notifications.delivering.lanes import put_off
from players.notifications.delivering.ways import Way
from players.notifications.manners import Decision, Drop, Hold, Join, Send, Why
from players.notifications.models import Delivery, DeliveryStatus, Reason, Target, TargetStatus
from scopa_site.statements import update_rows

__all__ = ["Verdict", "write"]

_OF_RECEIVERS: Final = (Why.PROVIDER_RESTS, Why.RECEIVER_SILENT, Why.RETRY)

_COLUMNS: Final = [
    "status",
    "reason",
    "available_at",
    "lease_until",
    "done_at",
    "attempts",
    "is_summary",
    "sending_since",
    "joined_to",
    "known_at",
]


@dataclass(slots=True)
class Verdict:
    """What was decided about a delivery; `joined_to`: which other one tells of it."""

    case: Case
    decision: Decision
    joined_to: Delivery | None = None


def write(
    batch: Batch, verdicts: Sequence[Verdict], *, lease_until: datetime
) -> dict[int, list[tuple[Target, Way]]]:
    """Write the decisions; return by key of a delivery where it goes now, of those that go out."""
    changed: list[Target] = []
    for verdict in verdicts:
        _mark(batch, verdict, lease_until)
        changed += _close(verdict)
    update_rows([verdict.case.row for verdict in verdicts], *_COLUMNS)
    update_rows(changed, "status", "error")
    return _targets(batch, [verdict.case for verdict in verdicts if _goes_out(verdict)])


def _mark(batch: Batch, verdict: Verdict, lease_until: datetime) -> None:
    row, decision = verdict.case.row, verdict.decision
    row.reason, row.lease_until = Reason.NONE, None
    if isinstance(decision, Send) and verdict.case.ways:
        row.status, row.lease_until = DeliveryStatus.SENDING, lease_until
        row.is_summary = decision.is_summary
        if row.sending_since is None or not verdict.case.has_any_sent:
            row.sending_since = batch.now
        row.attempts += 1
    elif isinstance(decision, Hold):
        row.status, row.reason = DeliveryStatus.HELD, Reason(decision.why)
        # What a provider waits for keeps nothing from others; what a person wants holds for all.
        is_for_both = decision.why not in _OF_RECEIVERS
        put_off(row, decision.until, batch.lane, is_for_both=is_for_both)
    else:
        _end(verdict, batch.now)


def _end(verdict: Verdict, now: datetime) -> None:
    row, decision = verdict.case.row, verdict.decision
    row.done_at = now
    if verdict.case.has_any_sent or isinstance(decision, Send):
        # Some of the devices have it: for the others it came too late.
        row.status = DeliveryStatus.SENT
    elif isinstance(decision, Join):
        row.status, row.reason = DeliveryStatus.JOINED, Reason(decision.why)
        row.joined_to = verdict.joined_to
    elif isinstance(decision, Drop):
        row.status, row.reason = DeliveryStatus.DROPPED, Reason(decision.why)


def _goes_out(verdict: Verdict) -> bool:
    return verdict.case.row.status == DeliveryStatus.SENDING


def _close(verdict: Verdict) -> list[Target]:
    """Close the targets that are no more, or all of what has come to its end."""
    wanted = {way.key for way in verdict.case.ways}
    ended = verdict.case.row.done_at is not None
    closed = []
    for target in verdict.case.targets:
        is_there = target.way_key in wanted
        if target.status == TargetStatus.OPEN and (ended or not is_there):
            # The delivery says why, and keeps the error of the last attempt.
            target.status = TargetStatus.DROPPED if is_there else TargetStatus.GONE
            target.error = "" if is_there else target.error or "no longer there"
            closed.append(target)
    return closed


def _targets(batch: Batch, cases: Sequence[Case]) -> dict[int, list[tuple[Target, Way]]]:
    """Give each delivery its targets; those of the other lane, or not due yet, are left."""
    new = [
        Target(
            delivery=case.row,
            device=way.device,
            webhook=way.webhook,
            provider=way.provider,
            label=way.label,
        )
        for case in cases
        if not case.targets
        for way in case.ways
    ]
    if new:
        Target.objects.bulk_create(new)
    mine: dict[int, list[Target]] = {case.row.pk: list(case.targets) for case in cases}
    for target in new:
        mine[target.delivery_id].append(target)
    return {case.row.pk: list(_paired(batch, case, mine[case.row.pk])) for case in cases}


def _paired(batch: Batch, case: Case, targets: Sequence[Target]) -> list[tuple[Target, Way]]:
    here = batch.ways_here(case)
    ways = {way.key: way for way in here if batch.not_before(case, way) <= batch.now}
    return [
        (target, ways[target.way_key])
        for target in targets
        if target.status == TargetStatus.OPEN and target.way_key in ways
    ]
