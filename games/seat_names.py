"""Name the holders of seats, for people to read."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.models import Seat
from games.wording import level_name, numbered

__all__ = ["seat_names"]


def seat_names(seats: Sequence[Seat]) -> tuple[str, ...]:
    """Name each seat by its player or its AI's level; equal names are numbered.

    Reads `seat.player`: fetch the players together with the seats.
    """
    return numbered([_holder(seat) for seat in seats])


def _holder(seat: Seat) -> str:
    if seat.player is not None:
        return seat.player.display_name
    return level_name(seat.level) if seat.level else _("open seat")
