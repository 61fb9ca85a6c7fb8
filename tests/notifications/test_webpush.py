"""Web Push over a real sink: only the browser reads it, and each answer is understood."""

import json
import logging
import time
from datetime import UTC, datetime, timedelta

import pytest

from players.notifications.channels.letter import Address, Gone, Later, Refused, Sent
from players.notifications.channels.transports import transport_for
from players.notifications.channels.vapid import application_server_key
from tests.notifications.letters import ID, MATCH, letter

# Five seconds, and what a busy machine takes to start.
LATE = 8


def send(subscription, one=None):
    said = subscription if isinstance(subscription, str) else json.dumps(subscription)
    return transport_for("webpush").send(one or letter(), Address("webpush", said))


@pytest.fixture
def browser(sinks):
    """Return the subscription of a browser that this service may write to."""
    return sinks.subscription("browser-of-anna")


@pytest.fixture(autouse=True)
def _no_secret_is_told(browser, caplog):
    caplog.set_level(logging.DEBUG)
    yield
    told = "\n".join(record.getMessage() for record in caplog.get_records("call"))
    assert "browser-of-anna" not in told
    assert browser["keys"]["auth"] not in told


class TestWebPush:
    def test_is_read_by_the_browser_alone(self, sinks, browser):
        assert send(browser) == Sent("", 201)
        (entry,) = sinks.wait(kind="webpush", to="browser-of-anna")
        assert entry.body == {
            "title": "Tocca a te",
            "body": "Anna ha giocato. Perché aspettare?",
            "lang": "it",
            "tag": f"match:{MATCH}",
            "badge": 3,
            "id": str(ID),
            "type": "your_turn",
            "link": f"scopa://match/{MATCH}",
            "match": MATCH,
            "created_at": "2026-03-02T12:00:00Z",
            "data": {"ply": 7},
        }
        assert entry.headers["content-encoding"] == "aes128gcm"

    def test_replaces_what_is_about_the_same_match(self, sinks, browser):
        other = letter(collapse_id="match:another")
        for one in (letter(), letter(title="Di nuovo"), other):
            send(browser, one)
        topics = [entry.headers["topic"] for entry in sinks.wait(3, kind="webpush")]
        assert topics[0] == topics[1] != topics[2]
        assert {len(topic) for topic in topics} == {32}

    def test_is_of_use_for_so_long_and_so_urgent(self, sinks, browser):
        soon = datetime.now(UTC) + timedelta(hours=1)
        send(browser, letter(expires_at=soon, is_urgent=True))
        (entry,) = sinks.wait(kind="webpush")
        assert 3590 <= int(entry.headers["ttl"]) <= 3600
        assert entry.headers["urgency"] == "high"

    def test_fits_into_what_push_services_take(self, sinks, browser):
        assert isinstance(send(browser, letter(body="è😀" * 3000)), Sent)
        (entry,) = sinks.wait(kind="webpush")
        assert entry.body["body"].endswith("…")
        assert int(entry.headers["content-length"]) > 4000

    @pytest.mark.parametrize(
        ("how", "expected"),
        [
            ("gone", Gone("Web Push: 410", 410)),
            ("bad_token", Gone("Web Push: 404", 404)),
            ("bad_message", Refused("Web Push: 400", 400)),
            ("too_large", Refused("Web Push: 413", 413)),
            ("forbidden", Refused("Web Push: 403", 403)),
            ("throttled", Later("Web Push: 429", 429)),
            ("error", Later("Web Push: 500", 500)),
            ("redirect", Later("Web Push: 302", 302)),
        ],
    )
    def test_is_understood(self, sinks, browser, how, expected):
        sinks.behave(how, kind="webpush")
        assert send(browser) == expected

    def test_comes_back_when_it_is_told_to(self, sinks, browser):
        sinks.behave("throttled", kind="webpush", seconds=7)
        assert send(browser).retry_after == 7

    @pytest.mark.parametrize("how", ["hang", "drip", "reset", "huge"])
    def test_holds_nobody_up(self, sinks, browser, how):
        sinks.behave(how, kind="webpush", status=500)
        begun = time.monotonic()
        outcome = send(browser)
        assert isinstance(outcome, Later)
        assert outcome.provider_rests == (how in ("hang", "reset"))
        assert time.monotonic() - begun < LATE

    @pytest.mark.parametrize(
        "subscription",
        [
            "none",
            "[]",
            "{}",
            '{"endpoint": "https://push.example.com/1", "keys": {"p256dh": "AA", "auth": "AA"}}',
            '{"endpoint": "https://push.example.com/1", "keys": 7}',
        ],
    )
    def test_refuses_what_is_no_subscription(self, sinks, subscription):
        assert isinstance(send(subscription), Refused)

    def test_is_never_sent_into_the_network_of_the_service(self, sinks, browser, settings):
        settings.OUTBOUND_LOOPBACK = False
        assert send(browser) == Refused("Web Push: its address is not called")
        assert sinks.book() == []

    def test_is_not_sent_where_it_is_not_set_up(self, browser, settings):
        settings.VAPID_PRIVATE_KEY = settings.VAPID_SUBJECT = ""
        assert send(browser).not_set_up
        assert application_server_key() == ""

    @pytest.mark.parametrize(
        ("setting", "value"),
        [
            ("VAPID_PRIVATE_KEY", ""),
            ("VAPID_PRIVATE_KEY", "none"),
            ("VAPID_PRIVATE_KEY", "A" * 43),
            ("VAPID_SUBJECT", ""),
            ("VAPID_SUBJECT", "push@scopa.example"),
        ],
    )
    def test_waits_where_it_is_set_up_wrongly(self, sinks, browser, settings, setting, value):
        setattr(settings, setting, value)
        outcome = send(browser)
        assert isinstance(outcome, Later)
        assert outcome.is_ours
        assert application_server_key() == ""
        assert sinks.book() == []


def test_the_public_key_is_a_point_that_browsers_take(sinks):
    key = application_server_key()
    assert len(key) == 87
    assert key.startswith("B")
