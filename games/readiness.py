"""What must work before a match can be played."""

from datetime import timedelta

from django.utils import timezone

from games.queries import ai_sweep_last_ran_at

__all__ = ["SweepIsLate", "check_ai_sweep"]

# Three periods of the sweep, and a little for a worker that is busy.
_PATIENCE = timedelta(seconds=10)


class SweepIsLate(RuntimeError):
    """Raised when no worker has swept the AI turns lately. Look at the worker and at beat."""


def check_ai_sweep() -> None:
    """Raise SweepIsLate unless a worker and a beat are at work."""
    ran_at = ai_sweep_last_ran_at()
    if ran_at is None or timezone.now() - ran_at > _PATIENCE:
        raise SweepIsLate(f"last sweep of AI turns: {ran_at}")
