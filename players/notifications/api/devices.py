"""Devices that are pushed to, over HTTP."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.serializers import CharField, DateTimeField, FloatField

from players.notifications.errors import DeviceNotFound, InvalidDevice
from players.notifications.queries.devices import PROVIDERS, list_devices, web_push_key
from players.notifications.services.devices import (
    NewDevice,
    Subscription,
    forget_device,
    register_device,
    try_device,
)
from scopa_site.api import fields
from scopa_site.api.errors import TooManyRequests
from scopa_site.api.limits import spend
from scopa_site.api.rendering import answer, no_content
from scopa_site.api.schema import refusal
from scopa_site.api.views import ApiView

__all__ = ["DeviceListView", "DeviceTestView", "DeviceView"]

_INSTALLATION = OpenApiParameter(
    "installation_id",
    {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[A-Za-z0-9._:-]+$"},
    OpenApiParameter.PATH,
    description="Made up by the app when it is installed, the same for as long as it stays.",
)


class SubscriptionKeys(fields.StrictSerializer):
    """The keys of a subscription."""

    p256dh = fields.StringField(help_text="65 bytes in base64url.")
    auth = fields.StringField(help_text="16 bytes in base64url.")


class _Milliseconds(fields.StrictField, FloatField):
    """A number, as JavaScript writes an instant."""

    def to_internal_value(self, data: Any) -> float:
        """Return the number."""
        if type(data) not in (int, float):
            self.fail("wrong_type")
        return float(data)


class SubscriptionBody(fields.StrictSerializer):
    """A subscription to Web Push: what the browser's `toJSON()` returns, as it is."""

    endpoint = fields.StringField(hints={"format": "uri"})
    expirationTime = _Milliseconds(  # noqa: N815 - the browser's name
        required=False,
        allow_null=True,
        help_text="Not kept: the browser's push service says when the subscription has ended.",
    )
    keys = SubscriptionKeys()


class DeviceBody(fields.StrictSerializer):
    """How a device is pushed to: by a `token`, or a browser by its `subscription`."""

    provider = fields.ChoiceField(choices=PROVIDERS)
    token = fields.StringField(
        required=False,
        hints={"minLength": 1, "maxLength": 4096},
        help_text="As Firebase or Apple gave it; that of Apple in hexadecimal.",
    )
    subscription = SubscriptionBody(required=False)
    sandbox = fields.BooleanField(
        required=False, help_text="Whether the token is of the sandbox of Apple."
    )
    name = fields.StringField(
        required=False,
        hints={"maxLength": 60},
        help_text="For you, to tell it from others.",
    )


class PushedDevice(fields.StrictSerializer):
    """A device that is pushed to. Its token is never shown."""

    installation_id = fields.StringField()
    provider = fields.ChoiceField(choices=PROVIDERS)
    sandbox = fields.BooleanField()
    name = fields.StringField(help_text="As the app gave it; may be empty.")
    updated_at = DateTimeField(help_text="When it was registered last.")


class PushedDevices(fields.StrictSerializer):
    """The devices that are pushed to, and the key with which a browser subscribes."""

    items = fields.ListField(child=PushedDevice())
    web_push_key = CharField(
        allow_null=True,
        help_text="The `applicationServerKey` of Web Push; null where it is not set up.",
    )


class TriedShown(fields.StrictSerializer):
    """What was sent to try a device out."""

    notification = fields.UUIDField(
        help_text="`GET /me/notifications/{id}` says what became of it."
    )


class DeviceListView(ApiView):
    """GET /me/devices."""

    @extend_schema(operation_id="listDevices", tags=["notifications"], responses=PushedDevices)
    def get(self, request: Request) -> HttpResponse:
        """List the devices that are pushed to, the latest first; there are 20 at most."""
        items = [_shown(device) for device in list_devices(self.player_id)]
        return answer({"items": items, "web_push_key": web_push_key()})


class DeviceView(ApiView):
    """PUT and DELETE /me/devices/{installation_id}."""

    @extend_schema(
        operation_id="registerDevice",
        tags=["notifications"],
        parameters=[_INSTALLATION],
        request=DeviceBody,
        responses={200: PushedDevice, 201: PushedDevice, 422: refusal(InvalidDevice.code)},
    )
    def put(self, request: Request, installation_id: str) -> HttpResponse:
        """Have notifications pushed to this device, for as long as this session is logged in.

        Say so each time the app starts, as tokens change. A token that was another player's, or
        another installation's, is taken from there in the same step.
        """
        device = _described(installation_id, DeviceBody.parse(request.data))
        row, is_new = register_device(
            player_id=self.player_id, session=self.token_id, device=device, now=self.arrived_at
        )
        return answer(_shown(row), 201 if is_new else 200)

    @extend_schema(
        operation_id="forgetDevice",
        tags=["notifications"],
        parameters=[_INSTALLATION],
        request=None,
        responses={204: None, 404: refusal(DeviceNotFound.code)},
    )
    def delete(self, request: Request, installation_id: str) -> HttpResponse:
        """Have nothing pushed to a device any more; it is forgotten with its token."""
        fields.EmptyBody.parse(request.data)
        forget_device(player_id=self.player_id, installation_id=installation_id)
        return no_content()


class DeviceTestView(ApiView):
    """POST /me/devices/{installation_id}/test."""

    @extend_schema(
        operation_id="testDevice",
        tags=["notifications"],
        parameters=[_INSTALLATION],
        request=None,
        responses={
            202: TriedShown,
            404: refusal(DeviceNotFound.code),
            429: refusal(TooManyRequests.code),
        },
    )
    def post(self, request: Request, installation_id: str) -> HttpResponse:
        """Have a notification pushed to this device alone, to see whether it comes."""
        spend("device_test_per_player", self.counted_as)
        fields.EmptyBody.parse(request.data)
        notification = try_device(
            player_id=self.player_id, installation_id=installation_id, now=self.arrived_at
        )
        return answer({"notification": notification}, 202)


def _described(installation_id: str, body: dict[str, Any]) -> NewDevice:
    given = body.get("subscription")
    subscription = None
    if given is not None:
        subscription = Subscription(endpoint=given["endpoint"], **given["keys"])
    return NewDevice(
        installation_id=installation_id,
        provider=body["provider"],
        token=body.get("token"),
        subscription=subscription,
        is_sandbox=body.get("sandbox", False),
        name=body.get("name", ""),
    )


def _shown(device: Any) -> dict[str, Any]:
    return {
        "installation_id": device.installation_id,
        "provider": device.provider,
        "sandbox": device.is_sandbox,
        "name": device.name,
        "updated_at": device.updated_at,
    }
