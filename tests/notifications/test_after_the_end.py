"""What has ended can be sent again, and is forgotten in the end."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from players.models import Token
from players.notifications import registry
from players.notifications.channels.letter import Later, Refused, Sent
from players.notifications.channels.transports import transport_for
from players.notifications.delivering import sweep
from players.notifications.errors import DeliveryUnderWay, ReachedAlready
from players.notifications.models import (
    Delivery,
    Device,
    Notification,
    Preferences,
    Target,
    Webhook,
)
from players.notifications.sealed import digest_of
from players.notifications.services.forgetting import forget_old
from players.notifications.services.muting import mute_subject
from players.notifications.services.resending import send_again, send_to_one_again
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
    with_address,
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

    def test_reaches_who_missed_it_and_nobody_who_has_it(self, player):
        for token in ("a", "b"):
            with_device(player, token)
        row = tell(player, "news")
        post = Post(a=[Refused("400", 400), Sent("id")])
        delivered(post)
        assert standing(row) == ("sent", "")
        with_device(player, "c")
        send_again(delivery_ids=[row.pk], now=NOON)
        before = Target.objects.get(device__token_digest=digest_of("a"))
        assert (before.status, before.http_status, before.error) == ("open", 400, "400")
        delivered(post)
        assert post.tokens == ["a", "a", "b"]
        with pytest.raises(ReachedAlready):
            send_again(delivery_ids=[row.pk], now=NOON)
        assert standing(row) == ("sent", "")

    def test_mails_nobody_twice_for_a_push_that_failed(self, player):
        with_device(player, "a")
        with_address(player, "anna@example.org")
        tell(player, "news")
        post = Post(a=[Refused("400", 400), Sent("id")])
        for channel in ("push", "mail"):
            delivered(post, channel)
        rows = [row.pk for row in Delivery.objects.all()]
        assert send_again(delivery_ids=rows, now=NOON) == 1
        for channel in ("push", "mail"):
            delivered(post, channel)
        assert post.tokens == ["a", "a", "anna@example.org"]

    def test_goes_out_although_it_is_read_muted_over_or_switched_off(self, player):
        with_device(player, "a")
        subject = uuid4()
        row = tell(player, "news", subject=subject)
        Notification.objects.update(seen_at=NOON, settled_at=NOON)
        mute_subject(player_id=player.pk, subject=subject, now=NOON)
        choices = {"news": {"push": "off"}}
        Preferences.objects.create(player=player, choices=choices)
        post = Post()
        delivered(post)
        assert standing(row) == ("dropped", "told_anew")
        send_again(delivery_ids=[row.pk], now=NOON)
        assert delivered(post) == 1
        assert standing(row) == ("sent", "")

    def test_brings_no_mail_to_who_wants_none(self, player):
        with_address(player)
        row = tell(player, "news")
        Preferences.objects.create(player=player, mail_off_at=NOON)
        for _time in range(2):
            delivered(Post(), "mail")
            assert standing(row) == ("dropped", "off")
            send_again(delivery_ids=[row.pk], now=NOON)

    def test_keeps_how_it_had_ended(self, player):
        with_device(player, "a")
        row = tell(player, "news")
        delivered(Post(a=[Refused("BadMessage", 400)]))
        send_again(delivery_ids=[row.pk], now=NOON)
        delivered(Post())
        [earlier] = Delivery.objects.get(pk=row.pk).earlier
        [target] = earlier.pop("targets")
        assert (earlier["status"], earlier["reason"]) == ("failed", "refused")
        assert earlier["at"] == "2026-03-02T12:00:00Z"
        assert (target["http_status"], target["error"]) == (400, "BadMessage")

    def test_tells_one_webhook_alone_where_it_is_asked_for(self, player):
        one = with_webhook(player, "https://one.example/")
        with_webhook(player, "https://two.example/")
        row = tell(player, "news")
        post = Post()
        delivered(post, "webhook")
        Notification.objects.update(seen_at=NOON, settled_at=NOON)
        Webhook.objects.update(types=["other"])
        target = Target.objects.get(delivery=row, webhook=one)
        send_to_one_again(target_id=target.pk, now=NOON)
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
        assert sweep(now=NOON) == [("push", "")]
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
