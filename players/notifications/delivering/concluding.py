"""What follows for a delivery from what came of its targets: its end, or when it is tried again."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from players.notifications.channels.letter import Later, Refused
from players.notifications.delivering.claiming import MOST_ATTEMPTS
from players.notifications.delivering.lanes import place
from players.notifications.delivering.resting import keeps_all_waiting
from players.notifications.delivering.sending import Answer, NotTried
from players.notifications.models import Delivery, DeliveryStatus, Reason, Target, TargetStatus
from players.notifications.registry import Channel
from scopa_site.outbox.claims import BACKOFF

__all__ = ["WEBHOOK_BACKOFF", "conclude", "try_again"]

# As Standard Webhooks proposes it.
WEBHOOK_BACKOFF: Final = tuple(
    timedelta(seconds=seconds)
    for seconds in (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400)
)
# However long a provider is away: after that nobody waits for the message any more.
_WAITED_FOR: Final = timedelta(days=3)
# A player's own machine that hangs is tried with few messages at a time.
_LEFT_ALONE: Final = timedelta(seconds=15)
# What there was no time for goes behind what came meanwhile.
_BEHIND_OTHERS: Final = timedelta(seconds=1)
_LONGEST_ASKED: Final = timedelta(days=1)


def conclude(
    channel: Channel,
    row: Delivery,
    answers: Sequence[Answer],
    targets: Sequence[Target],
    rests: Mapping[str, datetime],
    now: datetime,
) -> None:
    """Set how a delivery stands now. `targets`: all of it; `rests`: until when providers do."""
    later = [answer.outcome for answer in answers if isinstance(answer.outcome, Later)]
    row.last_error = later[-1].error[:200] if later else ""
    left = [target for target in targets if target.status == TargetStatus.OPEN]
    if not left:
        _end(row, _ending(answers, targets), now)
        return
    _count(row, answers)
    _put_off(channel, row, answers, left, rests, now)
    if row.attempts == 0 and all(each.status != TargetStatus.SENT for each in targets):
        row.sending_since = None  # nobody has seen anything of it


def try_again(
    channel: Channel, row: Delivery, target: Target, outcome: Later | NotTried, now: datetime
) -> None:
    """Set when a target is tried again, as it asked itself; or close it, after its last time."""
    if isinstance(outcome, NotTried):
        pause = _LEFT_ALONE if outcome.hangs else _BEHIND_OTHERS
        target.try_at = now if outcome.is_moot else now + pause
        return
    if not keeps_all_waiting(target.provider, outcome):
        target.attempts += 1
    waited_for = channel is Channel.WEBHOOK or now - row.created_at <= _WAITED_FOR
    if target.attempts >= _most(channel) or not waited_for:
        target.status, target.try_at = TargetStatus.GIVEN_UP, None
    else:
        target.try_at = now + _pause(channel, target, outcome)


def _most(channel: Channel) -> int:
    return len(WEBHOOK_BACKOFF) + 1 if channel is Channel.WEBHOOK else MOST_ATTEMPTS


def _ending(answers: Sequence[Answer], targets: Sequence[Target]) -> tuple[DeliveryStatus, Reason]:
    statuses = {target.status for target in targets}
    if TargetStatus.SENT in statuses:
        return DeliveryStatus.SENT, Reason.NONE
    if TargetStatus.GIVEN_UP in statuses:
        return DeliveryStatus.FAILED, Reason.GIVEN_UP
    if TargetStatus.REFUSED in statuses:
        return DeliveryStatus.FAILED, Reason.REFUSED
    outcomes = [answer.outcome for answer in answers]
    if any(isinstance(each, Refused) and each.not_set_up for each in outcomes):
        return DeliveryStatus.DROPPED, Reason.NOT_SET_UP
    return DeliveryStatus.DROPPED, Reason.GONE


def _end(row: Delivery, ending: tuple[DeliveryStatus, Reason], now: datetime) -> None:
    row.status, row.reason = ending
    if row.status == DeliveryStatus.FAILED:
        row.dead_at = now
    else:
        row.done_at = now


def _count(row: Delivery, answers: Sequence[Answer]) -> None:
    """Take back the attempt where nothing was tried, or nothing at all gets through just now."""
    if not any(_is_own_failure(answer) for answer in answers):
        row.attempts = max(row.attempts - 1, 0)


def _is_own_failure(answer: Answer) -> bool:
    outcome = answer.outcome
    return isinstance(outcome, Later) and not keeps_all_waiting(answer.way.provider, outcome)


def _put_off(
    channel: Channel,
    row: Delivery,
    answers: Sequence[Answer],
    left: Sequence[Target],
    rests: Mapping[str, datetime],
    now: datetime,
) -> None:
    """Try it again when the first of its targets may be; not while the provider of that rests."""
    place(row, [(each, max(each.try_at or now, rests.get(each.provider, now))) for each in left])
    outcomes = [each.outcome for each in answers]
    failed = [each for each in outcomes if isinstance(each, Later)]
    hang = any(isinstance(each, NotTried) and each.hangs for each in outcomes)
    row.status, row.reason = DeliveryStatus.HELD, Reason.RETRY
    if channel is Channel.WEBHOOK:
        if hang or (failed and all(each.http_status is None for each in failed)):
            row.reason = Reason.RECEIVER_SILENT
    elif hang or any(each.provider in rests for each in left):
        row.reason = Reason.PROVIDER_RESTS
    if not failed and row.reason == Reason.RETRY:
        row.status, row.reason = DeliveryStatus.WAITING, Reason.NONE  # there was no time for it


def _pause(channel: Channel, target: Target, outcome: Later) -> timedelta:
    steps = WEBHOOK_BACKOFF if channel is Channel.WEBHOOK else BACKOFF
    own = steps[min(max(target.attempts, 1), len(steps)) - 1]
    return max(own, min(timedelta(seconds=outcome.retry_after or 0.0), _LONGEST_ASKED))
