"""What a device must be like before anything can be pushed to it."""

import base64
import binascii
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from players.models import validate_display_name
from players.notifications.channels.public_addresses import AddressRefused, refuse_form
from players.notifications.models import Provider
from scopa_site.errors import FieldProblem

__all__ = ["NewDevice", "Subscription", "faults_of", "identity_of", "is_installation", "token_of"]

NAME_LENGTH: Final = 60
_INSTALLATION = re.compile(r"[A-Za-z0-9._:-]{1,64}\Z")
_FCM = re.compile(r"[!-~]{1,4096}\Z")
_APNS = re.compile(r"(?:[0-9A-Fa-f]{2}){32,100}\Z")
_ADDRESS = re.compile(r"[!-~]{1,2000}\Z")
_POINT_BYTES: Final = 65
_AUTH_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class Subscription:
    """What a browser gives for Web Push: where to, and the keys (base64url) to encipher with."""

    endpoint: str
    p256dh: str
    auth: str


@dataclass(frozen=True, slots=True)
class NewDevice:
    """An installation of an app, as it describes itself.

    `token` is that of FCM or APNs, `subscription` that of Web Push. `is_sandbox`: the token is of
    Apple's sandbox.
    """

    installation_id: str
    provider: str
    token: str | None = None
    subscription: Subscription | None = None
    is_sandbox: bool = False
    name: str = ""


def faults_of(device: NewDevice) -> list[FieldProblem]:
    """Name everything about a device for which nothing could be pushed to it."""
    of_address = _subscription_faults if device.provider == Provider.WEBPUSH else _token_faults
    return [*_own_faults(device), *of_address(device)]


def token_of(device: NewDevice) -> str:
    """Return what is kept, enciphered, to push by: a token, or the subscription as JSON."""
    if device.subscription is not None:
        keys = {
            "auth": _written(device.subscription.auth),
            "p256dh": _written(device.subscription.p256dh),
        }
        return json.dumps({"endpoint": device.subscription.endpoint, "keys": keys})
    token = device.token or ""
    return token.lower() if device.provider == Provider.APNS else token


def identity_of(device: NewDevice) -> str:
    """Return by what a device is known to be the same, whoever's it is."""
    if device.subscription is not None:
        return f"{device.provider}:{device.subscription.endpoint}"
    return f"{device.provider}:{token_of(device)}"


def is_installation(text: str) -> bool:
    """Tell whether an installation can have this id."""
    return _INSTALLATION.match(text) is not None


def _own_faults(device: NewDevice) -> Iterator[FieldProblem]:
    if not is_installation(device.installation_id):
        text = _("Use 1 to 64 letters, digits, and . _ : - for the id of an installation.")
        yield FieldProblem("/installation_id", "invalid_installation", text)
    if device.is_sandbox and device.provider != Provider.APNS:
        yield FieldProblem("/sandbox", "not_of_apple", _("Only Apple has a sandbox."))
    if len(device.name) > NAME_LENGTH:
        text = _("The name of a device has at most 60 characters.")
        yield FieldProblem("/name", "name_too_long", text)
    elif device.name:
        try:
            validate_display_name(device.name)
        except ValidationError as exc:
            yield FieldProblem("/name", exc.code or "invalid", exc.messages[0])


def _token_faults(device: NewDevice) -> Iterator[FieldProblem]:
    if device.subscription is not None:
        text = _("Only a browser has a subscription.")
        yield FieldProblem("/subscription", "not_of_a_browser", text)
    is_right = _APNS if device.provider == Provider.APNS else _FCM
    if device.token is None or not is_right.match(device.token):
        text = _("This is not a token as this provider gives it.")
        yield FieldProblem("/token", "invalid_token", text)


def _subscription_faults(device: NewDevice) -> Iterator[FieldProblem]:
    if device.token is not None:
        yield FieldProblem("/token", "not_of_an_app", _("A browser has a subscription instead."))
    given = device.subscription
    if given is None:
        text = _("Give the subscription that the browser gave.")
        yield FieldProblem("/subscription", "invalid_subscription", text)
        return
    if not _is_address(given.endpoint):
        text = _("Give the https address that the browser gave.")
        yield FieldProblem("/subscription/endpoint", "invalid_endpoint", text)
    if not _is_point(given.p256dh):
        text = _("This key must be a point of P-256 in 65 bytes, written in base64url.")
        yield FieldProblem("/subscription/keys/p256dh", "invalid_key", text)
    if len(_bytes(given.auth)) != _AUTH_BYTES:
        text = _("This key must be 16 bytes, written in base64url.")
        yield FieldProblem("/subscription/keys/auth", "invalid_key", text)


def _is_address(endpoint: str) -> bool:
    """Tell whether it has the form of an address that is called; it is looked up when it is."""
    try:
        refuse_form(endpoint, loopback=settings.OUTBOUND_LOOPBACK)
    except AddressRefused:
        return False
    return _ADDRESS.match(endpoint) is not None


def _is_point(key: str) -> bool:
    raw = _bytes(key)
    if len(raw) != _POINT_BYTES:
        return False
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)
    except ValueError:
        return False
    return True


def _bytes(text: str) -> bytes:
    """Read base64url, with or without its padding; nothing for what is none."""
    bare = text.rstrip("=")
    try:
        raw = base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)
    except (ValueError, binascii.Error):
        return b""
    return raw


def _written(text: str) -> str:
    return base64.urlsafe_b64encode(_bytes(text)).decode().rstrip("=")
