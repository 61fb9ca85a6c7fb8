"""Read what providers ask of us: not given, given and good, or given and of no use.

The last is a fault of the operator, not a choice: what is for that provider waits until it is put
right. Keys are read where they are needed; `manage.py check` reads them to say what is wrong.
"""

import json
import logging
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from django.conf import settings

from players.notifications.channels.letter import Later

if TYPE_CHECKING:
    from google.oauth2.service_account import Credentials

__all__ = ["Unusable", "apns_key", "service_account", "wrongly_set_up"]

logger = logging.getLogger(__name__)

_SCOPE: Final = "https://www.googleapis.com/auth/firebase.messaging"
_APNS: Final = ("APNS_KEY", "APNS_KEY_ID", "APNS_TEAM_ID", "APNS_TOPIC")
# Nobody puts it right in a moment.
_PAUSE_SECONDS: Final = 60.0


class Unusable(Exception):
    """Raised where what is given is of no use. Its text names the variable and holds no secret."""


def wrongly_set_up(provider: str, fault: Unusable) -> Later:
    """Return that a letter waits until the operator has mended it; log why, once a process."""
    _complain(str(fault))
    return Later(
        f"{provider}: wrongly set up here",
        retry_after=_PAUSE_SECONDS,
        provider_rests=True,
        is_ours=True,
    )


@cache
def _complain(of: str) -> None:
    logger.error("what is for this provider waits: %s", of)


def service_account() -> "Credentials | None":
    """Return the service account of FCM; None where none is given. Raises Unusable."""
    if not settings.FCM_CREDENTIALS:
        return None
    # Loaded by those who send, and by nobody else.
    from google.auth.exceptions import GoogleAuthError
    from google.oauth2.service_account import Credentials

    text = _text_of("FCM_CREDENTIALS")
    try:
        make = Credentials.from_service_account_info
        made: Credentials = make(json.loads(text), scopes=[_SCOPE])  # type: ignore[no-untyped-call]
    except (ValueError, TypeError, AttributeError, GoogleAuthError):
        raise Unusable("FCM_CREDENTIALS names a file that is no key of a service account") from None
    if not made.project_id:
        raise Unusable("FCM_CREDENTIALS names a service account without a project_id")
    return made


def apns_key() -> str | None:
    """Return the key of APNs, as PEM; None where nothing of it is given. Raises Unusable."""
    missing = [name for name in _APNS if not getattr(settings, name)]
    if len(missing) == len(_APNS):
        return None
    if missing:
        raise Unusable(f"APNs is set up by halves: not given are {', '.join(missing)}")
    text = _text_of("APNS_KEY")
    try:
        key: Any = load_pem_private_key(text.encode(), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise Unusable("APNS_KEY names a file that is no private key") from None
    if not (isinstance(key, EllipticCurvePrivateKey) and isinstance(key.curve, SECP256R1)):
        raise Unusable("APNS_KEY names a key that is none for ES256")
    return text


def _text_of(variable: str) -> str:
    try:
        return Path(getattr(settings, variable)).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is no text"
        raise Unusable(f"{variable} names a file that cannot be read: {why}") from None
