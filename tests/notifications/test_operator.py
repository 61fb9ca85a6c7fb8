"""What the operator set up wrongly: it is said, and nothing is lost meanwhile."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.core.checks import run_checks

from players.notifications.channels.letter import Later, Refused, Sent
from players.notifications.delivering.watching import _resting
from players.notifications.models import Delivery, Target
from tests.notifications.posting import (
    NOON,
    Post,
    delivered,
    new_player,
    standing,
    tell,
    with_device,
)

OURS = Later("wrongly set up here", retry_after=60.0, provider_rests=True, is_ours=True)
APNS = ("APNS_KEY", "APNS_KEY_ID", "APNS_TEAM_ID", "APNS_TOPIC")


def said():
    return {each.id: each.msg for each in run_checks() if each.id.startswith("notifications.")}


def pem(key):
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


class TestTheCheck:
    def test_has_nothing_to_say_of_what_is_good(self, sinks):
        assert said() == {}

    def test_has_nothing_to_say_of_what_is_not_given(self, settings):
        for name in (*APNS, "FCM_CREDENTIALS", "VAPID_PRIVATE_KEY", "VAPID_SUBJECT"):
            setattr(settings, name, "")
        assert said() == {}

    @pytest.mark.parametrize("text", [None, "{}", "[]", "no json", "\udcff", '{"type": "user"}'])
    def test_tells_of_a_service_account_that_is_none(self, text, sinks, settings, tmp_path):
        file = tmp_path / "account.json"
        if text is not None:
            file.write_bytes(text.encode(errors="surrogateescape"))
        settings.FCM_CREDENTIALS = str(file)
        assert list(said()) == ["notifications.W001"]
        assert "FCM_CREDENTIALS" in said()["notifications.W001"]

    def test_tells_of_a_service_account_without_a_project(self, sinks, settings, tmp_path):
        account = json.loads(Path(settings.FCM_CREDENTIALS).read_text())
        del account["project_id"]
        (tmp_path / "account.json").write_text(json.dumps(account))
        settings.FCM_CREDENTIALS = str(tmp_path / "account.json")
        assert "project_id" in said()["notifications.W001"]

    @pytest.mark.parametrize("missing", APNS)
    def test_tells_what_is_missing_of_apns(self, missing, sinks, settings):
        setattr(settings, missing, "")
        assert missing in said()["notifications.W002"]

    @pytest.mark.parametrize(
        "key",
        [
            b"nothing",
            pem(ec.generate_private_key(ec.SECP384R1())),
            pem(rsa.generate_private_key(65537, 2048)),
        ],
    )
    def test_tells_of_a_key_that_is_none_for_apns(self, key, sinks, settings, tmp_path):
        (tmp_path / "key.p8").write_bytes(key)
        settings.APNS_KEY = str(tmp_path / "key.p8")
        assert "APNS_KEY" in said()["notifications.W002"]

    @pytest.mark.parametrize(
        ("setting", "value"),
        [
            ("VAPID_PRIVATE_KEY", ""),
            ("VAPID_PRIVATE_KEY", "none"),
            ("VAPID_PRIVATE_KEY", "A" * 43),
            ("VAPID_PRIVATE_KEY", "A" * 40),
            ("VAPID_SUBJECT", ""),
            ("VAPID_SUBJECT", "http://scopa.example"),
        ],
    )
    def test_tells_of_web_push(self, setting, value, sinks, settings):
        setattr(settings, setting, value)
        assert setting in said()["notifications.W003"]


@pytest.mark.django_db(transaction=True)
class TestWhatIsSetUpWrongly:
    @pytest.mark.parametrize("provider", ["fcm", "apns", "webpush"])
    def test_loses_nothing_until_it_is_mended(self, provider, caplog):
        with_device(player := new_player(), "phone", provider=provider)
        rows = [tell(player, "test", number) for number in range(5)]
        post = Post(phone=[OURS])
        for hours in range(48):
            delivered(post, now=NOON + timedelta(hours=hours))
        assert {standing(row) for row in rows} == {("held", "provider_rests")}
        assert set(Target.objects.values_list("status", flat=True)) == {"open"}
        assert not Delivery.objects.filter(attempts__gt=0).exists()
        assert caplog.text.count(f"{provider} rests, what is for it waits: wrongly set up") == 1
        post.answers["phone"] = [Sent()]
        delivered(post, now=NOON + timedelta(hours=50))
        delivered(post, now=NOON + timedelta(hours=51))
        assert {standing(row) for row in rows} == {("sent", "")}
        assert f"{provider} answers again" in caplog.text

    def test_is_told_beside_what_refuses_us_for_ever(self, caplog):
        with_device(player := new_player(), "phone")
        tell(player, "test")
        post = Post(phone=[Later("FCM: PERMISSION_DENIED", 403, provider_rests=True)])
        for hours in range(12):
            delivered(post, now=NOON + timedelta(hours=hours))
        assert (
            caplog.text.count("fcm rests, what is for it waits: FCM: PERMISSION_DENIED, 403") == 1
        )

    def test_is_a_browsers_service_only_where_it_is_ours(self):
        with_device(player := new_player(), "browser", provider="webpush")
        row = tell(player, "test")
        post = Post(browser=[Later("503", 503, provider_rests=True)])
        for minutes in range(10):
            delivered(post, now=NOON + timedelta(minutes=minutes))
        assert standing(row) == ("held", "retry")

    def test_shows_by_provider_in_the_metrics(self):
        assert _resting() == {"apns": 0.0, "fcm": 0.0, "mail": 0.0, "webpush": 0.0}

    def test_is_not_what_is_not_set_up_at_all(self):
        with_device(player := new_player(), "phone")
        row = tell(player, "test")
        delivered(Post(phone=[Refused("FCM is not set up", not_set_up=True)]))
        assert standing(row) == ("dropped", "not_set_up")
        assert Target.objects.get().status == "dropped"
