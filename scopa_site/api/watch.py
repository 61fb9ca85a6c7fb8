"""Watch queues of owed work and their sweeps: readiness turns red, and /metrics shows the ages."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Min, QuerySet
from django.db.models.functions import Coalesce

from scopa_site import time
from scopa_site.api.health import register_check
from scopa_site.api.metrics import register_gauge
from scopa_site.outbox.claims import last_beat
from scopa_site.outbox.models import OutboxRow

__all__ = [
    "SweepIsLate",
    "WorkIsLate",
    "oldest_due_since",
    "show_sweep",
    "watch_queue",
    "watch_sweep",
]


class SweepIsLate(RuntimeError):
    """Raised when a sweep has not run lately. Look at the worker and at beat."""


class WorkIsLate(RuntimeError):
    """Raised when work that is due has been left undone for too long. Look at the workers."""


@dataclass(frozen=True)
class _Queue:
    rows: Callable[[], "QuerySet[OutboxRow]"]
    patience: timedelta


_queues: dict[str, _Queue] = {}
_sweeps: dict[str, timedelta] = {}
_shown: list[str] = []


def watch_queue(
    name: str, rows: Callable[[], "QuerySet[OutboxRow]"], *, patience: timedelta
) -> None:
    """Make readiness fail as `<name>_queue` while a row has been due for longer than `patience`.

    Rows that are given up do not count: they wait for a person, not for a worker.
    """
    _queues[name] = _Queue(rows, patience)
    register_check(f"{_plain(name)}_queue", lambda: _check_queue(name))


def watch_sweep(name: str, *, patience: timedelta) -> None:
    """Make readiness fail as `<name>_sweep` when the sweep's last beat is older than `patience`."""
    _sweeps[name] = patience
    show_sweep(name)
    register_check(f"{_plain(name)}_sweep", lambda: _check_sweep(name))


def show_sweep(name: str) -> None:
    """Show in /metrics how long ago the sweep last ran; readiness does not ask for it."""
    if name not in _shown:
        _shown.append(name)


def oldest_due_since(rows: "QuerySet[OutboxRow]", *, now: datetime) -> datetime | None:
    """Tell since when the oldest due row is due; None when nothing is. Taken rows count."""
    undone = rows.filter(done_at__isnull=True, dead_at__isnull=True).order_by()
    due_at = Min(Coalesce("available_at", "created_at"))
    since: datetime | None = undone.aggregate(since=due_at)["since"]
    return since if since is not None and since <= now else None


def _plain(name: str) -> str:
    return name.replace("-", "_")


def _check_queue(name: str) -> None:
    queue, now = _queues[name], time.now()
    since = oldest_due_since(queue.rows(), now=now)
    if since is not None and now - since > queue.patience:
        raise WorkIsLate(f"{name}: something has been due since {since}")


def _check_sweep(name: str) -> None:
    ran_at = last_beat(name)
    if ran_at is None or time.now() - ran_at > _sweeps[name]:
        raise SweepIsLate(f"{name}: last sweep {ran_at}")


def _queue_ages() -> dict[str, float]:
    now = time.now()
    since = {name: oldest_due_since(queue.rows(), now=now) for name, queue in _queues.items()}
    return {name: (now - (at or now)).total_seconds() for name, at in since.items()}


def _dead_rows() -> dict[str, float]:
    return {
        name: queue.rows().filter(dead_at__isnull=False, done_at__isnull=True).count()
        for name, queue in _queues.items()
    }


def _sweep_ages() -> dict[str, float]:
    now = time.now()
    beats = {name: last_beat(name) for name in _shown}
    return {name: (now - at).total_seconds() for name, at in beats.items() if at is not None}


register_gauge(
    "scopa_queue_oldest_due_seconds",
    "Age of the oldest piece of work that is due.",
    _queue_ages,
    label="queue",
)
register_gauge("scopa_queue_dead_rows", "Pieces of work given up.", _dead_rows, label="queue")
register_gauge(
    "scopa_sweep_age_seconds", "Time since a sweep last ran.", _sweep_ages, label="sweep"
)
