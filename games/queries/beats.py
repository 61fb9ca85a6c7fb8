"""When the sweeps ran last."""

from datetime import datetime

from scopa_site.outbox.claims import last_beat

__all__ = [
    "AI_SWEEP",
    "DEADLINE_SWEEP",
    "OFFER_SWEEP",
    "REMINDER_SWEEP",
    "ai_sweep_last_ran_at",
]

AI_SWEEP = "ai-turns"
DEADLINE_SWEEP = "deadlines"
OFFER_SWEEP = "offers"
REMINDER_SWEEP = "reminders"


def ai_sweep_last_ran_at() -> datetime | None:
    """Tell when the sweep of AI turns last ran; None if it never did."""
    return last_beat(AI_SWEEP)
