"""The guest who plays at this terminal, remembered by name."""

from datetime import datetime

from django.db import transaction

from players.models import Player
from players.services.accounts import create_guest
from players.services.profile import update_profile

__all__ = ["local_player"]

_DEVICE = "manage.py play"


def local_player(*, name: str, language: str, now: datetime) -> Player:
    """Return the guest of this name who played at a terminal before, or make one.

    Nothing but the terminal needs the guest's token, and the terminal asks for none, so it is not
    kept. Raises InvalidProfile, having made nothing, for a name that cannot be shown.
    """
    guests = Player.objects.filter(is_guest=True, is_active=True, display_name=name)
    known = guests.filter(tokens__device_name=_DEVICE).order_by("id").first()
    if known is not None:
        return known
    with transaction.atomic():
        guest = create_guest(device_name=_DEVICE, language=language, now=now).player
        return update_profile(player_id=guest.pk, changes={"display_name": name}, now=now)
