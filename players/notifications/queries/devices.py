"""The devices of a player, for that player alone; their tokens are never read here."""

from django.db.models import QuerySet

from players.models import Token
from players.notifications.models import Device, Provider

__all__ = ["PROVIDERS", "list_devices"]

PROVIDERS = Provider.values


def list_devices(player_id: int) -> QuerySet[Device]:
    """List the devices to which a player can be pushed, the latest first.

    Those whose log-in was taken back are none.
    """
    sessions = Token.objects.filter(player_id=player_id).values("public_id")
    mine = Device.objects.filter(player_id=player_id, session__in=sessions)
    return mine.defer("token_sealed", "token_digest").order_by("-updated_at", "-pk")
