"""The devices of a player, for that player alone; their tokens are never read here."""

from django.db.models import QuerySet

from players.models import Token
from players.notifications.channels.vapid import application_server_key
from players.notifications.models import Device, Provider

__all__ = ["PROVIDERS", "list_devices", "web_push_key"]

PROVIDERS = Provider.values


def list_devices(player_id: int) -> QuerySet[Device]:
    """List the devices to which a player can be pushed, the latest first.

    Those whose log-in was taken back are none.
    """
    sessions = Token.objects.filter(player_id=player_id).values("public_id")
    mine = Device.objects.filter(player_id=player_id, session__in=sessions)
    return mine.defer("token_sealed", "token_digest").order_by("-updated_at", "-pk")


def web_push_key() -> str | None:
    """Return the key with which a browser subscribes; None where Web Push is not set up."""
    return application_server_key() or None
