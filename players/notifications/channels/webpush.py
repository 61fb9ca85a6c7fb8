"""Push to browsers: the text is enciphered for one browser alone, and the sender signs (VAPID).

The address is one that a stranger gave, so it is called by `guard` and nothing else.
"""

import base64
import hashlib
import json
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from py_vapid import VapidException
from pywebpush import WebPusher, WebPushException

from players.notifications.channels import guard
from players.notifications.channels.answers import retry_after_of
from players.notifications.channels.credentials import Unusable, wrongly_set_up
from players.notifications.channels.fitting import fitted
from players.notifications.channels.letter import (
    Address,
    Gone,
    Later,
    Letter,
    Outcome,
    Refused,
    Sent,
)
from players.notifications.channels.public_addresses import AddressRefused
from players.notifications.channels.vapid import vapid_key

__all__ = ["WebPushTransport"]

# 4,096 bytes when it is enciphered.
_LARGEST_BYTES: Final = 3990
_LONGEST_TOPIC: Final = 32
_LONGEST_LIFE: Final = 28 * 24 * 3600
_SIGNATURE_SECONDS: Final = 12 * 3600


class WebPushTransport:
    """Carries letters to the push services of browsers."""

    def send(self, letter: Letter, address: Address) -> Outcome:
        """Carry one letter to the browser whose subscription, as JSON, is the address."""
        try:
            key = vapid_key()
        except Unusable as fault:
            return wrongly_set_up("Web Push", fault)
        if key is None:
            return Refused("Web Push is not set up", not_set_up=True)
        try:
            endpoint, content = _enciphered(letter, address.token)
            headers = {**_headers(letter), **_signature(key, endpoint)}
        except _NoSubscription:
            return Refused("Web Push: this is no subscription")
        except VapidException:
            unfit = Unusable("VAPID_SUBJECT is none that a push service takes")
            return wrongly_set_up("Web Push", unfit)
        try:
            answer = guard.post(endpoint, content=content, headers=headers)
        except AddressRefused:
            return Refused("Web Push: its address is not called")
        except guard.NoAnswer as error:
            # It rests where others are served by the same machine; there are many push services.
            return Later(f"Web Push: {error}", provider_rests=True)
        return _outcome(answer.status, answer.headers)


class _NoSubscription(Exception):
    """Raised where a device is registered with something else."""


def _enciphered(letter: Letter, subscription: str) -> tuple[str, bytes]:
    """Return the endpoint and the body. Raises _NoSubscription."""
    try:
        said = json.loads(subscription)
        endpoint = str(said["endpoint"])
        given = {"endpoint": endpoint, "keys": dict(said["keys"])}
        body: bytes = WebPusher(given).encode(_payload(letter), "aes128gcm")["body"]
    except (ValueError, TypeError, KeyError, AttributeError, WebPushException) as error:
        raise _NoSubscription from error
    return endpoint, body


def _payload(letter: Letter) -> bytes:
    def payload(title: str, body: str, facts: dict[str, Any]) -> dict[str, Any]:
        said = {"title": title, "body": body, "lang": letter.language, "tag": _collapse_id(letter)}
        badge = {} if letter.badge is None else {"badge": letter.badge}
        return {**said, **badge, **facts}

    return fitted(payload, letter, _LARGEST_BYTES)


def _headers(letter: Letter) -> dict[str, str]:
    digest = hashlib.sha256(_collapse_id(letter).encode()).digest()
    topic = base64.urlsafe_b64encode(digest).decode()[:_LONGEST_TOPIC]
    return {
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(_seconds_of_use(letter)),
        "topic": topic,
        "urgency": "high" if letter.is_urgent else "normal",
    }


def _signature(key: Any, endpoint: str) -> dict[str, str]:
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "sub": settings.VAPID_SUBJECT,
        "exp": int(datetime.now(UTC).timestamp()) + _SIGNATURE_SECONDS,
    }
    return {"authorization": str(key.sign(claims)["Authorization"])}


def _collapse_id(letter: Letter) -> str:
    return letter.collapse_id or str(letter.id)


def _seconds_of_use(letter: Letter) -> int:
    if letter.expires_at is None:
        return _LONGEST_LIFE
    left = (letter.expires_at - datetime.now(UTC)).total_seconds()
    return max(0, min(int(left), _LONGEST_LIFE))


def _outcome(status: int, headers: Any) -> Outcome:
    """Return what a status means, by RFC 8030."""
    told = f"Web Push: {status}"
    if 200 <= status < 300:
        return Sent("", status)
    if status in (404, 410):
        return Gone(told, status)
    if status == 429 or status >= 500 or status < 400:
        return Later(told, status, retry_after_of(headers))
    return Refused(told, status)
