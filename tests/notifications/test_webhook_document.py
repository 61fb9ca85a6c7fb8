"""The receiver in docs/notifications.md tells true messages from others."""

import re
import threading
from http.server import HTTPServer
from uuid import uuid4

import pytest

from players.notifications.channels.letter import Address, Later, Letter, Sent
from players.notifications.channels.transports import transport_for
from scopa_site import time
from scopa_site.env import BASE_DIR

SECRET = "whsec_" + "bmV3" * 8
TEXT = (BASE_DIR / "docs" / "notifications.md").read_text(encoding="utf-8")
CODE = re.search(r"^```python\n(.*?BaseHTTPRequestHandler.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)


@pytest.fixture
def receiver(monkeypatch, settings):
    """Run the code of the document, on another port."""
    settings.OUTBOUND_LOOPBACK = True
    monkeypatch.setenv("WEBHOOK_SECRET", SECRET)
    names = {"__name__": "receiver"}
    exec(compile(CODE[1], "docs/notifications.md", "exec"), names)  # noqa: S102  # our own document
    monkeypatch.setattr(names["Receiver"], "log_message", lambda *args: None)
    with HTTPServer(("127.0.0.1", 0), names["Receiver"]) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def sent(written, receiver, secret=SECRET):
    url = f"http://127.0.0.1:{receiver.server_port}/"
    return transport_for("webhook").send(written, Address("webhook", url, secrets=(secret,)))


def letter():
    return Letter(uuid4(), "test", "It works", "You are told here.", "en", time.now())


class TestTheReceiver:
    def test_takes_what_is_signed_and_does_it_once(self, receiver, capsys):
        written = letter()
        for _ in range(2):
            assert sent(written, receiver) == Sent(http_status=204)
        assert capsys.readouterr().out == "notification.test None\n"

    def test_refuses_what_somebody_else_signed(self, receiver, capsys):
        outcome = sent(letter(), receiver, "whsec_" + "b3Ro" * 8)
        assert outcome == Later("it was not taken", 401)
        assert capsys.readouterr().out == ""
