"""Read from a request who calls, and which match it is about."""

from typing import cast
from uuid import UUID

from rest_framework.request import Request

from games.errors import MatchNotFound
from players.api.ids import read_id

__all__ = ["caller_of", "match_id_of"]


def caller_of(request: Request) -> int:
    """Give the key of the player whose token it is; an ApiView that is not public has one."""
    return cast(int, request.user.pk)


def match_id_of(text: str) -> UUID:
    """Read the id in a path; one that cannot be read names no match, and says so alike."""
    return read_id(text, MatchNotFound)
