"""A mail server that takes mail, refuses it, or keeps its clients waiting."""

import asyncio
import email
import email.policy
import socket
import struct
from collections.abc import Mapping
from email.message import EmailMessage
from typing import Any, Final

from aiosmtpd.smtp import SMTP, Envelope, Session

from sinks.behaviour import Behaviour, Behaviours
from sinks.book import Book

__all__ = ["MailHandler", "serve_mail"]

# The answer to the receiver's address, and the one to the text.
_AT_ADDRESS: Final[Mapping[str, str]] = {
    "gone": "550 5.1.1 no such mailbox",
    "bad_token": "553 5.1.3 that is no address",
    "forbidden": "550 5.7.1 not from you",
    "throttled": "450 4.7.1 too many, later",
}
_AT_TEXT: Final[Mapping[str, str]] = {
    "bad_message": "554 5.6.0 not understood",
    "too_large": "552 5.3.4 too large",
    "error": "451 4.3.0 something is broken",
    "unavailable": "421 4.3.2 closing down",
    "nonsense": "so much for the protocol",
}
_HANG_SECONDS: Final = 120


class MailHandler:
    """What the server does with each mail; the names are those that aiosmtpd asks for."""

    def __init__(self, book: Book, behaviours: Behaviours) -> None:
        """Write into this book, and behave as they say."""
        self._book = book
        self._behaviours = behaviours

    async def handle_RCPT(  # noqa: N802
        self,
        server: SMTP,
        session: Session,
        envelope: Envelope,
        address: str,
        options: list[str],
    ) -> str:
        """Take an address, or refuse it."""
        behaviour = self._behaviours.of("mail", address)
        refusal = _AT_ADDRESS.get(behaviour.how)
        if refusal is not None:
            await self._write(envelope, address, behaviour, int(refusal[:3]))
            return refusal
        envelope.rcpt_tos.append(address)
        _kept(session)[address] = behaviour
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Take a text, or refuse it, for all its receivers."""
        kept = _kept(session)
        behaviour = kept.pop(envelope.rcpt_tos[0], Behaviour())
        said = _AT_TEXT.get(behaviour.how, "250 taken")
        status = 0 if behaviour.how in ("hang", "reset", "nonsense") else int(said[:3])
        for address in envelope.rcpt_tos:
            await self._write(envelope, address, behaviour, status)
        if behaviour.how == "reset":
            _cut(server)
        if behaviour.how in ("hang", "slow", "drip"):
            wait = behaviour.seconds or 1 if behaviour.how == "slow" else _HANG_SECONDS
            await asyncio.sleep(wait)
        return said

    async def _write(
        self, envelope: Envelope, address: str, behaviour: Behaviour, status: int
    ) -> None:
        content = envelope.content or b""
        raw = content if isinstance(content, bytes) else content.encode()
        mail = email.message_from_bytes(raw, policy=email.policy.default)
        assert isinstance(mail, EmailMessage)
        headers = {name.lower(): str(value) for name, value in mail.items()}
        body = {
            "from": envelope.mail_from,
            "plain": _part(mail, "plain"),
            "html": _part(mail, "html"),
            "raw": raw.decode("utf-8", "surrogateescape"),
        }
        await self._book.write("mail", address, behaviour.how, status, headers=headers, body=body)


async def serve_mail(book: Book, behaviours: Behaviours, port: int) -> asyncio.Server:
    """Serve SMTP on the loopback; port 0: one that is free."""
    handler = MailHandler(book, behaviours)
    loop = asyncio.get_running_loop()
    return await loop.create_server(
        lambda: SMTP(handler, hostname="sinks.example", ident="Scopa sinks", loop=loop),
        "127.0.0.1",
        port,
    )


def _kept(session: Session) -> dict[str, Behaviour]:
    kept: dict[str, Behaviour] = session.__dict__.setdefault("sinks_behaviours", {})
    return kept


def _part(mail: EmailMessage, kind: str) -> str:
    part: Any = mail.get_body((kind,))
    return "" if part is None else str(part.get_content())


def _cut(server: SMTP) -> None:
    transport = server.transport
    assert isinstance(transport, asyncio.WriteTransport)
    linger = struct.pack("ii", 1, 0)
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    transport.abort()
