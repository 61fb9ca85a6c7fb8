"""Devices to test with, as an app or a browser would describe them."""

import base64
from uuid import uuid4

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from players.models import Token, TokenKind
from players.notifications.services.devices import NewDevice, Subscription, register_device
from tests.players.accounts import NOW

APPLE = "ab" * 32


def fresh_token():
    """Make a token of the shape that Firebase and Apple both take."""
    return uuid4().hex * 2


def written(raw):
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def browser_keys():
    """Make the keys of a browser: a point of the curve, and a secret."""
    point = ec.generate_private_key(ec.SECP256R1()).public_key()
    raw = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return {"p256dh": written(raw), "auth": written(bytes(16))}


def subscription(endpoint="https://push.example/send/1"):
    return Subscription(endpoint=endpoint, **browser_keys())


def session_of(player):
    """Return the id of the latest log-in of a player."""
    mine = Token.objects.filter(player=player, kind=TokenKind.SESSION)
    return mine.latest("pk").public_id


def registered(player, installation_id="telephone", *, now=NOW, **described):
    """Register a device of a player; return it."""
    if "subscription" not in described:
        described.setdefault("token", fresh_token())
    described.setdefault("provider", "webpush" if "subscription" in described else "fcm")
    row, _is_new = register_device(
        player_id=player.pk,
        session=session_of(player),
        device=NewDevice(installation_id, **described),
        now=now,
    )
    return row
