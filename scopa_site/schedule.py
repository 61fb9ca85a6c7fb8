"""What is done again and again, whether or not anybody rang."""

from typing import Any, Final

__all__ = ["SCHEDULE"]

# Seconds between two runs, by task.
_EVERY: Final = {
    "games.sweep_ai_turns": 2.0,
    "games.sweep_deadlines": 5.0,
    "scopa_site.sweep_effects": 5.0,
    "notifications.sweep": 5.0,
    "games.sweep_offers": 30.0,
    "games.sweep_reminders": 30.0,
    "scopa_site.forget_old_rows": 600.0,
    "games.sweep_abandoned": 3600.0,
    "games.sweep_closed_worlds": 3600.0,
    # Each hour, not each day: a scheduler that is started anew counts from its start.
    "players.trim_feeds": 3600.0,
    "players.sweep_deletions": 3600.0,
    "players.sweep_exports": 3600.0,
    "players.forget_codes": 3600.0,
    "players.forget_tokens": 3600.0,
    "players.sweep_idle_guests": 3600.0,
    "notifications.forget_old": 3600.0,
}


def _entry(task: str, seconds: float) -> dict[str, Any]:
    """Ring so often; a ring that nobody took within two periods is worth nothing."""
    options = {"expires": 2 * seconds, "queue": "sweeps"}
    return {"task": task, "schedule": seconds, "options": options}


SCHEDULE: Final = {task: _entry(task, seconds) for task, seconds in _EVERY.items()}
