"""FCM as its documents describe the HTTP v1 API, and the token endpoint of service accounts."""

import secrets
import time
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qsl

import jwt

from sinks.asgi import Answer, Request, json_answer
from sinks.behaviour import Behaviour
from sinks.identities import CLIENT_EMAIL, PROJECT, Identities

__all__ = ["SEND_PATH", "TOKEN_PATH", "Fcm", "to_of"]

TOKEN_PATH: Final = "/token"  # noqa: S105 - a path
SEND_PATH: Final = f"/v1/projects/{PROJECT}/messages:send"
_AUDIENCE: Final = "https://oauth2.googleapis.com/token"
_SCOPE: Final = "https://www.googleapis.com/auth/firebase.messaging"
_TOKEN_SECONDS: Final = 3600
_LARGEST_BYTES: Final = 4096
_ERROR_TYPE: Final = "type.googleapis.com/google.firebase.fcm.v1.FcmError"
_FIELDS_TYPE: Final = "type.googleapis.com/google.rpc.BadRequest"
_REFUSALS: Final[Mapping[str, tuple[int, str, str]]] = {
    "gone": (404, "NOT_FOUND", "UNREGISTERED"),
    "wrong_app": (403, "PERMISSION_DENIED", "SENDER_ID_MISMATCH"),
    "throttled": (429, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED"),
    "error": (500, "INTERNAL", "INTERNAL"),
    "unavailable": (503, "UNAVAILABLE", "UNAVAILABLE"),
    "unauthorized": (401, "UNAUTHENTICATED", ""),
    "forbidden": (403, "PERMISSION_DENIED", ""),
}
_FIELDS: Final[Mapping[str, tuple[str, str]]] = {
    "bad_token": ("message.token", "The registration token is not a valid FCM registration token"),
    "bad_message": ("message.data", "Invalid value at 'message.data'"),
    "too_large": ("message", "Android message is too big"),
}


class Fcm:
    """The endpoint that hands out tokens, and the one that takes messages."""

    def __init__(self, identities: Identities) -> None:
        """Begin without tokens."""
        self._identities = identities
        self._tokens: dict[str, float] = {}

    def hand_out(self, request: Request, audience: str, behaviour: Behaviour) -> Answer:
        """Answer a grant by assertion."""
        if behaviour.how in ("unauthorized", "forbidden", "gone"):
            return json_answer(401, {"error": "invalid_client"})
        if behaviour.how in ("error", "unavailable"):
            return json_answer(503, {"error": "internal_failure"})
        asked = dict(parse_qsl(request.body.decode()))
        try:
            claims = jwt.decode(
                asked.get("assertion", ""),
                self._identities.fcm_public_key,
                algorithms=["RS256"],
                # Google's library names Google, wherever it calls.
                audience=[audience, _AUDIENCE],
                issuer=CLIENT_EMAIL,
            )
        except jwt.InvalidTokenError as error:
            return json_answer(400, {"error": "invalid_grant", "error_description": str(error)})
        if _SCOPE not in claims.get("scope", ""):
            return json_answer(400, {"error": "invalid_scope"})
        token = f"ya29.{secrets.token_urlsafe(40)}"
        self._tokens[token] = time.time() + _TOKEN_SECONDS
        return json_answer(
            200, {"access_token": token, "expires_in": _TOKEN_SECONDS, "token_type": "Bearer"}
        )

    def forget_tokens(self) -> None:
        """Let all tokens that were handed out be worth nothing."""
        self._tokens.clear()

    def take(self, request: Request, behaviour: Behaviour) -> Answer:
        """Answer a message."""
        if behaviour.how in _REFUSALS:
            return _refused(*_REFUSALS[behaviour.how], seconds=behaviour.seconds)
        if behaviour.how in _FIELDS:
            return _wrong_field(*_FIELDS[behaviour.how])
        bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
        if self._tokens.get(bearer, 0) < time.time():
            return _refused(401, "UNAUTHENTICATED", "")
        fault = _fault(request.json())
        if fault is not None:
            return _wrong_field(*fault)
        return json_answer(200, {"name": f"projects/{PROJECT}/messages/{secrets.token_hex(8)}"})


def to_of(request: Request) -> str:
    """Return the token that a message is for."""
    said = request.json()
    message = said.get("message") if isinstance(said, dict) else None
    return str(message.get("token", "")) if isinstance(message, dict) else ""


def _fault(said: Any) -> tuple[str, str] | None:
    """Return what FCM would not take: which field, and why."""
    message = said.get("message") if isinstance(said, dict) else None
    if not isinstance(message, dict) or not message.get("token"):
        return "message.token", "The token is missing"
    data = message.get("data", {})
    if not all(isinstance(value, str) for value in data.values()):
        return "message.data", "Values of data are strings"
    if any(key in ("from", "message_type") or key.startswith("google") for key in data):
        return "message.data", "A reserved word"
    android = message.get("android", {})
    if not str(android.get("ttl", "0s")).endswith("s"):
        return "message.android.ttl", "Illegal duration format; duration must end with 's'"
    if android.get("priority", "normal").lower() not in ("normal", "high"):
        return "message.android.priority", "Invalid value"
    if len(str(message.get("notification", ""))) + len(str(data)) > _LARGEST_BYTES:
        return "message", "Android message is too big"
    return None


def _refused(status: int, word: str, code: str, *, seconds: float | None = None) -> Answer:
    details = [{"@type": _ERROR_TYPE, "errorCode": code}] if code else []
    headers = {} if seconds is None else {"retry-after": str(int(seconds))}
    return json_answer(status, _error(status, word, "Not taken.", details), headers)


def _wrong_field(field: str, why: str) -> Answer:
    details = [
        {"@type": _ERROR_TYPE, "errorCode": "INVALID_ARGUMENT"},
        {"@type": _FIELDS_TYPE, "fieldViolations": [{"field": field, "description": why}]},
    ]
    return json_answer(400, _error(400, "INVALID_ARGUMENT", why, details))


def _error(status: int, word: str, why: str, details: list[Any]) -> dict[str, Any]:
    return {"error": {"code": status, "message": why, "status": word, "details": details}}
