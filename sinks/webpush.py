"""A push service for browsers, and the browsers whose subscriptions it made: it reads what comes.

RFC 8030 (push), 8188 and 8291 (how the text is enciphered), 8292 (VAPID).
"""

import json
import re
import secrets
import time
from collections.abc import Mapping
from typing import Any, Final

import http_ece
import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from sinks.asgi import Answer, Request, json_answer
from sinks.behaviour import Behaviour
from sinks.encoding import base64url, from_base64url

__all__ = ["PATH", "WebPush", "to_of"]

PATH: Final = "/push/"
_LARGEST_BYTES: Final = 4096
_LONGEST_LIFE: Final = 24 * 3600
_TOPIC: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")
_REFUSALS: Final[Mapping[str, int]] = {
    "gone": 410,
    "bad_token": 404,
    "wrong_app": 403,
    "bad_message": 400,
    "too_large": 413,
    "unauthorized": 401,
    "forbidden": 403,
    "throttled": 429,
    "error": 500,
    "unavailable": 503,
}


class WebPush:
    """The push service and its browsers."""

    def __init__(self) -> None:
        """Begin without subscriptions."""
        self._keys: dict[str, tuple[ec.EllipticCurvePrivateKey, bytes]] = {}

    def subscribe(self, name: str, origin: str) -> dict[str, Any]:
        """Make a subscription as a browser hands it to its page; the endpoint ends with `name`."""
        key, auth = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)
        self._keys[name] = key, auth
        public = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": f"{origin}{PATH}{name}",
            "expirationTime": None,
            "keys": {"p256dh": base64url(public), "auth": base64url(auth)},
        }

    def take(self, request: Request, origin: str, behaviour: Behaviour) -> Answer:
        """Answer a message; what it says is deciphered for the book."""
        status = _REFUSALS.get(behaviour.how)
        if status is None:
            status, why = _fault(request, origin)
        else:
            why = behaviour.how
        if status != 201:
            wait = {} if behaviour.seconds is None else {"retry-after": str(int(behaviour.seconds))}
            return json_answer(status, {"code": status, "error": why}, wait)
        text = self._deciphered(request)
        if text is None:
            return json_answer(410, {"code": 410, "error": "no such subscription"})
        return Answer(201, headers={"location": f"{origin}/m/{secrets.token_hex(8)}"}, seen=text)

    def _deciphered(self, request: Request) -> Any:
        """Read the text as the browser does; None where the subscription is not known."""
        if to_of(request) not in self._keys:
            return None
        key, auth = self._keys[to_of(request)]
        text = http_ece.decrypt(
            request.body, private_key=key, auth_secret=auth, version="aes128gcm"
        ).decode()
        try:
            return json.loads(text)
        except ValueError:
            return text


def to_of(request: Request) -> str:
    """Return the last part of the endpoint."""
    return request.path.rpartition("/")[2]


def _fault(request: Request, origin: str) -> tuple[int, str]:
    headers = request.headers
    if not headers.get("ttl", "").isdigit():
        return 400, "TTL is missing"
    if "topic" in headers and not _TOPIC.fullmatch(headers["topic"]):
        return 400, "the topic is too long, or of other characters"
    if headers.get("urgency", "normal") not in ("very-low", "low", "normal", "high"):
        return 400, "no such urgency"
    if headers.get("content-encoding") != "aes128gcm":
        return 415, "not enciphered by aes128gcm"
    if len(request.body) > _LARGEST_BYTES:
        return 413, "too large"
    return _fault_of_sender(headers.get("authorization", ""), origin)


def _fault_of_sender(said: str, origin: str) -> tuple[int, str]:
    """Look at the sender's token, by the key that comes with it."""
    parts = dict(part.strip().split("=", 1) for part in said[6:].split(",") if "=" in part)
    if not said.startswith("vapid ") or {"t", "k"} - set(parts):
        return 401, "no VAPID"
    try:
        point = from_base64url(parts["k"])
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        claims = jwt.decode(parts["t"], key, algorithms=["ES256"], audience=origin)
    except (jwt.InvalidTokenError, ValueError) as error:
        return 403, str(error)
    if not claims.get("sub", "").startswith(("mailto:", "https:")):
        return 403, "nobody to write to"
    if claims["exp"] > time.time() + _LONGEST_LIFE:
        return 403, "lives too long"
    return 201, ""
