"""Push by Apple's own service, over HTTP/2, with a token that is signed here."""

import hashlib
import threading
import time
from typing import Any, Final

import jwt
from django.conf import settings

from players.notifications.channels.answers import (
    SECONDS,
    Answer,
    Client,
    NoAnswer,
    retry_after_of,
    word_of,
)
from players.notifications.channels.credentials import Unusable, apns_key, wrongly_set_up
from players.notifications.channels.fitting import fitted, interruption_level
from players.notifications.channels.letter import (
    Address,
    Gone,
    Later,
    Letter,
    Outcome,
    Refused,
    Sent,
)

__all__ = ["ApnsTransport"]

_LARGEST_BYTES: Final = 4096
_LONGEST_COLLAPSE_ID: Final = 64
# Apple refuses tokens of more than an hour, and those who make new ones within 20 minutes.
_TOKEN_SECONDS: Final = 45 * 60
_SOONEST_SECONDS: Final = 20 * 60
# The device will never get anything again, or not as this app.
_GONE: Final = {"Unregistered", "ExpiredToken", "BadDeviceToken", "DeviceTokenNotForTopic"}
# What is set up here is wrong: it gets through once somebody has put it right.
_WRONGLY_SET_UP: Final = {
    "BadTopic",
    "MissingTopic",
    "TopicDisallowed",
    "InvalidProviderToken",
    "MissingProviderToken",
    "ExpiredProviderToken",
    "BadCertificate",
    "BadCertificateEnvironment",
    "TooManyProviderTokenUpdates",
    "IdleTimeout",
}


class ApnsTransport:
    """Carries letters to APNs."""

    def __init__(self) -> None:
        """Call nobody yet; the key is read when it is first needed."""
        self._client = Client(http2=True)
        self._reading = threading.Lock()
        self._tokens: _Tokens | None = None

    def send(self, letter: Letter, address: Address) -> Outcome:
        """Carry one letter to the device whose token is the address."""
        try:
            tokens = self._ready()
        except Unusable as fault:
            return wrongly_set_up("APNs", fault)
        if tokens is None:
            return Refused("APNs is not set up", not_set_up=True)
        if not (address.token.isascii() and address.token.isalnum()):
            return Refused("APNs: this is no token of a device")
        until = time.monotonic() + SECONDS
        host = settings.APNS_SANDBOX_URL if address.is_sandbox else settings.APNS_URL
        try:
            answer = self._post(tokens, f"{host}/3/device/{address.token}", letter, until)
        except NoAnswer as error:
            return Later(f"APNs: {error}", provider_rests=True)
        return _outcome(answer)

    def _ready(self) -> "_Tokens | None":
        """Return what signs; read until it is good, as a file may be put right meanwhile."""
        with self._reading:
            if self._tokens is None and (key := apns_key()) is not None:
                self._tokens = _Tokens(key)
            return self._tokens

    def _post(self, tokens: "_Tokens", url: str, letter: Letter, until: float) -> Answer:
        """Post; with a new token, once, if the one at hand is too old for Apple."""
        content, headers = _payload(letter), _headers(letter)
        token = tokens.current()
        answer = self._client.post(
            url, content=content, headers=_bearing(headers, token), until=until
        )
        if _reason_of(answer) != "ExpiredProviderToken":
            return answer
        if not tokens.forget(token):
            return answer
        token = tokens.current()
        return self._client.post(
            url, content=content, headers=_bearing(headers, token), until=until
        )


class _Tokens:
    """The token that names this service: one for all threads."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._lock = threading.Lock()
        self._token = ""
        self._made_at = 0.0

    def current(self) -> str:
        """Return a token that Apple takes."""
        with self._lock:
            if not self._token or time.time() - self._made_at > _TOKEN_SECONDS:
                self._made_at = time.time()
                self._token = jwt.encode(
                    {"iss": settings.APNS_TEAM_ID, "iat": int(self._made_at)},
                    self._key,
                    algorithm="ES256",
                    headers={"kid": settings.APNS_KEY_ID},
                )
            return self._token

    def forget(self, token: str) -> bool:
        """Have another made in the place of one that Apple finds too old; False if it is too soon.

        Another thread may have done so already.
        """
        with self._lock:
            if self._token == token:
                if time.time() - self._made_at < _SOONEST_SECONDS:
                    return False
                self._token = ""
            return True


def _bearing(headers: dict[str, str], token: str) -> dict[str, str]:
    return {**headers, "authorization": f"bearer {token}"}


def _headers(letter: Letter) -> dict[str, str]:
    headers = {
        "apns-topic": settings.APNS_TOPIC,
        "apns-push-type": "alert",
        "apns-priority": "10",
        "apns-id": str(letter.id),
        "apns-collapse-id": _collapse_id(letter),
    }
    if letter.expires_at is not None:
        headers["apns-expiration"] = str(int(letter.expires_at.timestamp()))
    return headers


def _collapse_id(letter: Letter) -> str:
    collapse_id = letter.collapse_id or str(letter.id)
    if len(collapse_id.encode()) <= _LONGEST_COLLAPSE_ID:
        return collapse_id
    return hashlib.sha256(collapse_id.encode()).hexdigest()


def _payload(letter: Letter) -> bytes:
    def payload(title: str, body: str, facts: dict[str, Any]) -> dict[str, Any]:
        aps: dict[str, Any] = {
            "alert": {"title": title, "body": body},
            "sound": "default",
            "thread-id": _collapse_id(letter),
            "interruption-level": interruption_level(letter),
        }
        if letter.badge is not None:
            aps["badge"] = letter.badge
        return {"aps": aps, **facts}

    return fitted(payload, letter, _LARGEST_BYTES)


def _outcome(answer: Answer) -> Outcome:
    """Return what an answer means, by Apple's list of reasons."""
    status = answer.status
    if status == 200:
        return Sent(answer.headers.get("apns-id", "")[:200], status)
    reason = _reason_of(answer)
    told = f"APNs: {reason or status}"
    if reason in _GONE:
        return Gone(told, status)
    wait = retry_after_of(answer.headers)
    if reason in _WRONGLY_SET_UP or status in (404, 405) or status >= 500 or status < 400:
        return Later(told, status, wait, provider_rests=True)
    if status == 429:
        return Later(told, status, wait)  # too many for this one device
    return Refused(told, status)


def _reason_of(answer: Answer) -> str:
    return word_of(answer.json().get("reason")) if answer.status != 200 else ""
