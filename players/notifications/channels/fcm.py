"""Push by Firebase Cloud Messaging, HTTP v1: to Android, and to others that registered there.

The service account's token is fetched by google-auth, within our limits of time.
"""

import json
import threading
import time
import zlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

import google.auth.transport
from django.conf import settings
from google.auth.exceptions import GoogleAuthError, TransportError
from google.oauth2.service_account import Credentials

from players.notifications.channels.answers import (
    SECONDS,
    Answer,
    Client,
    NoAnswer,
    retry_after_of,
    word_of,
)
from players.notifications.channels.credentials import (
    Unusable,
    service_account,
    wrongly_set_up,
)
from players.notifications.channels.fitting import fitted, interruption_level, plain_json
from players.notifications.channels.letter import (
    Address,
    Gone,
    Later,
    Letter,
    Outcome,
    Refused,
    Sent,
)

__all__ = ["FcmTransport"]

_JSON: Final = {"content-type": "application/json; charset=utf-8"}
# FCM takes 4,096 bytes of texts and data; the rest of our message is some hundreds.
_LARGEST_BYTES: Final = 4000
_LONGEST_LIFE: Final = 28 * 24 * 3600
# What FCM asks for where a 429 names no time.
_THROTTLED_SECONDS: Final = 60.0
# FCM holds messages of at most four collapse keys for a device that is offline. Matches are spread
# over four: a later message about a match replaces an earlier one, and the fewest others. On the
# screen it is the tag that replaces, which is of one match.
_COLLAPSE_KEYS: Final = 4


class FcmTransport:
    """Carries letters to FCM."""

    def __init__(self) -> None:
        """Call nobody yet; the service account is read when it is first needed."""
        self._client = Client()
        self._reading = threading.Lock()
        self._tokens: _Tokens | None = None

    def send(self, letter: Letter, address: Address) -> Outcome:
        """Carry one letter to the device whose registration token is the address."""
        try:
            tokens = self._ready()
        except Unusable as fault:
            return wrongly_set_up("FCM", fault)
        if tokens is None:
            return Refused("FCM is not set up", not_set_up=True)
        until = time.monotonic() + SECONDS
        url = f"{settings.FCM_URL}/v1/projects/{tokens.project}/messages:send"
        content = plain_json(_message(letter, address.token))
        try:
            answer = self._post(tokens, url, content, until)
        except (NoAnswer, _NoToken) as error:
            return Later(f"FCM: {error}", provider_rests=True)
        return _outcome(answer)

    def _ready(self) -> "_Tokens | None":
        """Return what signs; read until it is good, as a file may be put right meanwhile."""
        with self._reading:
            if self._tokens is None and (account := service_account()) is not None:
                self._tokens = _Tokens(account, self._client)
            return self._tokens

    def _post(self, tokens: "_Tokens", url: str, content: bytes, until: float) -> Answer:
        """Post; with a new token, once, if the one at hand is refused."""
        token = tokens.current(until)
        answer = self._client.post(url, content=content, headers=_bearing(token), until=until)
        if answer.status != 401:
            return answer
        tokens.forget(token)
        token = tokens.current(until)
        return self._client.post(url, content=content, headers=_bearing(token), until=until)


class _NoToken(Exception):
    """Raised where the token endpoint gives none. Its text names nobody."""


class _Tokens:
    """The token of the service account: one for all threads, made anew in time."""

    def __init__(self, credentials: Credentials, client: Client) -> None:
        self._credentials = credentials
        self._client = client
        self._lock = threading.Lock()
        self._failed_at = -SECONDS
        self.project = str(credentials.project_id)

    def current(self, until: float) -> str:
        """Return a token that is good for some minutes yet. Raises _NoToken."""
        if self._credentials.valid:
            return str(self._credentials.token)
        if not self._lock.acquire(timeout=max(0.0, until - time.monotonic())):
            raise _NoToken("no token in time")
        try:
            if not self._credentials.valid:
                self._fetch(until)
            return str(self._credentials.token)
        finally:
            self._lock.release()

    def forget(self, token: str) -> None:
        """Have another fetched in the place of one that was refused."""
        with self._lock:
            if self._credentials.token == token:
                self._credentials.token = None

    def _fetch(self, until: float) -> None:
        # Those who waited for a fetch that failed do not each wait for one more.
        if time.monotonic() - self._failed_at < 1:
            raise _NoToken("no token just now")
        try:
            request = _TokenRequest(self._client, until)
            self._credentials.refresh(request)  # type: ignore[no-untyped-call]
        except (GoogleAuthError, LookupError, TypeError, ValueError):
            # The last three: an answer that the library did not expect.
            self._failed_at = time.monotonic()
            raise _NoToken("no token to be had") from None


class _TokenRequest(google.auth.transport.Request):
    """Calls the token endpoint for google-auth, which would else try again for a long time."""

    def __init__(self, client: Client, until: float) -> None:
        self._client = client
        self._until = until

    def __call__(  # type: ignore[no-untyped-def]
        self, url, method="GET", body=None, headers=None, timeout=None, **kwargs
    ) -> "_TokenResponse":
        try:
            answer = self._client.post(
                url, content=body or b"", headers=headers or {}, until=self._until
            )
        except NoAnswer as error:
            raise TransportError(str(error)) from None  # type: ignore[no-untyped-call]
        if answer.status == 429 or answer.status >= 500:
            raise TransportError(str(answer.status))  # type: ignore[no-untyped-call]
        return _TokenResponse(answer)


class _TokenResponse(google.auth.transport.Response):
    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    @property
    def status(self) -> int:
        return self._answer.status

    @property
    def headers(self) -> Mapping[str, str]:
        return self._answer.headers

    @property
    def data(self) -> bytes:
        return self._answer.body


def _bearing(token: str) -> dict[str, str]:
    return {**_JSON, "authorization": f"Bearer {token}"}


def _message(letter: Letter, token: str) -> dict[str, Any]:
    """Return the message as FCM wants it: all values of `data` are texts."""

    def texts(title: str, body: str, facts: dict[str, Any]) -> dict[str, Any]:
        data = {**facts, "data": plain_json(facts["data"]).decode()}
        if letter.badge is not None:
            data["badge"] = str(letter.badge)
        return {"notification": {"title": title, "body": body}, "data": data}

    parts: dict[str, Any] = json.loads(fitted(texts, letter, _LARGEST_BYTES))
    return {
        "message": {
            "token": token,
            **parts,
            "android": _android(letter),
            "apns": _apns(letter),
        }
    }


def _android(letter: Letter) -> dict[str, Any]:
    collapse_id = letter.collapse_id or str(letter.id)
    shown: dict[str, Any] = {"tag": collapse_id, "sound": "default"}
    if letter.badge is not None:
        shown["notification_count"] = letter.badge
    bucket = zlib.crc32(collapse_id.encode()) % _COLLAPSE_KEYS
    return {
        "collapse_key": f"scopa-{bucket}",
        # All that is sent is shown to a person at once; what can wait was held back before.
        "priority": "high",
        "ttl": f"{_seconds_of_use(letter)}s",
        "notification": shown,
    }


def _apns(letter: Letter) -> dict[str, Any]:
    """Return what FCM hands on to Apple, for an app that registered its iPhones with FCM."""
    collapse_id = letter.collapse_id or str(letter.id)
    aps: dict[str, Any] = {
        "sound": "default",
        "thread-id": collapse_id,
        "interruption-level": interruption_level(letter),
    }
    if letter.badge is not None:
        aps["badge"] = letter.badge
    headers = {"apns-collapse-id": collapse_id[:64], "apns-priority": "10"}
    if letter.expires_at is not None:
        headers["apns-expiration"] = str(int(letter.expires_at.timestamp()))
    return {"headers": headers, "payload": {"aps": aps}}


def _seconds_of_use(letter: Letter) -> int:
    if letter.expires_at is None:
        return _LONGEST_LIFE
    left = (letter.expires_at - datetime.now(UTC)).total_seconds()
    return max(0, min(int(left), _LONGEST_LIFE))


def _outcome(answer: Answer) -> Outcome:
    """Return what an answer means, by FCM's list of error codes."""
    status = answer.status
    if status == 200:
        return Sent(str(answer.json().get("name", ""))[:200], status)
    code = _code_of(answer)
    told = f"FCM: {code or status}"
    if code == "UNREGISTERED":
        return Gone(told, status)
    if code == "SENDER_ID_MISMATCH":
        return Refused(told, status)
    if status == 429:
        wait = retry_after_of(answer.headers)
        return Later(told, status, _THROTTLED_SECONDS if wait is None else wait, True)
    # A 404 without that code is about the project, or the URL: no reason to forget a device.
    if status in (401, 403, 404) or status >= 500 or status < 400:
        return Later(told, status, retry_after_of(answer.headers), provider_rests=True)
    return Refused(told, status)


def _code_of(answer: Answer) -> str:
    """Return FCM's own code of an error, or Google's status."""
    error = answer.json().get("error")
    if not isinstance(error, dict):
        return ""
    details = error.get("details")
    codes = [
        word_of(detail.get("errorCode"))
        for detail in (details if isinstance(details, list) else [])
        if isinstance(detail, dict)
    ]
    return next(filter(None, codes), word_of(error.get("status")))
