"""Hear no more of one match outside the inbox."""

from datetime import datetime
from uuid import UUID

from games.errors import NotSeated
from games.queries import get_match
from players.notifications.services.muting import mute_subject, unmute_subject

__all__ = ["mute_match", "unmute_match"]


def mute_match(*, match_id: UUID, player_id: int, now: datetime) -> None:
    """Send whoever sits there nothing about a match any more; again changes nothing.

    Raises MatchNotFound, NotSeated.
    """
    _check_seated(match_id, player_id)
    mute_subject(player_id=player_id, subject=match_id, now=now)


def unmute_match(*, match_id: UUID, player_id: int) -> None:
    """Send what there is about a match again; where it was not muted, nothing changes.

    Raises MatchNotFound, NotSeated.
    """
    _check_seated(match_id, player_id)
    unmute_subject(player_id=player_id, subject=match_id)


def _check_seated(match_id: UUID, player_id: int) -> None:
    if get_match(match_id=match_id, viewer_id=player_id).seat_of(player_id) is None:
        raise NotSeated
