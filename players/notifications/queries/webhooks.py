"""The webhooks of a player, and what they were sent; for that player alone, and no secret."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import QuerySet

from players.notifications.errors import WebhookNotFound
from players.notifications.models import Target, TargetStatus, Webhook

__all__ = ["TARGET_STATUSES", "get_webhook", "list_webhook_deliveries", "list_webhooks"]

TARGET_STATUSES: Sequence[str] = TargetStatus.values
_SECRETS = ("secret_sealed", "old_secret_sealed")


def list_webhooks(player_id: int) -> QuerySet[Webhook]:
    """List the webhooks of a player, the newest first."""
    return Webhook.objects.filter(player_id=player_id).defer(*_SECRETS).order_by("-pk")


def get_webhook(player_id: int, webhook_id: UUID) -> Webhook:
    """Return one of them. Raises WebhookNotFound."""
    webhook = list_webhooks(player_id).filter(public_id=webhook_id).first()
    if webhook is None:
        raise WebhookNotFound
    return webhook


def list_webhook_deliveries(player_id: int, webhook_id: UUID) -> QuerySet[Target]:
    """List what a webhook was sent, or is being sent. Raises WebhookNotFound."""
    webhook = get_webhook(player_id, webhook_id)
    return Target.objects.filter(webhook=webhook).select_related("delivery__notification")
