"""How allauth keeps the secrets of second factors: enciphered, never in clear."""

import base64
from typing import Any, Final

from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac

__all__ = ["FactorAdapter"]

_SALT: Final = "players.second_factor"


class FactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    """Encipher by the SECRET_KEY; what was enciphered by one of its fallbacks can still be read."""

    def encrypt(self, text: str) -> str:
        """Encipher a secret, for the database or the session."""
        return _ciphers().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Read a secret. Raises cryptography's InvalidToken once its key is forgotten."""
        return _ciphers().decrypt(encrypted_text.encode()).decode()

    def get_totp_label(self, user: Any) -> str:
        """Name the account in the app that shows the codes: by the username, never an address."""
        name: str = user.get_username()
        return name


def _ciphers() -> MultiFernet:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = [salted_hmac(_SALT, "", secret=key, algorithm="sha256").digest() for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])
