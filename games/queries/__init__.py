"""Reads. The only functions that hand out a match check that the caller may see it."""

from games.queries.beats import (
    AI_SWEEP,
    DEADLINE_SWEEP,
    OFFER_SWEEP,
    REMINDER_SWEEP,
    ai_sweep_last_ran_at,
)
from games.queries.hearing import list_messages, seats_that_hear
from games.queries.life import HolidayAccount, get_holiday, get_plan, list_log
from games.queries.lists import list_matches, live_matches
from games.queries.live import count_open_matches
from games.queries.matches import (
    all_matches,
    get_game_record,
    get_match,
    list_moves,
    record_of,
    seats_of,
)
from games.queries.summary import Summary, summary_of
from games.queries.sync import Changes, changes_for
from games.queries.tallies import Figures, Met, added_up, figures_of, met, typical_reply

__all__ = [
    "AI_SWEEP",
    "DEADLINE_SWEEP",
    "OFFER_SWEEP",
    "REMINDER_SWEEP",
    "Changes",
    "Figures",
    "HolidayAccount",
    "Met",
    "Summary",
    "added_up",
    "ai_sweep_last_ran_at",
    "all_matches",
    "changes_for",
    "count_open_matches",
    "figures_of",
    "get_game_record",
    "get_holiday",
    "get_match",
    "get_plan",
    "list_log",
    "list_matches",
    "list_messages",
    "list_moves",
    "live_matches",
    "met",
    "record_of",
    "seats_of",
    "seats_that_hear",
    "summary_of",
    "typical_reply",
]
