"""What has ended can be sent again, and is forgotten in the end."""

from datetime import timedelta

import pytest
from django.utils import timezone

from players.models import Token
from players.notifications import registry
from players.notifications.channels.letter import Later, Refused
from players.notifications.channels.transports import transport_for
from players.notifications.delivering import sweep
from players.notifications.errors import DeliveryUnderWay
from players.notifications.models import Delivery, Device, Notification, Target
from players.notifications.services.forgetting import forget_old
from players.notifications.services.resending import send_again
from scopa_site.api.health import _checks
from scopa_site.outbox.claims import last_beat
from tests.concurrency.waiting import wait_until
from tests.concurrency.worker import worker_on_threads
from tests.notifications.posting import (
    NOON,
    Post,
    delivered,
    kind,
    new_player,
    standing,
    tell,
    with_device,
    with_webhook,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def types(monkeypatch):
    monkeypatch.setattr(registry, "_types", {})
    monkeypatch.setattr(registry, "_by_event", {})
    registry.register_type(kind("news"))


@pytest.fixture
def player():
    return new_player()


class TestSendingAgain:
    def test_brings_the_same_message_to_whatever_is_there_now(self, player):
        with_device(player, "a")
        row = tell(player, "news")
        post = Post(a=[Refused("no")])
        delivered(post)
        assert standing(row) == ("failed", "refused")
        Device.objects.all().delete()
        with_device(player, "b")
        assert send_again(delivery_ids=[row.pk], now=NOON) == 1
        assert delivered(post) == 1
        assert post.tokens == ["a", "b"]
        assert len({letter.id for letter in post.letters}) == 1
        assert standing(row) == ("sent", "")

    def test_is_decided_as_at_first(self, player):
        with_device(player)
        row = tell(player, "news")
        post = Post()
        delivered(post)
        Notification.objects.update(seen_at=NOON)
        send_again(delivery_ids=[row.pk], now=NOON)
        delivered(post)
        assert standing(row) == ("dropped", "seen")

    def test_tells_one_webhook_alone_where_it_is_asked_for(self, player):
        one = with_webhook(player, "https://one.example/")
        with_webhook(player, "https://two.example/")
        row = tell(player, "news")
        post = Post()
        delivered(post, "webhook")
        send_again(delivery_ids=[row.pk], now=NOON, webhook_id=one.pk)
        delivered(post, "webhook")
        assert post.tokens == [
            "https://one.example/",
            "https://one.example/",
            "https://two.example/",
        ]

    def test_is_refused_for_what_is_on_its_way(self, player):
        with_device(player, "a")
        row = tell(player, "news")
        with pytest.raises(DeliveryUnderWay):
            send_again(delivery_ids=[row.pk], now=NOON)
        delivered(Post(a=[Later("500", 500)]))
        with pytest.raises(DeliveryUnderWay):
            send_again(delivery_ids=[row.pk], now=NOON)


class TestForgetting:
    def test_deletes_what_was_told_long_ago_with_all_its_deliveries(self, player):
        with_device(player)
        tell(player, "news", 1, now=NOON - timedelta(days=91))
        kept = tell(player, "news", 2, now=NOON - timedelta(days=89))
        delivered(Post())
        assert forget_old(now=NOON) == 1
        assert list(Delivery.objects.all()) == [kept]
        assert Target.objects.count() == 1
        assert forget_old(now=NOON) == 0

    def test_deletes_devices_whose_log_in_was_taken_back(self, player):
        with_device(player)
        forget_old(now=NOON)
        assert Device.objects.count() == 1
        Token.objects.filter(player=player).delete()
        forget_old(now=NOON)
        assert Device.objects.count() == 0


class TestASweep:
    def test_rings_for_the_channels_on_which_something_is_due(self, player):
        with_device(player)
        assert sweep(now=NOON) == []
        tell(player, "news")
        assert sweep(now=NOON) == ["push"]
        delivered(Post())
        assert sweep(now=NOON) == []

    def test_is_watched(self):
        sweep(now=NOON)
        assert last_beat("notices") == NOON
        assert {"notices_sweep", "notices_queue"} <= set(_checks)


class TestARing:
    def test_has_it_delivered_at_once_by_whoever_works(self, player, monkeypatch):
        post = Post()
        monkeypatch.setattr(
            "players.notifications.channels.transports._MAKERS", {"fcm": lambda: post}
        )
        transport_for.cache_clear()
        with_device(player)
        with worker_on_threads(2):
            row = tell(player, "news", now=timezone.now())
            wait_until(lambda: post.sent, within=10, what="a message", every=60)
            wait_until(lambda: standing(row) == ("sent", ""), within=10, what="a mark", every=60)
        transport_for.cache_clear()
        assert len(post.sent) == 1
