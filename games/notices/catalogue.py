"""All types of notifications that come from matches and leagues."""

from games.notices import absences, endings, leagues, offers, turns
from games.notices.waiting import invitations_awaiting, last_plays_of, matches_awaiting
from players.notifications.registry import (
    Gathering,
    register_awaiting,
    register_gathering,
    register_last_plays,
    register_type,
)

__all__ = ["TYPES", "register_notices"]

TYPES = (
    turns.YOUR_TURN,
    turns.REMINDER,
    offers.INVITATION,
    offers.REMATCH,
    offers.ACCEPTED,
    offers.DECLINED,
    offers.CALLED_OFF,
    absences.TIMEOUT,
    absences.AI_TOOK_SEAT,
    absences.PAUSE_ASKED,
    endings.MATCH_OVER,
    endings.RESULT_AMENDED,
    *leagues.LEAGUE_TYPES,
)


def register_notices() -> None:
    """Make the types known, and how to ask what waits for whom and who has just played."""
    for kind in TYPES:
        register_type(kind)
    register_awaiting(matches_awaiting)
    register_gathering(offers.INVITATIONS, Gathering(invitations_awaiting, offers.invitations_told))
    register_last_plays(last_plays_of)
