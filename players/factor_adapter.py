"""How allauth keeps the secrets of second factors: enciphered, never in clear."""

from typing import Any, Final

from allauth.mfa.adapter import DefaultMFAAdapter

from scopa_site.ciphers import ciphers

__all__ = ["FactorAdapter"]

_SALT: Final = "players.second_factor"


class FactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    """Encipher by the SECRET_KEY; what was enciphered by one of its fallbacks can still be read."""

    def encrypt(self, text: str) -> str:
        """Encipher a secret, for the database or the session."""
        return ciphers(_SALT).encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Read a secret. Raises cryptography's InvalidToken once its key is forgotten."""
        return ciphers(_SALT).decrypt(encrypted_text.encode()).decode()

    def get_totp_label(self, user: Any) -> str:
        """Name the account in the app that shows the codes: by the username, never an address."""
        name: str = user.get_username()
        return name
