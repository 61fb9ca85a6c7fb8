"""Ciphers for what is kept in the database, by keys that are made of the SECRET_KEY."""

import base64

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac

__all__ = ["ciphers", "site_keys"]


def ciphers(salt: str, secret: str = "") -> MultiFernet:
    """Return what enciphers under the SECRET_KEY, and deciphers under its fallbacks too.

    `salt` says what for; with a `secret` of somebody's, only who has that deciphers it.
    """
    keys = [salted_hmac(salt, secret, secret=key, algorithm="sha256") for key in site_keys()]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key.digest())) for key in keys])


def site_keys() -> list[str]:
    """Return the SECRET_KEY and those before it."""
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
