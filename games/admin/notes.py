"""What the staff are told of a player's matches before they shut the player out."""

from django.db.models import Count
from django.utils.translation import ngettext

from games.models import MatchStatus, Seat

__all__ = ["matches_left"]


def matches_left(player_id: int) -> list[str]:
    """Tell how many matches run, and that they are left to their clocks; so with offers."""
    going_on = (MatchStatus.ACTIVE, MatchStatus.OFFERED)
    seats = Seat.objects.filter(player_id=player_id, match__status__in=going_on)
    by_status = dict(seats.values_list("match__status").annotate(Count("pk")).order_by())
    running, offered = (by_status.get(status, 0) for status in going_on)
    return [
        ngettext(
            "%(count)s running match is left to its clock: it is lost, or played on by the"
            " computer, as its rules say.",
            "%(count)s running matches are left to their clocks: they are lost, or played on by"
            " the computer, as their rules say.",
            running,
        )
        % {"count": running},
        ngettext(
            "%(count)s offer stays until it expires.",
            "%(count)s offers stay until they expire.",
            offered,
        )
        % {"count": offered},
    ]
