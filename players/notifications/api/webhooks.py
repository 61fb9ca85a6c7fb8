"""Webhooks of a player's own programs, over HTTP."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from players.api.ids import read_id
from players.notifications.api.webhook_shapes import (
    WebhookBody,
    WebhookChangeBody,
    WebhookDeliveryList,
    WebhookList,
    WebhookMade,
    WebhookShown,
    WebhookTried,
    delivery_shown,
    webhook_shown,
    wishes_of,
)
from players.notifications.errors import (
    DeliveryNotFound,
    DeliveryUnderWay,
    InvalidWebhook,
    TooManyWebhooks,
    WebhookDisabled,
    WebhookNotFound,
    WebhookRefused,
)
from players.notifications.queries import webhooks as queries
from players.notifications.services import webhooks as services
from scopa_site.api import fields
from scopa_site.api.errors import TooManyRequests
from scopa_site.api.pagination import PageQuery, paginate
from scopa_site.api.rendering import answer, no_content
from scopa_site.api.schema import refusal
from scopa_site.api.views import ApiView

__all__ = [
    "WebhookAgainView",
    "WebhookDeliveryListView",
    "WebhookListView",
    "WebhookSecretView",
    "WebhookTestView",
    "WebhookView",
]

_WEBHOOK = OpenApiParameter(
    "webhook_id", OpenApiTypes.UUID, OpenApiParameter.PATH, description="The `id` of a webhook."
)
_NOTIFICATION = OpenApiParameter(
    "notification_id",
    OpenApiTypes.UUID,
    OpenApiParameter.PATH,
    description="The `id` of a delivery, which is that of its notification.",
)
_MISSING = refusal(WebhookNotFound.code)
_TOO_OFTEN = refusal(TooManyRequests.code)
_TAGS = ["notifications"]


class WebhookListView(ApiView):
    """GET and POST /me/webhooks."""

    answers_secret = True
    counted = {"POST": "webhook_per_player"}

    @extend_schema(operation_id="listWebhooks", tags=_TAGS, responses=WebhookList)
    def get(self, request: Request) -> HttpResponse:
        """List the programs of yours that are told, the newest first; there are 5 at most."""
        items = [webhook_shown(row) for row in queries.list_webhooks(self.player_id)]
        return answer({"items": items})

    @extend_schema(
        operation_id="createWebhook",
        tags=_TAGS,
        request=WebhookBody,
        responses={
            201: WebhookMade,
            409: refusal(TooManyWebhooks.code),
            422: refusal(InvalidWebhook.code, WebhookRefused.code),
            429: _TOO_OFTEN,
        },
    )
    def post(self, request: Request) -> HttpResponse:
        """Have a program told what you are told, by messages as Standard Webhooks describes them.

        The secret is in this answer and nowhere else.
        """
        wishes = wishes_of(WebhookBody.parse(request.data))
        made = services.make_webhook(player_id=self.player_id, wishes=wishes, now=self.arrived_at)
        return answer({**webhook_shown(made.webhook), "secret": made.secret}, 201)


class WebhookView(ApiView):
    """GET, PATCH and DELETE /me/webhooks/{webhook_id}."""

    counted = {"PATCH": "webhook_per_player"}

    @extend_schema(
        operation_id="getWebhook",
        tags=_TAGS,
        parameters=[_WEBHOOK],
        responses={200: WebhookShown, 404: _MISSING},
    )
    def get(self, request: Request, webhook_id: str) -> HttpResponse:
        """Show a webhook."""
        found = queries.get_webhook(self.player_id, read_id(webhook_id, WebhookNotFound))
        return answer(webhook_shown(found))

    @extend_schema(
        operation_id="changeWebhook",
        tags=_TAGS,
        parameters=[_WEBHOOK],
        request=WebhookChangeBody,
        responses={
            200: WebhookShown,
            404: _MISSING,
            422: refusal(InvalidWebhook.code, WebhookRefused.code),
            429: _TOO_OFTEN,
        },
    )
    def patch(self, request: Request, webhook_id: str) -> HttpResponse:
        """Change a webhook, or turn it off and on; what waits for it is tried at once then."""
        wishes = wishes_of(WebhookChangeBody.parse(request.data))
        key = read_id(webhook_id, WebhookNotFound)
        changed = services.change_webhook(
            player_id=self.player_id, webhook_id=key, wishes=wishes, now=self.arrived_at
        )
        return answer(webhook_shown(changed))

    @extend_schema(
        operation_id="deleteWebhook",
        tags=_TAGS,
        parameters=[_WEBHOOK],
        request=None,
        responses={204: None, 404: _MISSING},
    )
    def delete(self, request: Request, webhook_id: str) -> HttpResponse:
        """Tell a program nothing any more."""
        fields.EmptyBody.parse(request.data)
        key = read_id(webhook_id, WebhookNotFound)
        services.forget_webhook(player_id=self.player_id, webhook_id=key)
        return no_content()


class WebhookSecretView(ApiView):
    """POST /me/webhooks/{webhook_id}/secret."""

    answers_secret = True
    counted = {"POST": "webhook_per_player"}

    @extend_schema(
        operation_id="changeWebhookSecret",
        tags=_TAGS,
        parameters=[_WEBHOOK],
        request=None,
        responses={200: WebhookMade, 404: _MISSING, 429: _TOO_OFTEN},
    )
    def post(self, request: Request, webhook_id: str) -> HttpResponse:
        """Have a webhook signed with a new secret.

        For 24 hours there is a signature of the one before as well, so that nothing is missed while
        the program learns the new one.
        """
        fields.EmptyBody.parse(request.data)
        key = read_id(webhook_id, WebhookNotFound)
        made = services.change_secret(player_id=self.player_id, webhook_id=key, now=self.arrived_at)
        return answer({**webhook_shown(made.webhook), "secret": made.secret})


class WebhookTestView(ApiView):
    """POST /me/webhooks/{webhook_id}/test."""

    counted = {"POST": "webhook_test_per_player"}

    @extend_schema(
        operation_id="testWebhook",
        tags=_TAGS,
        parameters=[_WEBHOOK],
        request=None,
        responses={
            202: WebhookTried,
            404: _MISSING,
            409: refusal(WebhookDisabled.code),
            429: _TOO_OFTEN,
        },
    )
    def post(self, request: Request, webhook_id: str) -> HttpResponse:
        """Send a notification of type `test` to this webhook alone."""
        fields.EmptyBody.parse(request.data)
        key = read_id(webhook_id, WebhookNotFound)
        sent = services.try_webhook(player_id=self.player_id, webhook_id=key, now=self.arrived_at)
        return answer({"notification": str(sent)}, 202)


class WebhookDeliveryListView(ApiView):
    """GET /me/webhooks/{webhook_id}/deliveries."""

    query = {"GET": PageQuery}

    @extend_schema(
        operation_id="listWebhookDeliveries",
        tags=_TAGS,
        parameters=[_WEBHOOK],
        responses={200: WebhookDeliveryList, 404: _MISSING},
    )
    def get(self, request: Request, webhook_id: str) -> HttpResponse:
        """List what a webhook was sent, and what came of it."""
        key = read_id(webhook_id, WebhookNotFound)
        rows = queries.list_webhook_deliveries(self.player_id, key)
        scope = f"webhook deliveries {key}"
        return answer(paginate(rows, self.parameters, delivery_shown, scope=scope))


class WebhookAgainView(ApiView):
    """POST /me/webhooks/{webhook_id}/deliveries/{notification_id}/again."""

    counted = {"POST": "webhook_test_per_player"}

    @extend_schema(
        operation_id="sendToWebhookAgain",
        tags=_TAGS,
        parameters=[_WEBHOOK, _NOTIFICATION],
        request=None,
        responses={
            202: WebhookTried,
            404: refusal(WebhookNotFound.code, DeliveryNotFound.code),
            409: refusal(WebhookDisabled.code, DeliveryUnderWay.code),
            429: _TOO_OFTEN,
        },
    )
    def post(self, request: Request, webhook_id: str, notification_id: str) -> HttpResponse:
        """Send something again to this webhook alone, with the same `webhook-id`.

        Also what is over or read by now. What waits for another attempt is tried at once.
        """
        fields.EmptyBody.parse(request.data)
        sent = read_id(notification_id, DeliveryNotFound)
        services.send_to_webhook_again(
            player_id=self.player_id,
            webhook_id=read_id(webhook_id, WebhookNotFound),
            notification_id=sent,
            now=self.arrived_at,
        )
        return answer({"notification": str(sent)}, 202)
