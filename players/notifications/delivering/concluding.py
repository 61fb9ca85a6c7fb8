"""What follows for a delivery from what came of its targets: its end, or when it is tried again."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from players.notifications.channels.letter import Later, Refused
from players.notifications.delivering.claiming import MOST_ATTEMPTS
from players.notifications.delivering.resting import keeps_all_waiting
from players.notifications.delivering.sending import Answer, NotTried
from players.notifications.models import Delivery, DeliveryStatus, Reason, TargetStatus
from players.notifications.registry import Channel
from scopa_site.outbox.claims import BACKOFF

__all__ = ["WEBHOOK_BACKOFF", "conclude"]

# As Standard Webhooks proposes it.
WEBHOOK_BACKOFF: Final = tuple(
    timedelta(seconds=seconds)
    for seconds in (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400)
)
# However long a provider is away: after that nobody waits for the message any more.
_WAITED_FOR: Final = timedelta(days=3)
# A player's own machine that hangs is tried with few messages at a time.
_LEFT_ALONE: Final = timedelta(seconds=15)
_LONGEST_ASKED: Final = timedelta(days=1)


def conclude(
    channel: Channel,
    row: Delivery,
    answers: Sequence[Answer],
    statuses: Sequence[str],
    rests: Mapping[str, datetime],
    now: datetime,
) -> None:
    """Set how a delivery stands now. `statuses`: of all its targets; `rests`: of the providers."""
    later = [answer.outcome for answer in answers if isinstance(answer.outcome, Later)]
    row.last_error = later[-1].error[:200] if later else ""
    if TargetStatus.OPEN not in statuses:
        _end(row, _ending(answers, statuses), now)
        return
    _count(row, answers)
    if _is_given_up(channel, row, later, now):
        got_through = TargetStatus.SENT in statuses
        _end(row, (DeliveryStatus.SENT, Reason.NONE) if got_through else _GIVEN_UP, now)
        return
    _put_off(channel, row, answers, rests, now)
    if row.attempts == 0 and TargetStatus.SENT not in statuses:
        row.sending_since = None  # nobody has seen anything of it


_GIVEN_UP: Final = (DeliveryStatus.FAILED, Reason.GIVEN_UP)


def _ending(answers: Sequence[Answer], statuses: Sequence[str]) -> tuple[DeliveryStatus, Reason]:
    if TargetStatus.SENT in statuses:
        return DeliveryStatus.SENT, Reason.NONE
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


def _is_given_up(channel: Channel, row: Delivery, later: Sequence[Later], now: datetime) -> bool:
    if not later:
        return False
    if channel is Channel.WEBHOOK:
        return row.attempts > len(WEBHOOK_BACKOFF)
    return row.attempts >= MOST_ATTEMPTS or now - row.created_at > _WAITED_FOR


def _put_off(
    channel: Channel,
    row: Delivery,
    answers: Sequence[Answer],
    rests: Mapping[str, datetime],
    now: datetime,
) -> None:
    """Try it again when its turn comes; not before the receiver asked, or its provider is back."""
    left = [each for each in answers if isinstance(each.outcome, NotTried | Later)]
    until = max((rests.get(each.way.provider, now) for each in left), default=now)
    if any(isinstance(each.outcome, NotTried) and each.outcome.hangs for each in left):
        until = max(until, now + _LEFT_ALONE)
    row.status, row.available_at = DeliveryStatus.HELD, until
    silent = Reason.RECEIVER_SILENT if channel is Channel.WEBHOOK else Reason.PROVIDER_RESTS
    row.reason = silent if until > now else Reason.NONE
    tried = [each for each in left if isinstance(each.outcome, Later)]
    if tried:
        is_silent = channel is Channel.WEBHOOK and all(_is_silent(each) for each in tried)
        row.reason = row.reason or (silent if is_silent else Reason.RETRY)
        row.available_at = max(until, now + max(_pause(channel, each) for each in tried))
    elif not row.reason:
        row.status = DeliveryStatus.WAITING  # there was no time for it


def _is_silent(answer: Answer) -> bool:
    return isinstance(answer.outcome, Later) and answer.outcome.http_status is None


def _pause(channel: Channel, answer: Answer) -> timedelta:
    steps = WEBHOOK_BACKOFF if channel is Channel.WEBHOOK else BACKOFF
    own = steps[min(max(answer.target.attempts, 1), len(steps)) - 1]
    asked = answer.outcome.retry_after if isinstance(answer.outcome, Later) else None
    return max(own, min(timedelta(seconds=asked or 0.0), _LONGEST_ASKED))
