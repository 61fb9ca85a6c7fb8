"""Tell of a player whether there is anything in matches that stays when they are gone."""

from games.models import Match, Seat

__all__ = ["has_matches"]


def has_matches(player_id: int) -> bool:
    """Tell whether a player has, or had, a seat or a match of their making."""
    seats, made = Seat.objects.filter(player_id=player_id), Match.objects
    return seats.exists() or made.filter(creator_id=player_id).exists()
