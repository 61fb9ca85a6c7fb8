"""The changes that can be made to matches. Each public function is one transaction."""

from games.services.ai_turns import run_ai_turn, sweep_ai_turns
from games.services.lobby import cancel_match, create_match, decline_match, join_match
from games.services.play import AiActor, PersonActor, Played, play_move, resign_match
from games.services.seating import SEAT_TYPES, SeatRequest
from games.services.verify import Difference, differences

__all__ = [
    "SEAT_TYPES",
    "AiActor",
    "Difference",
    "PersonActor",
    "Played",
    "SeatRequest",
    "cancel_match",
    "create_match",
    "decline_match",
    "differences",
    "join_match",
    "play_move",
    "resign_match",
    "run_ai_turn",
    "sweep_ai_turns",
]
