"""The tables of matches. Rules live above them; a row guards only itself."""

from games.models.ai_turn import AiTurn
from games.models.deal import Deal, DealStatus
from games.models.match import Match, MatchStatus
from games.models.move import Move, MoveIsAppendOnly, MoveSource
from games.models.seat import Seat, SeatKind, SeatStatus

__all__ = [
    "AiTurn",
    "Deal",
    "DealStatus",
    "Match",
    "MatchStatus",
    "Move",
    "MoveIsAppendOnly",
    "MoveSource",
    "Seat",
    "SeatKind",
    "SeatStatus",
]
