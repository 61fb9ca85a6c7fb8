"""Hold an identity token against all that it must be."""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import jwt
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.crypto import constant_time_compare
from jwt.exceptions import PyJWTError

from players.identity_errors import InvalidIdentityToken, ProviderNotOffered
from players.models import SpentIdentityToken
from players.services.provider_keys import ALGORITHMS, signing_key

__all__ = ["Identity", "read_identity", "spend_identity"]

_LONGEST: Final = 8192
_LONGEST_SUBJECT: Final = 191
_LONGEST_EMAIL: Final = 254
_SHORTEST_NONCE: Final = 16
# Clocks of providers run a little ahead of ours.
_AHEAD: Final = timedelta(seconds=60)
_LONGEST_LIFE: Final = timedelta(days=1)
_REQUIRED: Final = ["iss", "aud", "exp", "iat", "sub", "nonce"]


@dataclass(frozen=True, slots=True)
class Identity:
    """Who somebody is to a provider. `email` is empty unless the provider has verified it.

    `digest` names the token by what is signed of it: a signature can be written in many ways.
    """

    provider: str
    subject: str
    email: str
    digest: str
    expires_at: datetime


def read_identity(*, provider: str, token: str, nonce: str, now: datetime) -> Identity:
    """Return the identity that a token proves. May ask the provider for its keys.

    Checked: the signature, by RS256 or ES256 and a key of the provider; issuer; audience; that it
    has not expired and was not issued ahead of time; the nonce, as it is or as the SHA-256 of it in
    hexadecimal. Raises ProviderNotOffered, ProviderAway and InvalidIdentityToken.
    """
    known = settings.IDENTITY_PROVIDERS.get(provider)
    if known is None or not known.audiences:
        raise ProviderNotOffered
    claims = _signed_claims(known, token)
    issued_at, expires_at = _instant(claims["iat"]), _instant(claims["exp"])
    begins_at = _instant(claims.get("nbf", claims["iat"]))
    subject = claims["sub"]
    if not (
        max(issued_at, begins_at) <= now + _AHEAD
        and now < expires_at <= issued_at + _LONGEST_LIFE
        and isinstance(subject, str)
        and 0 < len(subject) <= _LONGEST_SUBJECT
        and _has_nonce(claims["nonce"], nonce)
    ):
        raise InvalidIdentityToken
    digest = hashlib.sha256(token.rpartition(".")[0].encode()).hexdigest()
    return Identity(provider, subject, _verified_email(claims), digest, expires_at)


def spend_identity(identity: Identity) -> None:
    """Note that a token was used, in the transaction of its use. Raises InvalidIdentityToken."""
    _row, is_new = SpentIdentityToken.objects.get_or_create(
        digest=identity.digest, defaults={"expires_at": identity.expires_at}
    )
    if not is_new:
        raise InvalidIdentityToken


def _signed_claims(known: Any, token: str) -> dict[str, Any]:
    if len(token) > _LONGEST or not token.isascii():
        raise InvalidIdentityToken
    try:
        header = jwt.get_unverified_header(token)
        key_id, algorithm = header.get("kid"), header.get("alg")
        if not isinstance(key_id, str) or algorithm not in ALGORITHMS:
            raise InvalidIdentityToken
        key = signing_key(known.keys_url, key_id)
        # The key says by what it signs; what the token says only has to agree.
        if key is None or key.algorithm_name != algorithm:
            raise InvalidIdentityToken
        return jwt.decode(
            token,
            key.key,
            algorithms=[key.algorithm_name],
            audience=list(known.audiences),
            issuer=list(known.issuers),
            # Instants are held against the clock of the service, by the caller.
            options={
                "require": _REQUIRED,
                "verify_exp": False,
                "verify_iat": False,
                "verify_nbf": False,
                "verify_sub": False,
            },
        )
    except (PyJWTError, ValueError, TypeError):
        raise InvalidIdentityToken from None


def _instant(value: Any) -> datetime:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise InvalidIdentityToken
    try:
        return datetime.fromtimestamp(value, tz=UTC)
    except (ValueError, OverflowError, OSError):
        raise InvalidIdentityToken from None


def _has_nonce(claim: Any, nonce: str) -> bool:
    if not isinstance(claim, str) or len(nonce) < _SHORTEST_NONCE:
        return False
    hashed = hashlib.sha256(nonce.encode()).hexdigest()
    return constant_time_compare(claim, nonce) or constant_time_compare(claim.lower(), hashed)


def _verified_email(claims: dict[str, Any]) -> str:
    """Return the address that the provider vouches for; Apple writes its truth as a text."""
    email = claims.get("email")
    said = claims.get("email_verified")
    is_verified = said is True or said == "true"
    if not isinstance(email, str) or not is_verified or len(email) > _LONGEST_EMAIL:
        return ""
    try:
        validate_email(email)
    except ValidationError:
        return ""
    return email.lower()
