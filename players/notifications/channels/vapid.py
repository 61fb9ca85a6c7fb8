"""The key by which push services of browsers know this service (VAPID, RFC 8292)."""

import base64
import logging
from functools import lru_cache
from typing import Any

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

__all__ = ["application_server_key", "vapid_key"]

logger = logging.getLogger(__name__)


def vapid_key() -> Any:
    """Return the key; None where it, or whom a push service may write to, is not set up."""
    if not (settings.VAPID_PRIVATE_KEY and settings.VAPID_SUBJECT):
        return None
    return _read(settings.VAPID_PRIVATE_KEY)


def application_server_key() -> str:
    """Return the public key with which browsers subscribe, base64url; empty if not set up."""
    key = vapid_key()
    if key is None:
        return ""
    point = key.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


@lru_cache(maxsize=2)
def _read(secret: str) -> Any:
    try:
        return Vapid02.from_string(secret)
    except (ValueError, TypeError):
        logger.error("VAPID_PRIVATE_KEY cannot be used")
        return None
