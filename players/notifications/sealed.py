"""What opens a way to a person's telephone, enciphered at rest: tokens of devices, secrets.

The key is derived from the SECRET_KEY: a copy of the database alone opens nothing.
"""

from typing import Final

from cryptography.fernet import InvalidToken
from django.conf import settings
from django.utils.crypto import salted_hmac

from scopa_site.ciphers import ciphers, site_keys

__all__ = ["digest_of", "digests_of", "opened", "sealed"]

_KEY_SALT: Final = "players.notifications.sealed"
_DIGEST_SALT: Final = "players.notifications.digest"


def sealed(secret: str) -> str:
    """Encipher a secret for the database."""
    return ciphers(_KEY_SALT).encrypt(secret.encode()).decode()


def opened(kept: str) -> str | None:
    """Return the secret; None once the key that sealed it is forgotten."""
    try:
        return ciphers(_KEY_SALT).decrypt(kept.encode()).decode()
    except InvalidToken:
        return None


def digest_of(secret: str) -> str:
    """Return a keyed digest by which an equal secret is found: hexadecimal, of 64 digits."""
    return _digest(secret, settings.SECRET_KEY)


def digests_of(secret: str) -> list[str]:
    """Return the digests under the present key and under those before it."""
    return [_digest(secret, key) for key in site_keys()]


def _digest(secret: str, key: str) -> str:
    return salted_hmac(_DIGEST_SALT, secret, secret=key, algorithm="sha256").hexdigest()
