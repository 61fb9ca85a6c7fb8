"""A provider of identity tokens on the loopback: its keys over HTTP, and what it signs."""

import hashlib
import json
import threading
import time
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from jwt.algorithms import ECAlgorithm, RSAAlgorithm

from players.services.provider_keys import forget_keys
from scopa_site.identity_settings import IdentityProvider

ISSUER = "https://issuer.example"
AUDIENCE = "example.scopa.app"
NONCE = "a nonce of an app, 0123456789"


@cache
def rsa_key(name, bits=2048):
    """Return a private key; the same for the same name."""
    return rsa.generate_private_key(public_exponent=65537, key_size=bits)


@cache
def ec_key(name):
    """Return a private key on P-256; the same for the same name."""
    return ec.generate_private_key(ec.SECP256R1())


class Provider:
    """What the key set holds (by key id), how it answers, and how often it was asked."""

    def __init__(self):
        self.keys = {"rsa-1": rsa_key("rsa-1"), "ec-1": ec_key("ec-1")}
        self.status = 200
        self.body = None
        self.delay = 0.0
        self.asked = 0

    def document(self):
        """Return the key set."""
        return {"keys": [_public(kid, key) for kid, key in self.keys.items()]}

    def token(self, *, kid="rsa-1", key=None, alg=None, headers=None, **claims):
        """Sign a token; a claim that is None is left out."""
        key = key or self.keys[kid]
        alg = alg or ("ES256" if isinstance(key, ec.EllipticCurvePrivateKey) else "RS256")
        headers = {"kid": kid, **(headers or {})}
        headers = {name: value for name, value in headers.items() if value is not None}
        return jwt.encode(self.claims(**claims), key, algorithm=alg, headers=headers)

    @staticmethod
    def claims(**changes):
        now = int(time.time())
        claims = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "sub": "subject-1",
            "iat": now - 5,
            "exp": now + 600,
            "nonce": hashlib.sha256(NONCE.encode()).hexdigest(),
            **changes,
        }
        return {name: value for name, value in claims.items() if value is not None}


def _public(kid, key):
    algorithm = ECAlgorithm if isinstance(key, ec.EllipticCurvePrivateKey) else RSAAlgorithm
    entry = algorithm.to_jwk(key.public_key(), as_dict=True)
    alg = "ES256" if algorithm is ECAlgorithm else "RS256"
    return {**entry, "kid": kid, "use": "sig", "alg": alg}


@contextmanager
def serving_keys(settings):
    """Serve a provider, and make it the one behind `apple` and `google`."""
    provider = Provider()

    class Keys(BaseHTTPRequestHandler):
        def do_GET(self):
            provider.asked += 1
            time.sleep(provider.delay)
            body = provider.body
            if body is None:
                body = json.dumps(provider.document()).encode()
            self.send_response(provider.status)
            self.send_header("Location", "http://127.0.0.1:9/elsewhere")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Keys)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    url = f"http://127.0.0.1:{server.server_address[1]}/keys"
    known = IdentityProvider(issuers=(ISSUER,), keys_url=url, audiences=(AUDIENCE, "example.web"))
    settings.IDENTITY_PROVIDERS = {"apple": known, "google": known}
    forget_keys()
    try:
        yield provider
    finally:
        forget_keys()
        server.shutdown()
        thread.join()
        server.server_close()
