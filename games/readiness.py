"""What must work before a match can be played, and what is shown of how it works."""

from datetime import timedelta
from typing import Final

from games.models import AiTurn, Match, MatchStatus
from games.queries import AI_SWEEP, DEADLINE_SWEEP, REMINDER_SWEEP
from scopa_site import time
from scopa_site.api.metrics import register_gauge
from scopa_site.api.watch import show_sweep, watch_queue, watch_sweep

__all__ = ["watch_matches"]

# Three periods of a sweep, and a little for a worker that is busy.
_AI_SWEEP_PATIENCE: Final = timedelta(seconds=10)
_DEADLINE_SWEEP_PATIENCE: Final = timedelta(seconds=20)
# An AI that fails is tried five times and then played for; that takes half as long.
_AI_TURN_PATIENCE: Final = timedelta(seconds=30)


def watch_matches() -> None:
    """Watch the turns of AIs and the sweeps, and show how many matches go on."""
    watch_queue("ai_turns", AiTurn.objects.all, patience=_AI_TURN_PATIENCE)
    watch_sweep(AI_SWEEP, patience=_AI_SWEEP_PATIENCE)
    watch_sweep(DEADLINE_SWEEP, patience=_DEADLINE_SWEEP_PATIENCE)
    # A match can be played without: a service that has just started need not wait for its first.
    show_sweep(REMINDER_SWEEP)
    register_gauge("scopa_active_matches", "Matches that are being played.", _active_matches)
    register_gauge("scopa_overdue_turns", "Turns past their deadline.", _overdue_turns)
    register_gauge("scopa_overdue_reminders", "Reminders not yet told.", _overdue_reminders)


def _active_matches() -> int:
    return Match.objects.filter(status=MatchStatus.ACTIVE).count()


def _overdue_reminders() -> int:
    return Match.objects.filter(world__isnull=True, remind_at__lt=time.now()).count()


def _overdue_turns() -> int:
    return Match.objects.filter(world__isnull=True, deadline_at__lt=time.now()).count()
