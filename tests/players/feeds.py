"""What players are told, for tests."""

from uuid import UUID

from django.db import transaction

from players.models import FeedEvent
from players.services import NewEvent, publish
from tests.players.accounts import NOW

MATCH = UUID("7b0f0b8e-3b1c-4c39-9c0e-6a3a5a0c0d11")


def tell(*player_ids, type="match.started", now=NOW, subject=MATCH, **data):
    """Publish one event for each of the players."""
    events = [NewEvent(player_id, type, subject, data) for player_id in player_ids]
    with transaction.atomic():
        publish(events, now=now)


def told(player_id):
    """Return the numbers and types in a feed."""
    return list(
        FeedEvent.objects.filter(player_id=player_id).order_by("seq").values_list("seq", "type")
    )
