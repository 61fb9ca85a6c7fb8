"""Servers on loopback that behave as strangers' may, and names that mean what a test wants."""

import socket
import ssl
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

NAME = "hook.example"
_REAL_LOOK_UP = socket.getaddrinfo


def make_certificate(folder, *, names=(NAME,)):
    """Write a certificate that signs itself; return the path of it and of its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0])])
    now = datetime.now(UTC)
    others = [x509.DNSName(name) for name in names]
    here = x509.IPAddress(ip_address("127.0.0.1"))
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([*others, here]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    of_it, of_key = folder / "certificate.pem", folder / "key.pem"
    of_it.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    of_key.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return of_it, of_key


@dataclass
class Request:
    line: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """`answers` are used in turn, the last for ever: bytes, or a function of the connection."""

    port: int
    answers: list = field(default_factory=list)
    connections: int = 0
    requests: list[Request] = field(default_factory=list)

    def next_answer(self):
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def answer(status, *headers, body=b""):
    lines = [f"HTTP/1.1 {status} X", *headers, f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


@contextmanager
def receiving(*answers, certificate=None):
    """Run a receiver that gives these answers; with TLS where there is a certificate."""
    context = None
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
    with socket.create_server(("127.0.0.1", 0)) as server:
        receiver = Receiver(server.getsockname()[1], list(answers))
        threading.Thread(target=_serve, args=(server, context, receiver), daemon=True).start()
        yield receiver
        with suppress(OSError):  # wakes up who waits in accept
            server.shutdown(socket.SHUT_RDWR)


def _serve(server, context, receiver):
    with suppress(OSError):
        while True:
            connection, _address = server.accept()
            receiver.connections += 1
            threading.Thread(
                target=_converse, args=(connection, context, receiver), daemon=True
            ).start()


def _converse(connection, context, receiver):
    with suppress(OSError, ValueError), connection:  # whatever comes, as TLS where none is spoken
        if context is not None:
            connection = context.wrap_socket(connection, server_side=True)
        with connection, connection.makefile("rb") as stream:
            while request := _read(stream):
                receiver.requests.append(request)
                reply = receiver.next_answer()
                if callable(reply):
                    reply(connection)
                    return
                connection.sendall(reply)


def _read(stream):
    line = stream.readline().decode().strip()
    if not line:
        return None
    headers = {}
    while text := stream.readline().decode().strip():
        name, _colon, value = text.partition(":")
        headers[name.lower()] = value.strip()
    return Request(line, headers, stream.read(int(headers.get("content-length", 0))))


class Names:
    """Looks names up as a test says: each meaning in turn, the last for ever."""

    def __init__(self):
        self.meanings = {}
        self.asked = []

    def mean(self, name, *meanings):
        """`meanings`: lists of addresses, or a function that is called instead."""
        self.meanings[name] = list(meanings)

    def __call__(self, host, port, *args, **kwargs):
        self.asked.append(host)
        meanings = self.meanings.get(host)
        if meanings is None:
            return _REAL_LOOK_UP(host, port, *args, **kwargs)
        meaning = meanings.pop(0) if len(meanings) > 1 else meanings[0]
        if callable(meaning):
            meaning()
        return [
            found
            for address in meaning
            for found in _REAL_LOOK_UP(address, port, type=socket.SOCK_STREAM)
        ]
