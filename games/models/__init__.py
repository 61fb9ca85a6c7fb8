"""The tables of matches. Rules live above them; a row guards only itself."""

from games.models.ai_turn import AiTurn
from games.models.deal import Deal, DealStatus
from games.models.life import Holiday, LogLine, Outage, OutageCredit, PauseRequest, Timeout
from games.models.match import CLOCK_FIELDS, Match
from games.models.move import Move, MoveIsAppendOnly, MoveSource
from games.models.offer import InvitationLink, MatchPool, Plan, Remark, RemarkKind
from games.models.seat import AskedPause, Seat, SeatKind, SeatStatus
from games.models.tally import Encounter, Tally
from games.models.terms import MatchStatus, RatingNote, Talk

__all__ = [
    "CLOCK_FIELDS",
    "AiTurn",
    "AskedPause",
    "Deal",
    "DealStatus",
    "Encounter",
    "Holiday",
    "InvitationLink",
    "LogLine",
    "Match",
    "MatchPool",
    "MatchStatus",
    "Move",
    "MoveIsAppendOnly",
    "MoveSource",
    "Outage",
    "OutageCredit",
    "PauseRequest",
    "Plan",
    "RatingNote",
    "Remark",
    "RemarkKind",
    "Seat",
    "SeatKind",
    "SeatStatus",
    "Talk",
    "Tally",
    "Timeout",
]
