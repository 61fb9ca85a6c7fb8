"""All the way out: from what a person is told to the receivers, by the real transports."""

import json

import pytest

from players.notifications import registry
from players.notifications.channels.transports import transport_for
from players.notifications.models import Device, Target, Webhook
from players.notifications.sealed import sealed
from tests.notifications.posting import (
    NOON,
    delivered,
    kind,
    new_player,
    standing,
    tell,
    with_address,
    with_device,
    with_webhook,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _types():
    registry.register_type(kind("news", collapse="match"))
    yield
    registry.unregister_type("news")


@pytest.fixture
def player(sinks):
    """Return somebody with a telephone of each kind, a browser and an address."""
    someone = new_player()
    with_device(someone, "registration", provider="fcm")
    with_device(someone, "a1b2", provider="apns", is_sandbox=True)
    subscription = json.dumps(sinks.subscription("browser"))
    with_device(someone, subscription, provider="webpush")
    with_address(someone, "anna@example.org")
    return someone


def targets(delivery):
    rows = Target.objects.filter(delivery=delivery).order_by("provider")
    return {row.provider: (row.status, row.http_status) for row in rows}


class TestAMessage:
    def test_comes_to_every_device_with_one_id(self, sinks, player):
        row = tell(player, "news")
        assert delivered(transport_for) == 1
        assert targets(row) == {
            "apns": ("sent", 200),
            "fcm": ("sent", 200),
            "webpush": ("sent", 201),
        }
        entries = {entry.kind: entry for entry in sinks.wait(4)}
        said = str(row.notification.public_id)
        assert entries["apns"].headers["apns-id"] == said
        assert entries["fcm"].body["message"]["data"]["id"] == said
        assert entries["webpush"].body["id"] == said

    def test_comes_by_mail(self, sinks, player):
        tell(player, "news")
        assert delivered(transport_for, "mail") == 1
        assert sinks.wait(kind="mail", to="anna@example.org")[0].is_taken

    def test_is_sent_again_only_where_it_did_not_get_through(self, sinks, player):
        sinks.behave("error", kind="apns", times=1)
        row = tell(player, "news")
        delivered(transport_for)
        assert targets(row)["apns"] == ("open", 500)
        delivered(transport_for, now=NOON.replace(hour=13))
        assert standing(row) == ("sent", "")
        taken = sinks.count()
        assert (taken["apns"], taken["fcm"], taken["webpush"]) == (1, 1, 1)
        first, second = sinks.book(kind="apns")
        assert first.headers["apns-collapse-id"] == second.headers["apns-collapse-id"]

    def test_is_the_last_to_a_telephone_that_is_no_more(self, sinks, player):
        for provider in ("fcm", "apns", "webpush"):
            sinks.behave("gone", kind=provider)
        row = tell(player, "news")
        delivered(transport_for)
        assert not Device.objects.filter(player=player).exists()
        assert standing(row) == ("dropped", "gone")

    def test_costs_nobody_a_telephone_whatever_else_is_answered(self, sinks, player):
        for how in ("throttled", "error", "nonsense", "redirect", "unauthorized", "bad_message"):
            sinks.clear()
            for provider in ("fcm", "apns", "webpush"):
                sinks.behave(how, kind=provider, status=404 if provider == "fcm" else 400)
            tell(player, "news", how)
            delivered(transport_for, now=NOON)
        assert Device.objects.filter(player=player).count() == 3

    def test_comes_to_a_webhook_although_another_to_which_much_is_owed_hangs(self, sinks):
        slow, quick = new_player(), new_player()
        secret = sealed("whsec_c2VjcmV0")
        for someone, host, name in ((slow, "localhost", "hang-1"), (quick, "127.0.0.1", "well")):
            url = f"{sinks.hooks_tls}/{name}".replace("127.0.0.1", host)
            hook = with_webhook(someone, url)
            Webhook.objects.filter(pk=hook.pk).update(secret_sealed=secret)
        held = [tell(slow, "news", number) for number in range(30)]
        row = tell(quick, "news")
        delivered(transport_for, "webhook")
        assert standing(row) == ("sent", "")
        assert {standing(each)[0] for each in held} <= {"held", "waiting"}

    def test_does_not_wait_for_a_provider_that_hangs(self, sinks, player):
        sinks.behave("hang", kind="fcm")
        row = tell(player, "news")
        delivered(transport_for)
        assert targets(row)["apns"] == ("sent", 200)
        # It is with the person on one telephone, and tried again on the other.
        assert targets(row)["fcm"] == ("open", None)
