"""What the session of one of the staff holds: the password was right, the factor was passed."""

from datetime import datetime, timedelta
from typing import Any, Final

from allauth.mfa.adapter import get_adapter
from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from players.models import Player
from players.services import second_factor
from scopa_site import time

__all__ = ["has_passed", "held", "hold", "let_in", "new_secret", "way_on"]

# How long one may take to find the telephone.
_PATIENCE: Final = timedelta(minutes=10)
_HELD = "staff_held"
_FACTOR = "staff_factor"


def hold(request: HttpRequest, player: Player, way_on: str) -> None:
    """Remember that this player's password was right. Nobody is logged in by that."""
    request.session.cycle_key()
    request.session[_HELD] = {
        "player": player.pk,
        "hash": player.get_session_auth_hash(),
        "at": time.now().isoformat(),
        "way_on": way_on,
    }


def held(request: HttpRequest) -> Player | None:
    """Return whose password was right a while ago, if nothing has changed since."""
    kept: dict[str, Any] | None = request.session.get(_HELD)
    if kept is None or time.now() - datetime.fromisoformat(kept["at"]) > _PATIENCE:
        return None
    player = Player.objects.filter(pk=kept["player"], is_active=True, is_staff=True).first()
    if player is None or not constant_time_compare(player.get_session_auth_hash(), kept["hash"]):
        return None
    return player


def way_on(request: HttpRequest) -> str:
    """Return where the log-in was to lead."""
    address: str = request.session[_HELD]["way_on"]
    return address


def new_secret(request: HttpRequest) -> str:
    """Return the secret that is being set up. Between the requests it lies enciphered.

    It is kept with whose password was right: who logs in next at this computer gets another.
    """
    adapter, kept = get_adapter(), request.session[_HELD]
    secret: str
    if "secret" in kept:
        secret = adapter.decrypt(kept["secret"])
        return secret
    secret = second_factor.new_secret()
    request.session[_HELD] = kept | {"secret": adapter.encrypt(secret)}
    return secret


def let_in(request: HttpRequest, player: Player, factor_id: int) -> None:
    """Log in a player who has passed the second factor."""
    login(request, player, backend=settings.AUTHENTICATION_BACKENDS[0])
    request.session.pop(_HELD, None)
    request.session[_FACTOR] = factor_id


def has_passed(request: HttpRequest) -> bool:
    """Tell whether the session has passed the factor that its player has now.

    One statement for each request: with a factor that is taken away, its sessions end.
    """
    known: bool | None = getattr(request, "has_passed_factor", None)
    if known is None:
        passed = request.session.get(_FACTOR)
        known = passed is not None and second_factor.factor_of(request.user.pk or 0) == passed
        request.has_passed_factor = known  # type: ignore[attr-defined]  # asked for many times
    return known
