"""The changes that can be made to matches. Each public function is one transaction."""

from games.services.ai_turns import run_ai_turn, sweep_ai_turns
from games.services.lobby import cancel_match, create_match, decline_match, join_match
from games.services.leaving import abort_match, claim_timeout, resign_match, return_to_seat
from games.services.play import AiActor, PersonActor, Played, play_move
from games.services.seating import SEAT_TYPES, SeatRequest
from games.services.timeouts import expire_turn, sweep_deadlines
from games.services.verify import Difference, differences

__all__ = [
    "SEAT_TYPES",
    "AiActor",
    "Difference",
    "PersonActor",
    "Played",
    "SeatRequest",
    "abort_match",
    "cancel_match",
    "claim_timeout",
    "create_match",
    "decline_match",
    "differences",
    "expire_turn",
    "join_match",
    "play_move",
    "resign_match",
    "return_to_seat",
    "run_ai_turn",
    "sweep_ai_turns",
    "sweep_deadlines",
]
