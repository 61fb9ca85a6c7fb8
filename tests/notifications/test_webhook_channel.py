"""Letters to players' programs, as a receiver gets and checks them."""

import json
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from players.notifications.channels import guard
from players.notifications.channels.letter import Address, Gone, Later, Letter, Sent
from players.notifications.channels.transports import transport_for
from tests.notifications.receivers import answer, receiving

OLD = "whsec_" + "b2xk" * 8
NEW = "whsec_" + "bmV3" * 8
OTHER = "whsec_" + "b3Ro" * 8
MATCH = str(uuid4())


@pytest.fixture(autouse=True)
def loopback(settings):
    settings.OUTBOUND_LOOPBACK = True


def letter():
    return Letter(
        id=uuid4(),
        type="your_turn",
        title="Tocca a te",
        body="È il tuo turno contro Bruno.",
        language="it",
        created_at=datetime(2026, 3, 2, 12, 30, tzinfo=UTC),
        link=f"scopa://match/{MATCH}",
        match=MATCH,
        badge=3,
        data={"ply": 7},
        greeting="Anna",
    )


def sent(written, receiver, *secrets):
    url = f"http://127.0.0.1:{receiver.port}/hook?k=1"
    return transport_for("webhook").send(written, Address("webhook", url, secrets=secrets))


def outcome_of(*answers):
    with receiving(*answers) as receiver:
        return sent(letter(), receiver, NEW)


class TestAMessage:
    def test_says_what_the_inbox_says(self):
        written = letter()
        with receiving(answer(204)) as receiver:
            assert sent(written, receiver, NEW) == Sent(http_status=204)
        [request] = receiver.requests
        assert request.line == "POST /hook?k=1 HTTP/1.1"
        assert request.headers["content-type"] == "application/json"
        assert request.headers["webhook-id"] == str(written.id)
        assert json.loads(request.body) == {
            "type": "notification.your_turn",
            "timestamp": "2026-03-02T12:30:00Z",
            "data": {
                "id": str(written.id),
                "type": "your_turn",
                "match": MATCH,
                "title": "Tocca a te",
                "body": "È il tuo turno contro Bruno.",
                "link": f"scopa://match/{MATCH}",
                "created_at": "2026-03-02T12:30:00Z",
                "data": {"ply": 7},
            },
        }

    def test_is_signed_with_its_secret(self):
        with receiving(answer(200)) as receiver:
            sent(letter(), receiver, NEW)
        [request] = receiver.requests
        assert Webhook(NEW).verify(request.body, request.headers)["type"].startswith("notif")
        with pytest.raises(WebhookVerificationError):
            Webhook(OTHER).verify(request.body, request.headers)

    def test_is_signed_with_both_while_the_secret_changes(self):
        with receiving(answer(200)) as receiver:
            sent(letter(), receiver, NEW, OLD)
        [request] = receiver.requests
        for secret in (OLD, NEW):
            Webhook(secret).verify(request.body, request.headers)
        with pytest.raises(WebhookVerificationError):
            Webhook(OTHER).verify(request.body, request.headers)

    @pytest.mark.parametrize("header", ["webhook-id", "webhook-timestamp", "body"])
    def test_that_was_changed_on_its_way_is_told_apart(self, header):
        with receiving(answer(200)) as receiver:
            sent(letter(), receiver, NEW)
        [request] = receiver.requests
        body, headers = request.body, dict(request.headers)
        if header == "body":
            body = body.replace(b"Bruno", b"Carla")
        else:
            headers[header] = str(int(headers[header], 16) + 1) if header[8] == "t" else "x"
        with pytest.raises(WebhookVerificationError):
            Webhook(NEW).verify(body, headers)

    def test_sent_again_has_the_same_id_and_body(self):
        written = letter()
        with receiving(answer(500), answer(200)) as receiver:
            first, second = (sent(written, receiver, NEW) for _ in range(2))
        assert (type(first), type(second)) == (Later, Sent)
        one, other = receiver.requests
        assert one.headers["webhook-id"] == other.headers["webhook-id"]
        assert one.body == other.body


class TestAnAnswer:
    @pytest.mark.parametrize("status", [200, 201, 202, 204, 299])
    def test_of_the_200s_is_an_acknowledgement(self, status):
        assert outcome_of(answer(status)) == Sent(http_status=status)

    def test_of_410_ends_it(self):
        assert outcome_of(answer(410)) == Gone("the receiver wants no more", 410)

    @pytest.mark.parametrize("status", [400, 401, 403, 404, 408, 422, 500, 502, 503])
    def test_of_any_refusal_is_tried_again(self, status):
        assert outcome_of(answer(status)) == Later("it was not taken", status)

    def test_may_say_when(self):
        assert outcome_of(answer(429, "Retry-After: 120")).retry_after == 120
        date = "Wed, 01 Jan 2020 00:00:00 GMT"
        assert outcome_of(answer(503, f"Retry-After: {date}")).retry_after == 0
        assert outcome_of(answer(503, "Retry-After: soon")).retry_after is None

    @pytest.mark.parametrize("status", [301, 302, 307, 308])
    def test_that_points_elsewhere_is_followed_by_nobody(self, status):
        with receiving(answer(200)) as elsewhere:
            there = f"Location: http://127.0.0.1:{elsewhere.port}/"
            outcome = outcome_of(answer(status, there))
        assert isinstance(outcome, Later)
        assert outcome.http_status == status
        assert elsewhere.connections == 0

    def test_that_does_not_come_is_tried_again(self, monkeypatch):
        monkeypatch.setattr(guard, "SECONDS", 0.5)
        outcome = outcome_of(lambda connection: connection.recv(1))
        assert outcome == Later("no answer in time", provider_rests=True)

    def test_that_is_cut_off_is_tried_again(self):
        outcome = outcome_of(lambda connection: None)
        assert isinstance(outcome, Later)
        assert "127" not in outcome.error


class TestAnAddress:
    def test_that_is_none_of_a_public_machine_is_not_called(self, settings):
        settings.OUTBOUND_LOOPBACK = False
        with receiving(answer(200)) as receiver:
            outcome = sent(letter(), receiver, NEW)
        assert outcome == Later("not the address of a public machine")
        assert receiver.connections == 0


class TestTheSinks:
    """The same over TLS, with a certificate of the sinks' own, as whoever tries it out has it."""

    @pytest.mark.parametrize(
        ("name", "outcome", "status"),
        [
            ("bot", Sent, 204),
            ("gone-1", Gone, 410),
            ("throttled-1", Later, 429),
            ("error-1", Later, 500),
            ("redirect-1", Later, 302),
            ("huge-1", Sent, 200),
            ("reset-1", Later, None),
        ],
    )
    def test_answer_as_they_are_told(self, sinks, name, outcome, status):
        written = letter()
        address = Address("webhook", f"{sinks.hooks_tls}/{name}", secrets=(NEW,))
        answered = transport_for("webhook").send(written, address)
        assert (type(answered), answered.http_status) == (outcome, status)
        [entry] = sinks.wait(kind="webhook", to=name)
        assert entry.headers["webhook-id"] == str(written.id)
        Webhook(NEW).verify(entry.body["raw"], dict(entry.headers))
