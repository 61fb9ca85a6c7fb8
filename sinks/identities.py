"""The keys with which the service presents itself to the sinks, and theirs to it: made once."""

import ipaddress
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import NameOID

from sinks.encoding import base64url

__all__ = ["CLIENT_EMAIL", "PROJECT", "TEAM_ID", "TOPIC", "VAPID_SUBJECT", "Identities"]

PROJECT: Final = "scopa-sinks"
CLIENT_EMAIL: Final = f"sender@{PROJECT}.iam.example.com"
KEY_ID: Final = "SINKKEY001"
TEAM_ID: Final = "SINKTEAM01"
TOPIC: Final = "com.example.scopa"
VAPID_SUBJECT: Final = "mailto:push@example.com"
_DAYS: Final = 300
_PEM: Final = serialization.Encoding.PEM


@dataclass(frozen=True)
class Identities:
    """A folder of keys; what is missing is made."""

    folder: Path

    @cached_property
    def certificate(self) -> Path:
        """Return the file of the certificate, which is also that of its signer."""
        return self._kept("certificate.pem", lambda: _certificate(self._server_key))

    @property
    def certificate_key(self) -> Path:
        """Return the file of the certificate's key."""
        return self._kept("certificate-key.pem", _elliptic_key)

    @property
    def apns_key(self) -> Path:
        """Return the file that Apple would have given."""
        return self._kept("AuthKey.p8", _elliptic_key)

    @cached_property
    def fcm_public_key(self) -> rsa.RSAPublicKey:
        """Return the key with which assertions of the service account are verified."""
        key = serialization.load_pem_private_key(self._fcm_key.read_bytes(), None)
        assert isinstance(key, rsa.RSAPrivateKey)
        return key.public_key()

    @cached_property
    def apns_public_key(self) -> ec.EllipticCurvePublicKey:
        """Return the key with which tokens for APNs are verified."""
        return _loaded(self.apns_key).public_key()

    @cached_property
    def vapid_private_key(self) -> str:
        """Return the 32 bytes of the key for Web Push, base64url."""
        return self._kept("vapid.txt", _vapid_key).read_text()

    def write_service_account(self, token_uri: str) -> Path:
        """Write the file that Google would have given; return where it is."""
        path = self.folder / "service-account.json"
        account = {
            "type": "service_account",
            "project_id": PROJECT,
            "private_key_id": KEY_ID,
            "private_key": self._fcm_key.read_text(),
            "client_email": CLIENT_EMAIL,
            "token_uri": token_uri,
        }
        path.write_text(json.dumps(account, indent=2))
        return path

    @property
    def _fcm_key(self) -> Path:
        return self._kept("service-account.pem", _rsa_key)

    @property
    def _server_key(self) -> ec.EllipticCurvePrivateKey:
        return _loaded(self.certificate_key)

    def _kept(self, name: str, make: Callable[[], bytes]) -> Path:
        path = self.folder / name
        # A certificate that is about to end is made anew.
        if not path.exists() or _age(path) > timedelta(days=_DAYS / 2):
            path.write_bytes(make())
            path.chmod(0o600)
        return path


def _age(path: Path) -> timedelta:
    return datetime.now(UTC) - datetime.fromtimestamp(path.stat().st_mtime, UTC)


def _loaded(path: Path) -> ec.EllipticCurvePrivateKey:
    key = serialization.load_pem_private_key(path.read_bytes(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return key


def _elliptic_key() -> bytes:
    return _pem(ec.generate_private_key(ec.SECP256R1()))


def _rsa_key() -> bytes:
    return _pem(rsa.generate_private_key(public_exponent=65537, key_size=2048))


def _pem(key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey) -> bytes:
    return key.private_bytes(_PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())


def _vapid_key() -> bytes:
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64url(number.to_bytes(32, "big")).encode()


def _certificate(key: ec.EllipticCurvePrivateKey) -> bytes:
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Scopa sinks on loopback")])
    loopback = [x509.IPAddress(ipaddress.ip_address(each)) for each in ("127.0.0.1", "::1")]
    now = datetime.now(UTC)
    public = key.public_key()
    signed = (
        x509.CertificateBuilder(issuer_name=name, subject_name=name, public_key=public)
        .serial_number(int.from_bytes(secrets.token_bytes(16), "big"))
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=_DAYS))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost"), *loopback]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(public), critical=False)
        .add_extension(_uses(), critical=True)
        .sign(key, hashes.SHA256())
    )
    return signed.public_bytes(_PEM)


def _uses() -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=True,
        key_cert_sign=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )
