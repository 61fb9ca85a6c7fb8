"""Devices: who is pushed to where, and whose token is whose."""

import base64
import json
from datetime import timedelta

import pytest

from players.models import Token
from players.notifications.errors import InvalidDevice
from players.notifications.models import Device, Notification
from players.notifications.queries.devices import list_devices
from players.notifications.sealed import opened
from players.notifications.services.devices import MAX_DEVICES, forget_device
from tests.notifications.devices import (
    APPLE,
    browser_keys,
    fresh_token,
    registered,
    subscription,
)
from tests.players.accounts import NOW, assert_problem, call, faults, signed_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    return signed_up("anna")


@pytest.fixture
def bruno():
    return signed_up("bruno")


def names_of(player):
    return [device.installation_id for device in list_devices(player.pk)]


def put(client, session, body, installation_id="telephone"):
    path = f"/me/devices/{installation_id}"
    return call(client, "PUT", path, body, token=session.token)


class TestADevice:
    def test_keeps_its_token_enciphered(self, anna):
        token = fresh_token()
        row = registered(anna.player, token=token)
        assert token not in row.token_sealed + row.token_digest
        assert opened(row.token_sealed) == token

    def test_keeps_the_whole_subscription_of_a_browser(self, anna):
        given = subscription("https://push.example/send/7")
        row = registered(anna.player, subscription=given)
        assert json.loads(opened(row.token_sealed)) == {
            "endpoint": "https://push.example/send/7",
            "keys": {"p256dh": given.p256dh, "auth": given.auth},
        }

    def test_registered_again_has_its_new_token_and_is_one(self, anna):
        first = registered(anna.player)
        token = fresh_token()
        again = registered(anna.player, token=token, now=NOW + timedelta(days=1))
        assert again.pk == first.pk
        assert opened(again.token_sealed) == token
        assert (again.created_at, again.updated_at) == (NOW, NOW + timedelta(days=1))

    def test_beyond_twenty_is_in_the_place_of_the_oldest(self, anna, bruno):
        registered(bruno.player, "other")
        for number in range(MAX_DEVICES):
            registered(anna.player, f"d{number}", now=NOW + timedelta(minutes=number))
        registered(anna.player, "d0", now=NOW + timedelta(hours=1))
        registered(anna.player, "new", now=NOW + timedelta(hours=2))
        assert names_of(anna.player)[:2] == ["new", "d0"]
        assert "d1" not in names_of(anna.player)
        assert Device.objects.filter(player=anna.player).count() == MAX_DEVICES
        assert names_of(bruno.player) == ["other"]

    def test_is_forgotten_by_its_owner_alone(self, anna, bruno):
        registered(anna.player)
        forget_device(player_id=bruno.player.pk, installation_id="telephone")
        assert names_of(anna.player) == ["telephone"]
        forget_device(player_id=anna.player.pk, installation_id="telephone")
        assert not Device.objects.exists()

    def test_is_none_once_its_session_is_logged_out(self, anna, client):
        registered(anna.player)
        call(client, "POST", "/auth/logout", token=anna.token)
        assert names_of(anna.player) == []


class TestAToken:
    def test_leaves_its_former_owner(self, anna, bruno):
        token = fresh_token()
        registered(anna.player, token=token)
        registered(bruno.player, token=token)
        assert names_of(anna.player) == []
        assert names_of(bruno.player) == ["telephone"]

    def test_leaves_its_former_installation(self, anna):
        token = fresh_token()
        registered(anna.player, "before", token=token)
        registered(anna.player, "after", token=token)
        assert names_of(anna.player) == ["after"]

    def test_is_known_in_whatever_case_apple_wrote_it(self, anna, bruno):
        registered(anna.player, provider="apns", token=APPLE)
        registered(bruno.player, provider="apns", token=APPLE.upper())
        assert names_of(anna.player) == []

    def test_of_a_browser_is_its_endpoint(self, anna, bruno):
        registered(anna.player, subscription=subscription())
        registered(bruno.player, subscription=subscription())
        assert names_of(anna.player) == []

    def test_is_found_by_a_key_that_was_changed(self, anna, bruno, settings):
        token = fresh_token()
        registered(anna.player, token=token)
        settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
        settings.SECRET_KEY = "a new one, as long as it takes to be one"
        row = registered(bruno.player, token=token)
        assert names_of(anna.player) == []
        assert opened(row.token_sealed) == token

    def test_changes_places_between_two_installations(self, anna):
        one, other = fresh_token(), fresh_token()
        registered(anna.player, "one", token=one)
        registered(anna.player, "other", token=other)
        row = registered(anna.player, "one", token=other)
        assert opened(row.token_sealed) == other
        assert names_of(anna.player) == ["one"]


WRONG = [
    ({"provider": "fcm"}, {("/token", "invalid_token")}),
    ({"provider": "fcm", "token": ""}, {("/token", "invalid_token")}),
    ({"provider": "fcm", "token": "a" * 4097}, {("/token", "invalid_token")}),
    ({"provider": "fcm", "token": "è"}, {("/token", "invalid_token")}),
    ({"provider": "fcm", "token": "a\n"}, {("/token", "invalid_token")}),
    ({"provider": "apns", "token": "a" * 62}, {("/token", "invalid_token")}),
    ({"provider": "apns", "token": "a" * 202}, {("/token", "invalid_token")}),
    ({"provider": "apns", "token": "g" * 64}, {("/token", "invalid_token")}),
    ({"provider": "apns", "token": "a" * 65}, {("/token", "invalid_token")}),
    ({"provider": "fcm", "token": "a", "is_sandbox": True}, {("/sandbox", "not_of_apple")}),
    ({"provider": "fcm", "token": "a", "name": "x" * 61}, {("/name", "name_too_long")}),
    ({"provider": "fcm", "token": "a", "name": "\n"}, {("/name", "blank")}),
    ({"provider": "webpush"}, {("/subscription", "invalid_subscription")}),
    (
        {"provider": "webpush", "token": "a"},
        {("/token", "not_of_an_app"), ("/subscription", "invalid_subscription")},
    ),
    (
        {"provider": "fcm", "token": "a", "subscription": subscription()},
        {("/subscription", "not_of_a_browser")},
    ),
    *(
        (
            {"provider": "webpush", "subscription": subscription(endpoint)},
            {("/subscription/endpoint", "invalid_endpoint")},
        )
        for endpoint in (
            "http://push.example/1",
            "https://",
            "https:///1",
            "https://user:pass@push.example/1",
            "https://push.example:99999/1",
            "https://[push.example/1",
            "https://push.example/ 1",
            f"https://push.example/{'x' * 2000}",
            "https://127.0.0.1/1",
            "https://10.0.0.1/1",
            "https://[::1]/1",
            "https://localhost/1",
        )
    ),
]


class TestADeviceThatCannotBe:
    @pytest.mark.parametrize(("described", "expected"), WRONG)
    def test_is_refused_with_every_fault(self, described, expected, anna):
        with pytest.raises(InvalidDevice) as refused:
            registered(anna.player, **{"token": None, **described})
        assert {(each.pointer, each.code) for each in refused.value.errors} == expected
        assert not Device.objects.exists()

    def test_may_be_on_loopback_where_all_is_tried_out_there(self, anna, settings):
        settings.OUTBOUND_LOOPBACK = True
        registered(anna.player, subscription=subscription("https://127.0.0.1:8503/push/1"))
        assert names_of(anna.player) == ["telephone"]

    @pytest.mark.parametrize("installation_id", ["", "a" * 65, "a b", "è", "a\n", "a/b"])
    def test_is_refused_by_its_name(self, installation_id, anna):
        with pytest.raises(InvalidDevice):
            registered(anna.player, installation_id)

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("auth", "AAAA"),
            ("auth", "!" * 22),
            ("p256dh", "AAAA"),
            ("p256dh", "B" + "A" * 86),
            ("p256dh", ""),
        ],
    )
    def test_is_refused_for_a_key_of_a_browser(self, name, value, anna, client):
        keys = browser_keys() | {name: value}
        body = {
            "provider": "webpush",
            "subscription": {"endpoint": "https://push.example/1", "keys": keys},
        }
        problem = assert_problem(put(client, anna, body), 422, "invalid_device")
        assert faults(problem) == {(f"/subscription/keys/{name}", "invalid_key")}


class TestOverHTTP:
    def test_a_device_is_made_and_then_kept_and_shown_without_its_token(self, anna, client):
        body = {"provider": "apns", "token": APPLE, "sandbox": True, "name": "Telefono"}
        assert put(client, anna, body).status_code == 201
        answer = put(client, anna, body)
        assert answer.status_code == 200
        (item,) = call(client, "GET", "/me/devices", token=anna.token).json()["items"]
        assert item == answer.json()
        assert item.keys() == {"installation_id", "provider", "sandbox", "name", "updated_at"}
        assert (item["name"], item["sandbox"]) == ("Telefono", True)
        assert APPLE not in answer.content.decode()

    def test_a_device_belongs_to_the_session_that_registered_it(self, anna, client):
        put(client, anna, {"provider": "fcm", "token": "a"})
        session = Token.objects.get(player=anna.player).public_id
        assert Device.objects.get().session == session

    def test_a_device_is_forgotten_and_again(self, anna, client):
        put(client, anna, {"provider": "fcm", "token": "a"})
        for _ in range(2):
            answer = call(client, "DELETE", "/me/devices/telephone", token=anna.token)
            assert answer.status_code == 204
        assert not Device.objects.exists()

    def test_what_cannot_be_a_device_is_not_found(self, anna, client):
        answer = call(client, "DELETE", "/me/devices/%C3%97", token=anna.token)
        assert_problem(answer, 404, "device_not_found")

    def test_a_token_that_is_no_text_is_refused_unread(self, anna, client):
        for token in (None, 1, ["a"], {}):
            problem = put(client, anna, {"provider": "fcm", "token": token})
            assert_problem(problem, 400, "invalid_request")


class TestASubscription:
    def test_is_taken_as_a_browser_hands_it_out(self, anna, client, sinks):
        given = sinks.subscription("browser-of-anna")
        assert given["expirationTime"] is None
        answer = put(client, anna, {"provider": "webpush", "subscription": given})
        assert answer.status_code == 201, answer.content
        kept = json.loads(opened(Device.objects.get().token_sealed))
        assert kept == {"endpoint": given["endpoint"], "keys": given["keys"]}

    @pytest.mark.parametrize("time", [1772452800000, 1772452800000.5, 0])
    def test_may_say_when_it_ends(self, anna, client, time):
        given = {"endpoint": "https://push.example/1", "keys": browser_keys()}
        body = {"provider": "webpush", "subscription": {**given, "expirationTime": time}}
        assert put(client, anna, body).status_code == 201

    @pytest.mark.parametrize("time", ["1772452800000", True, [], {}])
    def test_says_so_with_a_number(self, anna, client, time):
        given = {"endpoint": "https://push.example/1", "keys": browser_keys()}
        body = {"provider": "webpush", "subscription": {**given, "expirationTime": time}}
        problem = assert_problem(put(client, anna, body), 400, "invalid_request")
        assert faults(problem) == {("/subscription/expirationTime", "wrong_type")}


class TestTheKeyOfTheService:
    def test_is_told_to_browsers_once_there_is_one(self, anna, client, settings):
        def key():
            return call(client, "GET", "/me/devices", token=anna.token).json()["web_push_key"]

        settings.VAPID_PRIVATE_KEY = ""
        assert key() is None
        settings.VAPID_PRIVATE_KEY = "A" * 42 + "E"
        settings.VAPID_SUBJECT = "mailto:push@scopa.example"
        assert len(base64.urlsafe_b64decode(key() + "=")) == 65


class TestTryingADevice:
    def test_is_told_to_that_device_alone_by_push(self, anna, client):
        registered(anna.player, "telephone")
        registered(anna.player, "tablet")
        answer = call(client, "POST", "/me/devices/tablet/test", {}, token=anna.token)
        assert answer.status_code == 202
        row = Notification.objects.get(public_id=answer.json()["notification"])
        assert (row.type, row.data) == ("test", {"device": "tablet"})
        assert [each.channel for each in row.deliveries.all()] == ["push"]

    def test_is_possible_again(self, anna, client):
        registered(anna.player)
        ids = {
            call(client, "POST", "/me/devices/telephone/test", {}, token=anna.token).content
            for _ in range(2)
        }
        assert len(ids) == 2

    def test_asks_for_a_device_of_ones_own_that_is_logged_in(self, anna, bruno, client):
        registered(bruno.player)
        answer = call(client, "POST", "/me/devices/telephone/test", {}, token=anna.token)
        assert_problem(answer, 404, "device_not_found")
        Token.objects.filter(player=bruno.player).update(player=anna.player)
        answer = call(client, "POST", "/me/devices/telephone/test", {}, token=bruno.token)
        assert_problem(answer, 404, "device_not_found")
        assert not Notification.objects.exists()

    def test_says_afterwards_what_became_of_it(self, anna, client):
        registered(anna.player)
        made = call(client, "POST", "/me/devices/telephone/test", {}, token=anna.token).json()
        path = f"/me/notifications/{made['notification']}"
        ways = call(client, "GET", path, token=anna.token).json()["deliveries"]
        assert [(each["channel"], each["status"]) for each in ways] == [("push", "waiting")]
