"""A mail server on the loopback, that takes mail, refuses it, or keeps its clients waiting."""

import asyncio
import email
import email.policy
import logging
import socket
from contextlib import contextmanager

from aiosmtpd.controller import Controller


class Sink:
    """What the server does with a mail: `reply` answers it, after `delay` seconds.

    `hangs_up`: whether it ends the call after a mail. `delay_of_each`: how long it takes over each
    step before that. `connections`: how often it was called.
    """

    def __init__(self):
        self.reply = "250 taken"
        self.reply_to_address = None
        self.delay = 0.0
        self.delay_of_each = 0.0
        self.connections = 0
        self.hangs_up = False
        self.raw = []
        self.envelopes = []

    @property
    def mails(self):
        """The mails that were taken, read."""
        return [email.message_from_bytes(raw, policy=email.policy.default) for raw in self.raw]

    async def handle_EHLO(self, server, session, envelope, hostname, responses):  # noqa: N802
        self.connections += 1
        session.host_name = hostname
        return responses

    async def handle_MAIL(self, server, session, envelope, address, options):  # noqa: N802
        await asyncio.sleep(self.delay_of_each)
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802
        await asyncio.sleep(self.delay_of_each)
        if self.reply_to_address:
            return self.reply_to_address
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):  # noqa: N802
        if self.delay:
            await asyncio.sleep(self.delay)
        if self.reply.startswith("250"):
            self.raw.append(envelope.content)
            self.envelopes.append((envelope.mail_from, envelope.rcpt_tos))
        if self.hangs_up:
            asyncio.get_running_loop().call_later(0.05, server.transport.close)
        return self.reply


@contextmanager
def smtp_sink(settings):
    """Serve a sink, and have this process send its mail there."""
    sink = Sink()
    port = _free_port()
    controller = Controller(sink, hostname="127.0.0.1", port=port)
    logging.getLogger("mail.log").setLevel(logging.WARNING)  # the server tells all it hears
    controller.start()
    try:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        settings.EMAIL_TIMEOUT = 1
        yield sink
    finally:
        controller.stop()


def _free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def plain(mail):
    """Return the plain text of a mail."""
    return mail.get_body(("plain",)).get_content()


def html(mail):
    """Return the HTML of a mail."""
    return mail.get_body(("html",)).get_content()
