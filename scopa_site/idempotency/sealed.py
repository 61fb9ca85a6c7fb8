"""Keep replies that show a secret so that only who was given it can have it shown again.

The key is derived from the SECRET_KEY and from the token of the caller, of which the database has
but a digest: a copy of the database opens nothing, nor does the SECRET_KEY without the token.
"""

from typing import Final

from cryptography.fernet import InvalidToken
from django.conf import settings
from django.utils.crypto import salted_hmac

from scopa_site.ciphers import ciphers, site_keys

__all__ = ["digest_of_request", "digests_of_request", "is_sealed", "opened", "sealed"]

_MARK: Final = "sealed:"  # no JSON text begins so
_KEY_SALT: Final = "scopa_site.idempotency.sealed"
_REQUEST_SALT: Final = "scopa_site.idempotency.request"


def sealed(reply: str, *, secret: str) -> str:
    """Encipher a reply under the token of its caller."""
    return _MARK + ciphers(_KEY_SALT, secret).encrypt(reply.encode()).decode()


def is_sealed(kept: str) -> bool:
    """Tell whether what was kept is a sealed reply."""
    return kept.startswith(_MARK)


def opened(kept: str, *, secret: str) -> str | None:
    """Return the reply that was sealed under this token; None for one under another."""
    try:
        return ciphers(_KEY_SALT, secret).decrypt(kept.removeprefix(_MARK)).decode()
    except InvalidToken:
        return None


def digest_of_request(asked: str) -> str:
    """Return a keyed digest: a body may hold a password, which a bare digest would let be guessed.

    Hexadecimal, of 64 digits.
    """
    return _request_digest(asked, settings.SECRET_KEY)


def digests_of_request(asked: str) -> set[str]:
    """Return the digests that a request has under the present key and those before it."""
    return {_request_digest(asked, key) for key in site_keys()}


def _request_digest(asked: str, key: str) -> str:
    return salted_hmac(_REQUEST_SALT, asked, secret=key, algorithm="sha256").hexdigest()
