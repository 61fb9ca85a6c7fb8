"""Who else vouches for people: the providers of identity tokens, and for which apps of ours.

A provider is offered once it knows which apps may ask: APPLE_CLIENT_IDS, GOOGLE_CLIENT_IDS.
"""

from dataclasses import dataclass
from typing import Final

from scopa_site.env import env

__all__ = ["IDENTITY_PROVIDERS", "IdentityProvider"]


@dataclass(frozen=True, slots=True)
class IdentityProvider:
    """The names that a provider signs with, where its keys are, and the audiences that are ours."""

    issuers: tuple[str, ...]
    keys_url: str
    audiences: tuple[str, ...]


def _audiences(name: str) -> tuple[str, ...]:
    return tuple(filter(None, env.list(name, [])))


IDENTITY_PROVIDERS: Final = {
    "apple": IdentityProvider(
        issuers=("https://appleid.apple.com",),
        keys_url=env.str("APPLE_KEYS_URL", "") or "https://appleid.apple.com/auth/keys",
        audiences=_audiences("APPLE_CLIENT_IDS"),
    ),
    "google": IdentityProvider(
        issuers=("https://accounts.google.com", "accounts.google.com"),
        keys_url=env.str("GOOGLE_KEYS_URL", "") or "https://www.googleapis.com/oauth2/v3/certs",
        audiences=_audiences("GOOGLE_CLIENT_IDS"),
    ),
}
