"""Be ready only while notifications are brought out, and show how many are on their way."""

from collections import Counter
from datetime import timedelta
from typing import Final

from django.db.models import Count, Q, QuerySet

from players.notifications.delivering.resting import BROWSERS, RESTABLE
from players.notifications.jobs import NOTICES_SWEEP
from players.notifications.models import Delivery, Lane, Resting
from scopa_site import time
from scopa_site.api.metrics import register_gauge
from scopa_site.api.watch import oldest_due_since, watch_queue, watch_sweep

__all__ = ["watch_deliveries"]

# Ten thousand at once are not brought out in a moment, and nobody plays the worse for it.
_PATIENCE: Final = timedelta(minutes=10)
_SWEEP_PATIENCE: Final = timedelta(seconds=20)


def watch_deliveries() -> None:
    """Watch the deliveries and their sweep, and count what is on its way."""
    watch_queue("notices", _due, patience=_PATIENCE)
    watch_sweep(NOTICES_SWEEP, patience=_SWEEP_PATIENCE)
    register_gauge(
        "scopa_notices",
        "Deliveries that have not come to their end, by channel and how they stand.",
        _on_their_way,
        label="channel_status",
    )
    register_gauge(
        "scopa_strangers_wait_seconds",
        "How long the oldest delivery to a browser or webhook has been due.",
        _strangers_wait,
    )
    register_gauge(
        "scopa_providers_resting",
        "1 for a provider that is left alone for now, as it does not answer or is set up wrongly.",
        _resting,
        label="provider",
    )


def _due() -> "QuerySet[Delivery]":
    # What is held for later is much, and late in nothing.
    # Nor does it say that we are ill when a stranger is.
    return _due_in(Lane.KNOWN)


def _strangers_wait() -> float:
    now = time.now()
    since = oldest_due_since(_due_in(Lane.STRANGERS), now=now)
    return (now - (since or now)).total_seconds()


def _due_in(lane: Lane) -> "QuerySet[Delivery]":
    due = Q(available_at=None) | Q(available_at__lte=time.now())
    return Delivery.objects.filter(due, lane=lane)


def _on_their_way() -> dict[str, float]:
    undone = Delivery.objects.filter(done_at=None, dead_at=None).order_by()
    counts: Counter[str] = Counter()
    for channel, status, count in undone.values_list("channel", "status").annotate(Count("pk")):
        counts[f"{channel}_{status}"] += count
    return {name: float(count) for name, count in counts.items()}


def _resting() -> dict[str, float]:
    rest = set(Resting.objects.filter(until__gt=time.now()).values_list("name", flat=True))
    return {name: float(name in rest) for name in sorted(rest | RESTABLE | {BROWSERS})}
