"""APNs as Apple's documents describe it: HTTP/2 alone, tokens signed by ES256."""

import time
import uuid
from collections.abc import Mapping
from typing import Any, Final

import jwt

from sinks.asgi import Answer, Request, json_answer
from sinks.behaviour import Behaviour
from sinks.identities import KEY_ID, TEAM_ID, TOPIC, Identities

__all__ = ["PRODUCTION_PATH", "SANDBOX_PATH", "Apns", "to_of"]

PRODUCTION_PATH: Final = "/apns"
SANDBOX_PATH: Final = "/apns-sandbox"
_LARGEST_BYTES: Final = 4096
_LONGEST_COLLAPSE_ID: Final = 64
_TOKEN_SECONDS: Final = 3600
_REFUSALS: Final[Mapping[str, tuple[int, str]]] = {
    "gone": (410, "Unregistered"),
    "bad_token": (400, "BadDeviceToken"),
    "wrong_app": (400, "DeviceTokenNotForTopic"),
    "bad_message": (400, "PayloadEmpty"),
    "too_large": (413, "PayloadTooLarge"),
    "unauthorized": (403, "ExpiredProviderToken"),
    "forbidden": (403, "InvalidProviderToken"),
    "throttled": (429, "TooManyRequests"),
    "error": (500, "InternalServerError"),
    "unavailable": (503, "ServiceUnavailable"),
}


class Apns:
    """The endpoint that takes messages, of production and of the sandbox."""

    def __init__(self, identities: Identities) -> None:
        """Know by which key tokens are signed."""
        self._identities = identities

    def take(self, request: Request, behaviour: Behaviour) -> Answer:
        """Answer a message."""
        asked_id = request.headers.get("apns-id") or str(uuid.uuid4())
        refusal = _REFUSALS.get(behaviour.how) or self._fault(request)
        if refusal is None:
            return Answer(200, headers={"apns-id": asked_id})
        status, reason = refusal
        said: dict[str, Any] = {"reason": reason}
        if status == 410:
            said["timestamp"] = int(time.time() * 1000)
        headers = {"apns-id": asked_id}
        if behaviour.seconds is not None:
            headers["retry-after"] = str(int(behaviour.seconds))
        return json_answer(status, said, headers)

    def _fault(self, request: Request) -> tuple[int, str] | None:
        if request.method != "POST":
            return 405, "MethodNotAllowed"
        if not to_of(request):
            return 404, "BadPath"
        return self._fault_of_sender(request.headers) or _fault_of_message(request)

    def _fault_of_sender(self, headers: Mapping[str, str]) -> tuple[int, str] | None:
        token = headers.get("authorization", "").removeprefix("bearer ")
        if not token:
            return 403, "MissingProviderToken"
        try:
            claims = jwt.decode(token, self._identities.apns_public_key, algorithms=["ES256"])
            key_id = jwt.get_unverified_header(token).get("kid")
        except jwt.InvalidTokenError:
            return 403, "InvalidProviderToken"
        if claims.get("iss") != TEAM_ID or key_id != KEY_ID:
            return 403, "InvalidProviderToken"
        if claims.get("iat", 0) < time.time() - _TOKEN_SECONDS:
            return 403, "ExpiredProviderToken"
        return None


def to_of(request: Request) -> str:
    """Return the token of the device that a message is for."""
    _before, three, token = request.path.partition("/3/device/")
    return token if three else ""


def _fault_of_message(request: Request) -> tuple[int, str] | None:
    headers = request.headers
    if request.http_version != "2":
        return 400, "BadPath"
    if headers.get("apns-topic") != TOPIC:
        return 400, "BadTopic" if headers.get("apns-topic") else "MissingTopic"
    if headers.get("apns-push-type") != "alert":
        return 400, "InvalidPushType"
    if headers.get("apns-priority", "10") not in ("1", "5", "10"):
        return 400, "BadPriority"
    if not headers.get("apns-expiration", "0").isdigit():
        return 400, "BadExpirationDate"
    if len(headers.get("apns-collapse-id", "").encode()) > _LONGEST_COLLAPSE_ID:
        return 400, "BadCollapseId"
    if not _is_uuid(headers.get("apns-id", str(uuid.uuid4()))):
        return 400, "BadMessageId"
    if len(request.body) > _LARGEST_BYTES:
        return 413, "PayloadTooLarge"
    said = request.json()
    return None if isinstance(said, dict) and "aps" in said else (400, "PayloadEmpty")


def _is_uuid(text: str) -> bool:
    try:
        uuid.UUID(text)
    except ValueError:
        return False
    return True
