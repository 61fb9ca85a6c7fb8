"""Side effects as rows: owed in the transaction of their cause, brought about at least once.

Whoever causes one calls `owe`; whoever brings it about registers a handler for its topic. A crash
between the two, or between the handler and the mark, runs the handler again: it must not mind.
"""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias

from billiard.exceptions import SoftTimeLimitExceeded

from scopa_site.crash_points import reach
from scopa_site.outbox.claims import beat, claim_batch, due, finish, release
from scopa_site.outbox.doorbell import ring, ring_on_commit
from scopa_site.outbox.models import Effect
from scopa_site.statements import insert_row_unless_there

__all__ = [
    "EFFECTS_SWEEP",
    "LEASE",
    "MAX_ATTEMPTS",
    "QUEUE",
    "RUN_EFFECTS",
    "SWEEP_EFFECTS",
    "UnknownTopic",
    "cancel_effects",
    "forget_effects",
    "owe",
    "register_handler",
    "run_effects",
    "sweep_effects",
]

logger = logging.getLogger(__name__)

Payload: TypeAlias = Mapping[str, Any]
Handler: TypeAlias = Callable[[Payload, datetime], None]

RUN_EFFECTS: Final = "scopa_site.run_effects"
SWEEP_EFFECTS: Final = "scopa_site.sweep_effects"
QUEUE: Final = "effects"
EFFECTS_SWEEP: Final = "effects"

# Longer than the hard time limit of the task: a second hand never finds the first one alive.
LEASE: Final = timedelta(seconds=15)
MAX_ATTEMPTS: Final = 10
_AT_ONCE: Final = 100
_KEPT: Final = timedelta(days=14)
_BATCH: Final = 5_000

_handlers: dict[str, Handler] = {}


class UnknownTopic(LookupError):
    """Raised when no handler is registered for an effect, as while versions are changed."""


def register_handler(topic: str, handler: Handler) -> None:
    """Bring about the effects of `topic` by `handler(payload, now)`.

    It may run more than once for the same effect. What it raises is logged and tried again later.
    """
    _handlers[topic] = handler


def owe(*, topic: str, dedupe_key: str, payload: Payload, now: datetime) -> bool:
    """Owe an effect, in the transaction of its cause; False if its key is owed or done already."""
    row = Effect(topic=topic, dedupe_key=dedupe_key, payload=dict(payload), created_at=now)
    if not insert_row_unless_there(row):
        return False
    ring_on_commit(RUN_EFFECTS, queue=QUEUE)
    return True


def cancel_effects(member: str, value: int, *, now: datetime) -> int:
    """Owe nothing any more whose payload has `value` under `member`; return how much that was.

    What is under way comes about. What its failures said is forgotten too, of the done as well.
    """
    concerned = Effect.objects.filter(**{f"payload__{member}": value})
    concerned.exclude(last_error="").update(last_error="")
    return concerned.filter(done_at=None).update(done_at=now)


def run_effects(*, clock: Callable[[], datetime]) -> int:
    """Bring about what is due, one effect at a time; return how many came about.

    One at a time, so that a process that dies holds up no other effect until its lease ends.
    """
    done = 0
    for _turn in range(_AT_ONCE):
        now = clock()
        taken = claim_batch(Effect.objects.order_by("id"), now=now, lease=LEASE, limit=1)
        if not taken:
            return done
        done += _bring_about(taken[0], now)
    ring(RUN_EFFECTS, queue=QUEUE)
    return done


def sweep_effects(*, now: datetime) -> bool:
    """Ring if anything is due, as the ring of its cause may have been lost; tell whether it was."""
    is_due = bool(due(Effect.objects.order_by("id"), now=now, limit=1))
    if is_due:
        ring(RUN_EFFECTS, queue=QUEUE)
    beat(EFFECTS_SWEEP, now=now)
    return is_due


def forget_effects(*, now: datetime) -> int:
    """Delete some of the effects done long ago; return how many. 0 means that none is left."""
    old = Effect.objects.filter(done_at__lt=now - _KEPT).order_by("done_at")
    batch = list(old.values_list("pk", flat=True)[:_BATCH])
    deleted, _rows = Effect.objects.filter(pk__in=batch).delete()
    return deleted


def _bring_about(effect: Effect, now: datetime) -> bool:
    try:
        handler = _handlers.get(effect.topic)
        if handler is None:
            raise UnknownTopic(effect.topic)
        handler(effect.payload, now)
    except SoftTimeLimitExceeded:
        _failed(effect, "SoftTimeLimitExceeded", now)
        raise
    except Exception as error:  # whatever it is, it is counted and tried again
        logger.exception("effect %s failed, attempt %s", effect.pk, effect.attempts)
        _failed(effect, f"{type(error).__name__}: {error}", now)
        return False
    reach("after_handle")
    finish(effect, now=now)
    return True


def _failed(effect: Effect, error: str, now: datetime) -> None:
    release(effect, error=error, now=now, max_attempts=MAX_ATTEMPTS)
    if effect.dead_at is not None:
        logger.error("effect %s of %s is given up: %s", effect.pk, effect.topic, error)
