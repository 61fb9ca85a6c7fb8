"""The sinks take what a provider would take, refuse the rest, and misbehave only when told to."""

import smtplib
import ssl
import time
from pathlib import Path

import httpx
import jwt
import pytest

from sinks.behaviour import HOW
from sinks.fcm import SEND_PATH
from sinks.identities import KEY_ID, TEAM_ID, TOPIC
from sinks.serving import NotArrived, running


@pytest.fixture(scope="module")
def sinks():
    with running() as started:
        yield started


@pytest.fixture(autouse=True)
def _empty(sinks):
    sinks.clear()


@pytest.fixture
def client(sinks):
    """Call push providers, with the certificate known."""
    known = ssl.create_default_context(cafile=sinks.environment["OUTBOUND_CA_FILE"])
    with httpx.Client(http2=True, verify=known, trust_env=False, timeout=3) as one:
        yield one


def sign_for_apns(sinks, at=None):
    key = Path(sinks.environment["APNS_KEY"]).read_text()
    claims = {"iss": TEAM_ID, "iat": int(at or time.time())}
    return jwt.encode(claims, key, algorithm="ES256", headers={"kid": KEY_ID})


def to_apns(sinks, client, token="aa", *, at=None, payload=None, **headers):
    return client.post(
        f"{sinks.push}/apns/3/device/{token}",
        json=payload or {"aps": {"alert": "Tocca a te"}},
        headers={
            "authorization": f"bearer {sign_for_apns(sinks, at)}",
            "apns-topic": TOPIC,
            "apns-push-type": "alert",
            **headers,
        },
    )


class TestWebhooks:
    def test_are_taken_and_written_down(self, sinks):
        answer = httpx.post(f"{sinks.hooks}/mine", json={"x": 1}, trust_env=False)
        (entry,) = sinks.wait(kind="webhook")
        assert answer.status_code == entry.status == 204
        assert (entry.to, entry.body["json"]) == ("mine", {"x": 1})

    def test_are_treated_as_the_name_of_the_receiver_says(self, sinks):
        answer = httpx.post(f"{sinks.hooks}/gone-7", trust_env=False)
        assert answer.status_code == 410

    def test_are_treated_badly_as_often_as_was_said(self, sinks):
        sinks.behave("throttled", kind="webhook", to="mine", times=2, seconds=7)
        answers = [httpx.post(f"{sinks.hooks}/mine", trust_env=False) for _ in range(3)]
        assert [each.status_code for each in answers] == [429, 429, 204]
        assert answers[0].headers["retry-after"] == "7"

    def test_are_cut_off(self, sinks):
        with pytest.raises(httpx.ReadError, match="reset"):
            httpx.post(f"{sinks.hooks}/reset-1", trust_env=False)
        assert [entry.status for entry in sinks.wait()] == [0]

    @pytest.mark.parametrize("how", ["hang", "drip", "drip_head"])
    def test_are_never_answered_to_the_end(self, sinks, how):
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(f"{sinks.hooks}/{how}-1", trust_env=False, timeout=0.3)

    def test_are_answered_at_length(self, sinks):
        answer = httpx.post(f"{sinks.hooks}/huge-1", trust_env=False)
        assert len(answer.content) > 9_000_000

    def test_are_sent_elsewhere(self, sinks):
        sinks.behave("redirect", location="http://127.0.0.1:1/")
        answer = httpx.post(f"{sinks.hooks}/a", trust_env=False)
        assert (answer.status_code, answer.headers["location"]) == (302, "http://127.0.0.1:1/")

    def test_are_taken_over_tls(self, sinks, client):
        assert client.post(f"{sinks.hooks_tls}/mine").status_code == 204


class TestApns:
    def test_takes_what_is_signed_and_comes_by_http_2(self, sinks, client):
        answer = to_apns(sinks, client)
        assert (answer.status_code, answer.http_version) == (200, "HTTP/2")
        assert sinks.wait(kind="apns", to="aa")[0].body == {"aps": {"alert": "Tocca a te"}}

    def test_refuses_a_token_of_the_hour_before(self, sinks, client):
        answer = to_apns(sinks, client, at=time.time() - 3700)
        assert answer.json() == {"reason": "ExpiredProviderToken"}

    @pytest.mark.parametrize(
        ("headers", "reason"),
        [
            ({"apns-topic": "com.example.other"}, "BadTopic"),
            ({"apns-collapse-id": "x" * 65}, "BadCollapseId"),
            ({"apns-id": "7"}, "BadMessageId"),
            ({"apns-priority": "7"}, "BadPriority"),
        ],
    )
    def test_refuses_a_wrong_header(self, sinks, client, headers, reason):
        assert to_apns(sinks, client, **headers).json() == {"reason": reason}

    def test_refuses_what_is_too_large(self, sinks, client):
        answer = to_apns(sinks, client, payload={"aps": {"alert": "x" * 4096}})
        assert answer.status_code == 413

    def test_cuts_the_connection(self, sinks, client):
        with pytest.raises((httpx.RemoteProtocolError, httpx.ReadError)):
            to_apns(sinks, client, "reset-1")
        assert to_apns(sinks, client).status_code == 200


class TestFcm:
    def test_takes_nothing_without_a_token_of_its_own(self, sinks, client):
        message = {"message": {"token": "t", "data": {}}}
        answer = client.post(f"{sinks.push}{SEND_PATH}", json=message)
        assert answer.status_code == 401
        assert sinks.wait(kind="fcm", to="t")[0].status == 401


class TestMail:
    def send(self, sinks, to):
        with smtplib.SMTP("127.0.0.1", sinks.mail_port) as server:
            server.sendmail("a@example.com", [to], "Subject: Ciao\n\nTocca a te")

    def test_is_taken(self, sinks):
        self.send(sinks, "b@example.com")
        (entry,) = sinks.wait(kind="mail", to="b@example.com")
        assert (entry.status, entry.headers["subject"]) == (250, "Ciao")
        assert entry.body["plain"].strip() == "Tocca a te"

    def test_is_refused_at_the_address(self, sinks):
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            self.send(sinks, "gone-1@example.com")

    def test_is_refused_at_the_text(self, sinks):
        with pytest.raises(smtplib.SMTPDataError):
            self.send(sinks, "error-1@example.com")

    def test_is_cut_off(self, sinks):
        with pytest.raises((smtplib.SMTPServerDisconnected, ConnectionResetError)):
            self.send(sinks, "reset-1@example.com")


class TestBook:
    def test_is_waited_for_in_vain(self, sinks):
        with pytest.raises(NotArrived):
            sinks.wait(kind="mail", within=0.1)

    def test_is_read_from_where_one_was(self, sinks):
        for name in ("a", "b"):
            httpx.post(f"{sinks.hooks}/{name}", trust_env=False)
        first, second = sinks.wait(2)
        assert sinks.book(first.number) == [second]
        assert sinks.count() == {"webhook": 2}

    def test_refuses_a_behaviour_that_there_is_not(self, sinks):
        with pytest.raises(httpx.HTTPStatusError):
            sinks.behave("politely")
        assert "politely" not in HOW
