"""The admin of matches: look and search, never change. Hidden cards have a page of their own."""

from games.admin.life import (
    HolidayAdmin,
    InvitationLinkAdmin,
    LogLineAdmin,
    OutageAdmin,
    PauseRequestAdmin,
    RemarkAdmin,
    TimeoutAdmin,
)
from games.admin.logs import DealAdmin, MoveAdmin
from games.admin.matches import MatchAdmin
from games.admin.tallies import EncounterAdmin, TallyAdmin
from games.admin.work import AiTurnAdmin, HeartbeatAdmin

__all__ = [
    "AiTurnAdmin",
    "DealAdmin",
    "EncounterAdmin",
    "HeartbeatAdmin",
    "HolidayAdmin",
    "InvitationLinkAdmin",
    "LogLineAdmin",
    "MatchAdmin",
    "MoveAdmin",
    "OutageAdmin",
    "PauseRequestAdmin",
    "RemarkAdmin",
    "TallyAdmin",
    "TimeoutAdmin",
]
