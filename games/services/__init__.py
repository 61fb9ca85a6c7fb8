"""The changes that can be made to matches. Each public function is one transaction."""

from games.services.abandoned import abandon_match, sweep_abandoned
from games.services.ai_turns import run_ai_turn, sweep_ai_turns
from games.services.closed_worlds import sweep_closed_worlds
from games.services.holidays import give_back_holiday, reckon_matches, take_holiday
from games.services.leaving import abort_match, claim_timeout, resign_match, return_to_seat
from games.services.links import Link, create_link, join_by_code
from games.services.lobby import create_match, join_match
from games.services.muting import mute_match, unmute_match
from games.services.offers import cancel_match, decline_match, sweep_offers
from games.services.pauses import accept_pause, ask_pause, refuse_pause, resume_match
from games.services.plans import drop_plan, make_plan
from games.services.play import AiActor, PersonActor, Played, play_move
from games.services.quick import Found, quick_match
from games.services.rematch import ask_rematch
from games.services.reminders import remind, sweep_reminders
from games.services.sandbox import ClockMoved, move_sandbox_clock
from games.services.seating import SEAT_TYPES, SeatRequest
from games.services.talk import react, write_message
from games.services.terms import OFFER_LASTS, Table
from games.services.timeouts import expire_turn, sweep_deadlines
from games.services.verify import Difference, differences

__all__ = [
    "OFFER_LASTS",
    "SEAT_TYPES",
    "AiActor",
    "ClockMoved",
    "Difference",
    "Found",
    "Link",
    "PersonActor",
    "Played",
    "SeatRequest",
    "Table",
    "abandon_match",
    "abort_match",
    "accept_pause",
    "ask_pause",
    "ask_rematch",
    "cancel_match",
    "claim_timeout",
    "create_link",
    "create_match",
    "decline_match",
    "differences",
    "drop_plan",
    "expire_turn",
    "give_back_holiday",
    "join_by_code",
    "join_match",
    "make_plan",
    "move_sandbox_clock",
    "mute_match",
    "play_move",
    "quick_match",
    "react",
    "reckon_matches",
    "refuse_pause",
    "remind",
    "resign_match",
    "resume_match",
    "return_to_seat",
    "run_ai_turn",
    "sweep_abandoned",
    "sweep_ai_turns",
    "sweep_closed_worlds",
    "sweep_deadlines",
    "sweep_offers",
    "sweep_reminders",
    "take_holiday",
    "unmute_match",
    "write_message",
]
