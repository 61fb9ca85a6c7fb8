"""FCM and APNs over real sinks: what arrives, and what each answer means."""

import json
import logging
import os
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import jwt
import pytest

from players.notifications.channels.letter import Address, Gone, Later, Refused, Sent
from players.notifications.channels.transports import transport_for
from tests.notifications.letters import ID, MATCH, letter

APPLE_TOKEN = "a1b2c3d4e5f60718293a4b5c6d7e8f90"
# Five seconds, and what a busy machine takes to start.
LATE = 8
TOKENS = {"fcm": "fcm_registration:token", "apns": APPLE_TOKEN}
both = pytest.mark.parametrize("provider", ["fcm", "apns"])


def send(provider, one=None, **more):
    address = Address(provider, TOKENS[provider], **more)
    return transport_for(provider).send(one or letter(), address)


def told_of(caplog):
    """Return all that was logged while the test ran."""
    return "\n".join(record.getMessage() for record in caplog.get_records("call"))


@pytest.fixture(autouse=True)
def _no_secret_is_told(sinks, caplog):
    """After each test: no token of a device is in any line of a log, whatever its level."""
    caplog.set_level(logging.DEBUG)
    yield
    for token in TOKENS.values():
        assert token not in told_of(caplog)


class TestFcm:
    def test_gets_a_message_with_all_that_an_app_needs(self, sinks):
        sent = send("fcm")
        assert isinstance(sent, Sent)
        (entry,) = sinks.wait(kind="fcm")
        message = entry.body["message"]
        assert sent.provider_id.startswith("projects/")
        assert message["token"] == TOKENS["fcm"]
        assert message["notification"] == {
            "title": "Tocca a te",
            "body": "Anna ha giocato. Perché aspettare?",
        }
        assert message["data"]["id"] == str(ID)
        assert message["data"]["link"] == f"scopa://match/{MATCH}"
        assert message["data"]["match"] == MATCH
        assert message["data"]["badge"] == "3"
        assert message["data"]["created_at"] == "2026-03-02T12:00:00Z"
        assert json.loads(message["data"]["data"]) == {"ply": 7}
        assert {type(value) for value in message["data"].values()} == {str}
        assert message["android"]["notification"]["tag"] == f"match:{MATCH}"
        assert message["android"]["notification"]["notification_count"] == 3
        assert message["apns"]["headers"]["apns-collapse-id"] == f"match:{MATCH}"
        assert message["apns"]["payload"]["aps"]["badge"] == 3
        assert message["apns"]["payload"]["aps"]["interruption-level"] == "active"

    def test_names_no_match_and_no_badge_where_there_is_none(self, sinks):
        send("fcm", letter(match=None, badge=None))
        assert {"match", "badge"}.isdisjoint(sinks.wait(kind="fcm")[0].body["message"]["data"])

    def test_hands_on_to_apple_what_is_urgent(self, sinks):
        send("fcm", letter(is_urgent=True))
        aps = sinks.wait(kind="fcm")[0].body["message"]["apns"]["payload"]["aps"]
        assert aps["interruption-level"] == "time-sensitive"

    def test_is_told_for_how_long_it_is_of_use(self, sinks):
        send("fcm", letter(expires_at=datetime.now(UTC) + timedelta(hours=1)))
        ttl = sinks.wait(kind="fcm")[0].body["message"]["android"]["ttl"]
        assert 3590 <= int(ttl.removesuffix("s")) <= 3600

    def test_holds_at_most_four_collapse_keys(self, sinks):
        for number in range(20):
            send("fcm", letter(collapse_id=f"match:{number}"))
        entries = sinks.wait(20, kind="fcm")
        keys = {entry.body["message"]["android"]["collapse_key"] for entry in entries}
        tags = {entry.body["message"]["android"]["notification"]["tag"] for entry in entries}
        assert len(keys) == 4
        assert len(tags) == 20

    def test_hands_out_one_token_for_many_letters_at_once(self, sinks):
        transport_for("fcm")
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda _n: send("fcm"), range(8)))
        assert len(sinks.wait(8, kind="fcm")) == 8
        assert len(sinks.book(kind="oauth")) == 1

    def test_is_not_asked_for_a_token_by_everybody_who_waits_for_one(self, sinks):
        sinks.behave("error", kind="oauth")
        transport = transport_for("fcm")
        address = Address("fcm", TOKENS["fcm"])
        with ThreadPoolExecutor(8) as pool:
            outcomes = list(pool.map(lambda _n: transport.send(letter(), address), range(24)))
        assert all(isinstance(each, Later) for each in outcomes)
        assert len(sinks.book(kind="oauth")) <= 3

    def test_is_asked_for_a_new_token_where_it_refuses_the_old(self, sinks):
        send("fcm")
        sinks.forget_tokens()
        assert isinstance(send("fcm"), Sent)
        assert [entry.status for entry in sinks.wait(3, kind="fcm")] == [200, 401, 200]

    def test_rests_where_it_refuses_every_token(self, sinks):
        sinks.behave("unauthorized", kind="fcm")
        outcome = send("fcm")
        assert outcome == Later("FCM: UNAUTHENTICATED", 401, provider_rests=True)
        assert len(sinks.book(kind="fcm")) == 2

    @pytest.mark.parametrize("how", ["unauthorized", "error", "hang", "nonsense", "reset", "huge"])
    def test_rests_where_there_is_no_token_to_be_had(self, sinks, how):
        sinks.behave(how, kind="oauth")
        begun = time.monotonic()
        outcome = send("fcm")
        assert isinstance(outcome, Later)
        assert outcome.provider_rests
        assert time.monotonic() - begun < LATE
        assert sinks.book(kind="fcm") == []

    @pytest.mark.parametrize(
        ("how", "expected"),
        [
            ("gone", Gone("FCM: UNREGISTERED", 404)),
            ("bad_token", Refused("FCM: INVALID_ARGUMENT", 400)),
            ("bad_message", Refused("FCM: INVALID_ARGUMENT", 400)),
            ("wrong_app", Refused("FCM: SENDER_ID_MISMATCH", 403)),
            ("forbidden", Later("FCM: PERMISSION_DENIED", 403, provider_rests=True)),
            ("throttled", Later("FCM: QUOTA_EXCEEDED", 429, 60.0, provider_rests=True)),
            ("error", Later("FCM: INTERNAL", 500, provider_rests=True)),
            ("unavailable", Later("FCM: UNAVAILABLE", 503, provider_rests=True)),
        ],
    )
    def test_is_understood(self, sinks, how, expected):
        sinks.behave(how, kind="fcm")
        assert send("fcm") == expected

    def test_does_not_lose_a_device_by_an_answer_about_something_else(self, sinks):
        sinks.behave("nonsense", kind="fcm", status=404)
        assert isinstance(send("fcm"), Later)

    def test_says_when_to_come_back(self, sinks):
        sinks.behave("throttled", kind="fcm", seconds=7)
        assert send("fcm").retry_after == 7

    def test_cuts_a_text_that_is_too_long(self, sinks):
        assert isinstance(send("fcm", letter(body="è😀" * 3000)), Sent)


class TestApns:
    def test_gets_a_message_by_http_2(self, sinks):
        sent = send("apns")
        assert sent == Sent(str(ID), 200)
        (entry,) = sinks.wait(kind="apns", to=APPLE_TOKEN)
        assert entry.http_version == "2"
        assert entry.headers[":path"].startswith("/apns/3/")
        assert entry.headers["apns-collapse-id"] == f"match:{MATCH}"
        assert entry.headers["apns-priority"] == "10"
        assert entry.body["aps"] == {
            "alert": {"title": "Tocca a te", "body": "Anna ha giocato. Perché aspettare?"},
            "badge": 3,
            "interruption-level": "active",
            "sound": "default",
            "thread-id": f"match:{MATCH}",
        }
        assert entry.body["link"] == f"scopa://match/{MATCH}"
        assert entry.body["match"] == MATCH
        assert entry.body["created_at"] == "2026-03-02T12:00:00Z"
        assert entry.body["data"] == {"ply": 7}

    def test_gets_what_is_for_a_development_build_at_its_sandbox(self, sinks):
        assert isinstance(send("apns", is_sandbox=True), Sent)
        assert sinks.wait(kind="apns")[0].headers[":path"].startswith("/apns-sandbox/")

    def test_is_told_what_is_urgent_and_until_when(self, sinks):
        end = datetime(2030, 1, 1, tzinfo=UTC)
        send("apns", letter(is_urgent=True, expires_at=end, badge=None))
        (entry,) = sinks.wait(kind="apns")
        assert entry.body["aps"]["interruption-level"] == "time-sensitive"
        assert "badge" not in entry.body["aps"]
        assert entry.headers["apns-expiration"] == str(int(end.timestamp()))

    def test_takes_a_long_collapse_id_as_its_digest(self, sinks):
        assert isinstance(send("apns", letter(collapse_id="x" * 100)), Sent)

    @pytest.mark.parametrize("body", ["è😀" * 3000, '"\\' * 3000, "\x01" * 4000])
    def test_gets_a_text_that_is_cut_to_fit(self, sinks, body):
        assert isinstance(send("apns", letter(body=body)), Sent)
        told = sinks.wait(kind="apns")[0].body["aps"]["alert"]["body"]
        assert told.endswith("…")
        assert body.startswith(told[:-1])

    def test_gets_a_message_without_the_facts_where_these_are_too_long(self, sinks):
        assert isinstance(send("apns", letter(data={"ids": ["x" * 40] * 200})), Sent)
        assert sinks.wait(kind="apns")[0].body["data"] == {}

    def test_gets_another_token_where_the_first_is_too_old(self, sinks, time_machine):
        time_machine.move_to(datetime.now(UTC) - timedelta(minutes=30))
        send("apns")
        time_machine.move_to(datetime.now(UTC) + timedelta(minutes=30))
        sinks.behave("unauthorized", kind="apns", times=1)
        assert isinstance(send("apns"), Sent)
        tokens = [each.headers["authorization"][7:] for each in sinks.wait(3, kind="apns")]
        made = [jwt.decode(t, options={"verify_signature": False})["iat"] for t in tokens]
        assert made[0] == made[1] < made[2]

    def test_is_not_asked_with_new_tokens_more_often_than_it_allows(self, sinks):
        sinks.behave("unauthorized", kind="apns")
        outcome = send("apns")
        assert outcome == Later("APNs: ExpiredProviderToken", 403, provider_rests=True)
        assert len(sinks.book(kind="apns")) == 1

    @pytest.mark.parametrize(
        ("how", "expected"),
        [
            ("gone", Gone("APNs: Unregistered", 410)),
            ("bad_token", Gone("APNs: BadDeviceToken", 400)),
            ("wrong_app", Gone("APNs: DeviceTokenNotForTopic", 400)),
            ("bad_message", Refused("APNs: PayloadEmpty", 400)),
            ("too_large", Refused("APNs: PayloadTooLarge", 413)),
            ("forbidden", Later("APNs: InvalidProviderToken", 403, provider_rests=True)),
            ("throttled", Later("APNs: TooManyRequests", 429)),
            ("error", Later("APNs: InternalServerError", 500, provider_rests=True)),
            ("unavailable", Later("APNs: ServiceUnavailable", 503, provider_rests=True)),
        ],
    )
    def test_is_understood(self, sinks, how, expected):
        sinks.behave(how, kind="apns")
        assert send("apns") == expected

    def test_does_not_lose_a_device_by_an_answer_that_is_none(self, sinks):
        sinks.behave("nonsense", kind="apns", status=410)
        assert isinstance(send("apns"), Refused)

    def test_is_never_asked_for_something_that_is_no_token(self, sinks):
        address = Address("apns", "../../book")
        assert isinstance(transport_for("apns").send(letter(), address), Refused)
        assert sinks.book() == []


class TestProviders:
    @both
    @pytest.mark.parametrize("how", ["hang", "drip", "reset", "redirect"])
    def test_that_do_not_answer_hold_nobody_up(self, sinks, provider, how):
        sinks.behave(how, kind=provider, status=500)
        begun = time.monotonic()
        outcome = send(provider)
        assert isinstance(outcome, Later)
        assert outcome.provider_rests
        assert time.monotonic() - begun < LATE
        sinks.behave("ok", kind=provider)
        assert isinstance(send(provider), Sent)

    @both
    def test_that_answer_with_10_mb_are_read_no_further_than_needed(self, sinks, provider):
        sinks.behave("huge", kind=provider)
        begun = time.monotonic()
        # The status says that it was taken.
        assert isinstance(send(provider), Sent)
        assert time.monotonic() - begun < LATE
        sinks.behave("huge", kind=provider, status=500)
        assert isinstance(send(provider), Later)

    @both
    def test_that_took_it_and_let_the_rest_drip_are_believed(self, sinks, provider):
        sinks.behave("drip", kind=provider)
        assert isinstance(send(provider), Sent)

    @both
    def test_that_are_away_hold_nobody_up(self, sinks, provider, settings):
        settings.FCM_URL = settings.APNS_URL = "https://127.0.0.1:9"
        outcome = send(provider)
        assert isinstance(outcome, Later)
        assert "127.0.0.1" not in outcome.error

    @both
    def test_whose_certificate_nobody_vouches_for_get_nothing(self, sinks, provider, settings):
        settings.OUTBOUND_CA_FILE = ""
        assert isinstance(send(provider), Later)
        assert sinks.book() == []

    @both
    def test_that_hung_up_meanwhile_are_called_again_at_once(self, sinks, provider):
        send(provider)
        sinks.behave("reset", kind=provider, times=1)
        assert isinstance(send(provider), Sent)

    @both
    def test_that_are_not_set_up_are_not_called(self, sinks, provider, settings):
        settings.FCM_CREDENTIALS = settings.APNS_KEY = settings.APNS_KEY_ID = ""
        settings.APNS_TEAM_ID = settings.APNS_TOPIC = ""
        outcome = send(provider)
        assert isinstance(outcome, Refused)
        assert outcome.not_set_up

    @both
    def test_whose_key_is_none_are_not_called(self, sinks, provider, settings, tmp_path, caplog):
        broken = tmp_path / "broken"
        broken.write_text("{}")
        good = (settings.FCM_CREDENTIALS, settings.APNS_KEY)
        settings.FCM_CREDENTIALS = settings.APNS_KEY = str(broken)
        for _ in range(3):
            outcome = send(provider)
            assert isinstance(outcome, Later)
            assert outcome.provider_rests
            assert outcome.is_ours
        assert caplog.text.count("what is for this provider waits") == 1
        assert sinks.book() == []
        settings.FCM_CREDENTIALS, settings.APNS_KEY = good
        assert isinstance(send(provider), Sent)

    @both
    def test_take_many_letters_at_once_by_few_connections(self, sinks, provider):
        with ThreadPoolExecutor(8) as pool:
            outcomes = list(pool.map(lambda _n: send(provider), range(200)))
        assert all(isinstance(each, Sent) for each in outcomes)
        assert sinks.count()[provider] == 200
        assert len({entry.headers[":peer"] for entry in sinks.book(kind=provider)}) <= 8

    @both
    def test_are_called_by_connections_of_its_own_after_a_fork(self, sinks, provider):
        send(provider)
        child = os.fork()
        if not child:
            os._exit(0 if isinstance(send(provider), Sent) else 1)
        _, status = os.waitpid(child, 0)
        assert status == 0
        assert isinstance(send(provider), Sent)
        peers = [entry.headers[":peer"] for entry in sinks.wait(3, kind=provider)]
        assert peers[0] == peers[2] != peers[1]


class TestNames:
    """Of providers' hosts; what looks them up is the system's."""

    def test_that_nobody_knows_are_told_as_no_connection(self, sinks, settings):
        settings.APNS_URL = "https://nobody.invalid"
        outcome = send("apns")
        assert isinstance(outcome, Later)
        assert "invalid" not in outcome.error

    def test_that_take_for_ever_hold_nobody_up(self, sinks, settings, monkeypatch):
        over = threading.Event()
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_more: over.wait(30) and [])
        settings.APNS_URL = "https://slow.invalid"
        begun = time.monotonic()
        assert isinstance(send("apns"), Later)
        assert time.monotonic() - begun < LATE
        over.set()
