"""Ratings, and what changed them. Reads only."""

from uuid import UUID

from players.models import RatedResult

__all__ = ["is_counted"]


def is_counted(match_id: UUID) -> bool:
    """Tell whether a match has been recorded for ratings, and was not annulled. One query."""
    return RatedResult.objects.filter(match=match_id, annulled_at=None).exists()
