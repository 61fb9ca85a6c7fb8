"""The key by which push services of browsers know this service (VAPID, RFC 8292)."""

import base64
from functools import lru_cache
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

from players.notifications.channels.credentials import Unusable

__all__ = ["application_server_key", "vapid_key"]


def vapid_key() -> Any:
    """Return the key; None where neither it nor a subject is given.

    Raises Unusable where one is missing, or of no use.
    """
    secret, subject = settings.VAPID_PRIVATE_KEY, settings.VAPID_SUBJECT
    if not (secret or subject):
        return None
    if not (secret and subject):
        missing = "VAPID_SUBJECT" if secret else "VAPID_PRIVATE_KEY"
        raise Unusable(f"Web Push is set up by halves: not given is {missing}")
    if not subject.startswith(("mailto:", "https:")):
        raise Unusable("VAPID_SUBJECT begins with neither mailto: nor https:")
    key = _read(secret)
    if key is None:
        raise Unusable("VAPID_PRIVATE_KEY is not 32 bytes of P-256, base64url")
    return key


def application_server_key() -> str:
    """Return the public key with which browsers subscribe, base64url; empty without a good one."""
    try:
        key = vapid_key()
    except Unusable:
        return ""
    if key is None:
        return ""
    point = key.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


@lru_cache(maxsize=2)
def _read(secret: str) -> Any:
    try:
        key = Vapid02.from_string(secret)
    except (ValueError, TypeError, AttributeError):
        return None
    # What is no raw key is taken for one in DER, which may be of another curve.
    return key if isinstance(getattr(key.public_key, "curve", None), SECP256R1) else None
