"""The public keys of the providers of identity tokens, fetched seldom and kept in this process."""

import json
import logging
import threading
import time
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

import requests
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from jwt import PyJWK
from jwt.exceptions import PyJWTError

from players.identity_errors import ProviderAway

__all__ = ["ALGORITHMS", "forget_keys", "signing_key"]

logger = logging.getLogger(__name__)

ALGORITHMS: Final = ("RS256", "ES256")
_TIMEOUT: Final = (2, 3)  # seconds to connect, and between two pieces of the answer
_LARGEST: Final = 64 * 1024
_SMALLEST_RSA: Final = 2048
_FRESH: Final = 6 * 3600.0
# Keys that cannot be fetched anew go on for so long: a provider may be away for a while.
_STALE: Final = 24 * 3600.0
# Whoever names keys that do not exist makes us ask once in so many seconds.
_ASK_AGAIN: Final = 60.0
_ASK_AGAIN_AFTER_FAILURE: Final = 10.0


@dataclass(slots=True)
class _KeySet:
    keys: dict[str, PyJWK] = field(default_factory=dict)
    fetched_at: float | None = None
    next_ask_at: float = 0.0
    is_away: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)


_sets: Final[dict[str, _KeySet]] = {}
_sets_lock: Final = threading.Lock()


def signing_key(url: str, key_id: str) -> PyJWK | None:
    """Return the key of that id from the set at `url`; None if the provider has none.

    Asks the provider when the set is old, or the key unknown and the last asking a minute ago.
    Raises ProviderAway when a key is unknown and the provider does not answer.
    """
    with _sets_lock:
        known = _sets.setdefault(url, _KeySet())
    with known.lock:
        now = time.monotonic()
        is_good = key_id in known.keys and _age(known, now) < _FRESH
        if not is_good and now >= known.next_ask_at:
            _ask(known, url, now)
        key = known.keys.get(key_id) if _age(known, now) < _STALE else None
        if key is None and known.is_away:
            raise ProviderAway
        return key


def forget_keys() -> None:
    """Forget all keys and when they were asked for; for tests."""
    with _sets_lock:
        _sets.clear()


def _age(known: _KeySet, now: float) -> float:
    return float("inf") if known.fetched_at is None else now - known.fetched_at


def _ask(known: _KeySet, url: str, now: float) -> None:
    try:
        keys = _fetched(url)
    except (requests.RequestException, ValueError) as failure:
        logger.warning("no keys from %s: %s", url, type(failure).__name__)
        known.is_away, known.next_ask_at = True, now + _ASK_AGAIN_AFTER_FAILURE
        return
    known.keys, known.fetched_at, known.is_away = keys, now, False
    known.next_ask_at = now + _ASK_AGAIN


def _fetched(url: str) -> dict[str, PyJWK]:
    with requests.get(url, timeout=_TIMEOUT, allow_redirects=False, stream=True) as response:
        if response.status_code != HTTPStatus.OK:
            raise ValueError("not the keys")
        body = response.raw.read(_LARGEST + 1, decode_content=True)
    if len(body) > _LARGEST:
        raise ValueError("too large for keys")
    return _read(json.loads(body))


def _read(document: Any) -> dict[str, PyJWK]:
    """Return the usable keys of a set by their ids. Raises ValueError for what is no set."""
    listed = document.get("keys") if isinstance(document, dict) else None
    if not isinstance(listed, list):
        raise ValueError("no set of keys")
    found = {}
    for entry in listed:
        if isinstance(entry, dict) and isinstance(entry.get("kid"), str):
            key = _usable(entry)
            if key is not None:
                found[entry["kid"]] = key
    return found


def _usable(entry: dict[str, Any]) -> PyJWK | None:
    """Return a key for RS256 or ES256; none that is weak, of another sort, or for enciphering."""
    if entry.get("use", "sig") != "sig":
        return None
    try:
        key = PyJWK(entry)
    except (PyJWTError, NotImplementedError):
        return None
    public = key.key
    if key.algorithm_name == "RS256":
        is_strong = isinstance(public, RSAPublicKey) and public.key_size >= _SMALLEST_RSA
    elif key.algorithm_name == "ES256":
        curve = isinstance(public, EllipticCurvePublicKey) and public.curve
        is_strong = isinstance(curve, SECP256R1)
    else:
        is_strong = False
    return key if is_strong else None
