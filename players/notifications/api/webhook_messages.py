"""What a player's own program is told, for the document of the API: nothing here is called."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse, OpenApiWebhook, extend_schema
from rest_framework.serializers import DateTimeField, DictField

from scopa_site.api import fields

__all__ = ["NOTIFICATION"]


class WebhookNotification(fields.StrictSerializer):
    """What the inbox shows of a notification."""

    id = fields.UUIDField()
    type = fields.StringField(hints={"examples": ["your_turn"]})
    match = fields.UUIDField(allow_null=True, help_text="The match that `link` opens.")
    title = fields.StringField()
    body = fields.StringField()
    link = fields.StringField(help_text="What an app opens; may be empty.")
    created_at = DateTimeField()

    def get_fields(self) -> dict[str, Any]:
        """Add `data`, which is a name that serializers have for themselves."""
        return {
            **super().get_fields(),
            "data": DictField(help_text="Ids and public facts, by type."),
        }


class WebhookMessage(fields.StrictSerializer):
    """One notification, signed after Standard Webhooks."""

    type = fields.StringField(
        hints={"examples": ["notification.your_turn"]},
        help_text="`notification.` and the type.",
    )
    timestamp = DateTimeField()

    def get_fields(self) -> dict[str, Any]:
        """Add `data`, which is a name that serializers have for themselves."""
        return {**super().get_fields(), "data": WebhookNotification()}


NOTIFICATION = OpenApiWebhook(
    "notification",
    extend_schema(
        summary="Be told of a notification.",
        description=(
            "Sent to each webhook of the player. Verify `webhook-id`, `webhook-timestamp` and"
            " `webhook-signature` as Standard Webhooks says; answer within five seconds."
        ),
        # Of its own: generators of clients put webhooks of a tag in the place of its operations.
        tags=["webhooks"],
        request=WebhookMessage,
        responses={
            "2XX": OpenApiResponse(description="Taken; not sent again."),
            "410": OpenApiResponse(description="Never send anything here again."),
        },
    ),
)
