"""Machines whose addresses players gave keep nobody waiting: no telephone, and no other machine."""

import json
import time
from collections import Counter
from datetime import timedelta
from threading import Lock

import pytest

from players.notifications import registry
from players.notifications.channels.letter import Later, Sent
from players.notifications.delivering import deliver, sweep
from players.notifications.models import Delivery, Device, Target, Webhook
from players.notifications.registry import Channel
from tests.concurrency.crowd import all_at_once
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
HANG_SECONDS = 2.5
HONEST = "https://honest.example/"


@pytest.fixture(autouse=True)
def types(monkeypatch):
    """A type of the test's own."""
    monkeypatch.setattr(registry, "_awaiting", [])
    monkeypatch.setattr(registry, "_last_plays", [])
    monkeypatch.setattr(registry, "_types", {})
    monkeypatch.setattr(registry, "_by_event", {})
    registry.register_type(kind("news"))


class Street(Post):
    """Machines of *.evil.example hang; all others answer. `reached`: when, in seconds."""

    def __init__(self, **answers):
        super().__init__(**answers)
        self.lock = Lock()
        self.reached, self.begun = {}, time.monotonic()
        self.at_once, self.most_at_once = Counter(), Counter()

    def send(self, letter, address):
        if "evil" in address.token:
            owner = address.token.partition("-")[0]
            with self.lock:
                self.at_once[owner] += 1
                self.most_at_once |= self.at_once
            time.sleep(HANG_SECONDS)
            with self.lock:
                self.at_once[owner] -= 1
                super().send(letter, address)
            return Later("no answer in time", provider_rests=True)
        self.reached.setdefault(address.token, time.monotonic() - self.begun)
        return super().send(letter, address)

    @property
    def now(self):
        """The time of the test, which goes by as the real one does."""
        return NOON + timedelta(seconds=time.monotonic() - self.begun)


def browser(player, host, **fields):
    endpoint = {"endpoint": f"https://{host}/{player.pk}", "keys": {}}
    return with_device(player, json.dumps(endpoint), provider="webpush", **fields)


def told_often(player, times, channel=Channel.WEBHOOK):
    for number in range(times):
        tell(player, "news", number, channels=[channel])


def worked(post, token, channel, lane, hands=2):
    """Have so many hands deliver until a token is reached; return after how many seconds."""

    def work():
        while token not in post.reached and time.monotonic() - post.begun < 30:
            deliver(channel, lane=lane, clock=lambda: post.now, transports=post)
            time.sleep(0.05)

    assert all_at_once([work] * hands) == [None] * hands
    return post.reached.get(token)


class TestATelephone:
    def test_is_reached_beside_browsers_that_hang(self):
        for number in range(6):
            for machine in range(20):
                browser(player := new_player(), f"h{number}-{machine}.evil.example")
            told_often(player, 20, Channel.PUSH)
        with_device(honest := new_player(), "honest")
        tell(honest, "news")
        assert worked(post := Street(), "honest", "push", "", hands=1) < 2
        assert post.tokens == ["honest"]

    def test_of_whoever_has_a_browser_that_hangs_is_not_pushed_to_twice(self):
        player = new_player()
        with_device(player, "honest")
        browser(player, "a.evil.example")
        row = tell(player, "news")
        post = Street()
        deliver("push", clock=lambda: NOON, transports=post)
        assert post.tokens == ["honest"]
        assert (row := Delivery.objects.get(pk=row.pk)).lane == "strangers"
        assert sweep(now=NOON) == [("push", "strangers")]
        deliver("push", lane="strangers", clock=lambda: NOON, transports=post)
        delivered(post, now=NOON + timedelta(hours=2))
        assert post.tokens.count("honest") == 1
        assert standing(row) == ("held", "retry")

    def test_is_tried_again_while_a_browser_waits_in_another_line(self):
        player = new_player()
        with_device(player, "honest")
        browser(player, "a.example")
        row = tell(player, "news")
        post = Post(honest=[Later("500", 500), Sent()])
        deliver("push", clock=lambda: NOON, transports=post)
        deliver("push", clock=lambda: NOON + timedelta(seconds=2), transports=post)
        assert post.tokens == ["honest", "honest"]
        assert standing(row) == ("waiting", "")
        delivered(post, now=NOON + timedelta(seconds=3))
        assert len(post.tokens) == 3
        assert standing(row) == ("sent", "")

    def test_is_tried_again_after_a_browser_was_reached(self):
        player = new_player()
        with_device(player, "honest")
        browser(player, "a.example")
        row = tell(player, "news")
        post = Post(honest=[Later("500", 500), Sent()])
        delivered(post)
        assert len(post.tokens) == 2
        assert Delivery.objects.get(pk=row.pk).lane == ""
        delivered(post, now=NOON + timedelta(seconds=2))
        assert standing(row) == ("sent", "")
        assert len(post.tokens) == 3


class TestAWebhook:
    def test_is_reached_beside_one_to_which_much_is_owed_and_that_hangs(self):
        with_webhook(bad := new_player(), "https://a.evil.example/")
        told_often(bad, 300)
        with_webhook(honest := new_player(), HONEST)
        tell(honest, "news")
        assert worked(Street(), HONEST, "webhook", "strangers") < 5

    def test_is_reached_among_very_many_that_hang(self):
        for number in range(24):
            player = new_player()
            for machine in range(5):
                with_webhook(player, f"https://h{number}-{machine}.evil.example/")
            told_often(player, 5)
        with_webhook(honest := new_player(), HONEST)
        tell(honest, "news")
        post = Street()
        assert worked(post, HONEST, "webhook", "strangers") < 10
        # Of each player at most two at a time with each of the two hands.
        assert 2 <= max(post.most_at_once.values()) <= 4


class TestAMachineThatHangs:
    @pytest.fixture
    def hook(self):
        return with_webhook(new_player(), "https://a.evil.example/")

    def instants(self, post, hook, seconds):
        """Deliver each so many seconds; return after how many something was sent."""
        at = []
        for second in seconds:
            before = len(post.sent)
            delivered(post, "webhook", now=NOON + timedelta(seconds=second))
            if len(post.sent) > before:
                at.append(second)
        return at

    def test_is_left_alone_each_time_for_longer(self, hook, monkeypatch):
        monkeypatch.setattr("tests.notifications.test_strangers.HANG_SECONDS", 2.1)
        told_often(hook.player, 40)
        seconds = [0, 10, 29, 31, 100, 150, 152, 600, 740, 760]
        assert self.instants(post := Street(), hook, seconds) == [0, 31, 152, 760]
        # However much is owed to it: a few hands each time.
        assert len(post.sent) <= 8
        hook.refresh_from_db()
        assert (hook.hangs, hook.rests_until) == (4, NOON + timedelta(seconds=760 + 3600))
        assert Delivery.objects.filter(done_at=None, dead_at=None).count() == 40

    def test_is_well_again_once_it_took_something(self, hook):
        Webhook.objects.update(url=HONEST, hangs=2, rests_until=NOON + timedelta(seconds=10))
        row = tell(hook.player, "news")
        assert self.instants(Street(), hook, [0, 11]) == [11]
        hook.refresh_from_db()
        assert (hook.hangs, hook.rests_until) == (0, None)
        assert standing(row) == ("sent", "")

    def test_is_said_to_be_silent(self, hook):
        Webhook.objects.update(rests_until=NOON + timedelta(seconds=10))
        row = tell(hook.player, "news")
        delivered(Street(), "webhook")
        assert standing(row) == ("held", "receiver_silent")

    def test_that_fails_at_once_is_tried_as_the_schedule_says(self):
        with_webhook(player := new_player(), HONEST)
        tell(player, "news")
        post = Post(**{HONEST: [Later("refused", provider_rests=True)]})
        delivered(post, "webhook")
        assert Webhook.objects.get().rests_until is None
        assert Delivery.objects.get().available_at == NOON + timedelta(seconds=5)

    def test_is_remembered_of_a_browser_too(self):
        browser(player := new_player(), "a.evil.example")
        tell(player, "news")
        delivered(Street())
        assert Device.objects.get().rests_until == NOON + timedelta(seconds=30)


class TestTargetsOfOneDelivery:
    def test_are_tried_again_each_when_it_asks(self):
        a, b = "https://a.example/", "https://b.example/"
        with_webhook(player := new_player(), a)
        with_webhook(player, b)
        row = tell(player, "news")
        post = Post(
            **{a: [Later("503", 503, retry_after=7200), Sent()], b: [Later("500", 500), Sent()]}
        )
        delivered(post, "webhook")
        assert Delivery.objects.get(channel="webhook").available_at == NOON + timedelta(seconds=5)
        delivered(post, "webhook", now=NOON + timedelta(seconds=6))
        assert post.tokens == [a, b, b]
        delivered(post, "webhook", now=NOON + timedelta(seconds=7199))
        assert post.tokens == [a, b, b]
        delivered(post, "webhook", now=NOON + timedelta(seconds=7201))
        assert post.tokens == [a, a, b, b]
        assert standing(row) == ("sent", "")

    def test_are_given_up_each_for_itself(self):
        with_device(player := new_player(), "dead")
        with_device(player, "slow", provider="apns")
        row = tell(player, "news")
        busy = Later("429", 429, retry_after=7 * 3600)
        post = Post(dead=[Later("500", 500)], slow=[busy, busy, Sent()])
        for hour in range(40):
            delivered(post, now=NOON + timedelta(hours=hour))
        assert standing(row) == ("sent", "")
        statuses = Target.objects.order_by("provider").values_list("provider", "status")
        assert list(statuses) == [("apns", "sent"), ("fcm", "given_up")]
        assert post.tokens.count("dead") == 12
