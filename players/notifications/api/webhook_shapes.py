"""Webhooks as they are asked for, and as they are answered."""

from typing import Any, Final

from rest_framework.serializers import CharField, DateTimeField, IntegerField

from players.notifications.queries.failures import error_told
from players.notifications.queries.webhooks import TARGET_STATUSES
from players.notifications.services.webhooks import WebhookWishes
from scopa_site.api import fields

__all__ = [
    "WebhookBody",
    "WebhookChangeBody",
    "WebhookDeliveryList",
    "WebhookList",
    "WebhookMade",
    "WebhookShown",
    "WebhookTried",
    "delivery_shown",
    "webhook_shown",
    "wishes_of",
]

_MOST_TYPES: Final = 50
_URL: Final = {"format": "uri", "maxLength": 2000, "examples": ["https://bot.example/scopa"]}
_NAME_HELP: Final = "For you, to tell it from others."
_TYPES_HELP: Final = "Of which types it is told; empty for all."


class WebhookBody(fields.StrictSerializer):
    """A program that is to be told."""

    url = fields.StringField(
        hints=_URL, help_text="An https address of a public machine, on port 443 or from 1024 on."
    )
    name = fields.StringField(required=False, hints={"maxLength": 60}, help_text=_NAME_HELP)
    types = fields.ListField(
        child=fields.StringField(), required=False, max_items=_MOST_TYPES, help_text=_TYPES_HELP
    )


class WebhookChangeBody(WebhookBody):
    """What changes of it; the rest stays as it is."""

    url = fields.StringField(required=False, hints=_URL)
    enabled = fields.BooleanField(
        required=False, help_text="`true` begins anew, where it was turned off by itself."
    )


class WebhookShown(fields.StrictSerializer):
    """A program that is told. Its secret is never shown again."""

    id = fields.UUIDField()
    url = fields.StringField()
    name = fields.StringField(help_text="May be empty.")
    types = fields.ListField(child=fields.StringField(), help_text=_TYPES_HELP)
    enabled = fields.BooleanField()
    disabled_because = CharField(
        allow_null=True,
        help_text="`gone`: it answered 410. `failing`: it took nothing for five days. "
        "null: you turned it off, or it is on.",
    )
    failing_since = DateTimeField(allow_null=True, help_text="null: it took what came last.")
    old_secret_until = DateTimeField(
        allow_null=True, help_text="Until then the secret before signs as well."
    )
    created_at = DateTimeField()


class WebhookMade(WebhookShown):
    """A webhook with its new secret."""

    secret = fields.StringField(help_text="Shown this once. All that comes is signed with it.")


class WebhookList(fields.StrictSerializer):
    """Your webhooks, the newest first; there are five at most."""

    items = fields.ListField(child=WebhookShown())


class WebhookTried(fields.StrictSerializer):
    """What was sent to try it."""

    notification = fields.UUIDField(help_text="Its `id`, and the `webhook-id` that is sent.")


class WebhookDeliveryShown(fields.StrictSerializer):
    """What became of one notification at this webhook."""

    id = fields.UUIDField(help_text="That of the notification, and the `webhook-id` that is sent.")
    type = fields.StringField()
    status = fields.ChoiceField(
        choices=TARGET_STATUSES,
        help_text="`open`: on its way. `sent`: taken. `gone`: it answered 410. `given_up`: never "
        "taken. `dropped`: not sent any more; `reason` says why. `refused`: not to be taken.",
    )
    status_text = fields.StringField()
    reason = fields.StringField(help_text="Why it is held or was dropped; empty for none.")
    reason_text = fields.StringField(help_text="The same for people.")
    attempts = fields.IntegerField()
    http_status = IntegerField(
        allow_null=True, help_text="What it answered last; null for nothing."
    )
    error = fields.StringField(help_text="Why the last attempt failed; empty where it did not.")
    created_at = DateTimeField(help_text="When the notification was made.")
    tried_at = DateTimeField(allow_null=True, help_text="When it was sent last.")
    next_try_at = DateTimeField(allow_null=True, help_text="null: it is not tried again.")


class WebhookDeliveryList(fields.StrictSerializer):
    """What a webhook was sent, the newest first."""

    items = fields.ListField(child=WebhookDeliveryShown())
    next_cursor = CharField(allow_null=True)


def wishes_of(body: dict[str, Any]) -> WebhookWishes:
    """Return what a body asks for."""
    return WebhookWishes(
        url=body.get("url"),
        name=body.get("name"),
        types=body.get("types"),
        is_enabled=body.get("enabled"),
    )


def webhook_shown(webhook: Any) -> dict[str, Any]:
    """Show a webhook to whose it is."""
    return {
        "id": str(webhook.public_id),
        "url": webhook.url,
        "name": webhook.name,
        "types": webhook.types,
        "enabled": webhook.is_enabled,
        "disabled_because": webhook.disabled_because or None,
        "failing_since": webhook.failing_since,
        "old_secret_until": webhook.old_secret_until,
        "created_at": webhook.created_at,
    }


def delivery_shown(target: Any) -> dict[str, Any]:
    """Show what became of one delivery at one webhook."""
    delivery = target.delivery
    told = delivery.notification
    is_tried_again = target.status == "open" and delivery.done_at is None
    # What became of the whole says nothing of a webhook that has it, or is gone.
    tells = target.status in ("open", "given_up", "dropped")
    return {
        "id": str(told.public_id),
        "type": told.type,
        "status": target.status,
        "status_text": target.get_status_display(),
        "reason": delivery.reason if tells else "",
        "reason_text": delivery.get_reason_display() if tells and delivery.reason else "",
        "attempts": target.attempts,
        "http_status": target.http_status,
        "error": error_told(target.error),
        "created_at": told.created_at,
        "tried_at": target.tried_at,
        "next_try_at": delivery.available_at if is_tried_again else None,
    }
