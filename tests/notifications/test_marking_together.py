"""Hands that mark at the same moment, or cannot mark at once: nothing is sent again for that."""

import threading
from datetime import timedelta

import pytest
from django.db import OperationalError, transaction

from players.notifications import registry
from players.notifications.channels.letter import Later, Sent
from players.notifications.delivering import marking, rounds
from players.notifications.delivering.resting import note_answers
from players.notifications.models import Delivery, Resting, Target, Webhook
from players.notifications.registry import Channel
from tests.concurrency.crowd import PATIENCE, all_at_once
from tests.notifications.posting import (
    NOON,
    Post,
    delivered,
    kind,
    new_player,
    tell,
    with_device,
    with_webhook,
)

pytestmark = pytest.mark.django_db(transaction=True)
DOWN = Later("503", 503, provider_rests=True)
HALF = 10


@pytest.fixture(autouse=True)
def types(monkeypatch):
    monkeypatch.setattr(registry, "_awaiting", [])
    monkeypatch.setattr(registry, "_last_plays", [])
    monkeypatch.setattr(registry, "_types", {})
    monkeypatch.setattr(registry, "_by_event", {})
    registry.register_type(kind("news"))


@pytest.fixture
def together(monkeypatch):
    """Have two hands take half each, and none mark before both have sent."""
    both_have_sent, claim, send = threading.Barrier(2), rounds.claim, rounds.send_all

    def send_all(*args, **options):
        answers = send(*args, **options)
        both_have_sent.wait(PATIENCE)
        return answers

    monkeypatch.setattr(rounds, "claim", lambda channel, **when: claim(channel, limit=HALF, **when))
    monkeypatch.setattr(rounds, "send_all", send_all)
    return both_have_sent


class Outage(Post):
    """Apple's and Google's services are away; a mailbox or a browser is reached."""

    def send(self, letter, address):
        super().send(letter, address)
        return DOWN if address.provider in {"fcm", "apns"} else Sent()


def told(order):
    """Tell a player who has two telephones, in this order, and a browser."""
    player = new_player()
    for provider in order:
        with_device(player, provider=provider)
    with_device(player, f"browser-{player.pk}", provider="webpush")
    tell(player, "news")


@pytest.mark.postgres
class TestTwoHandsInTheFirstMomentsOfAnOutage:
    @pytest.mark.usefixtures("together")
    def test_mark_all_that_they_sent(self, monkeypatch):
        for number in range(2 * HALF):
            told(("fcm", "apns") if number < HALF else ("apns", "fcm"))
        post = Outage()
        assert all_at_once([lambda: delivered(post)] * 2) == [0, 0]
        assert Target.objects.filter(provider="webpush", status="sent").count() == 2 * HALF
        assert Delivery.objects.filter(lease_until__isnull=False).count() == 0
        assert set(Resting.objects.values_list("name", flat=True)) == {"fcm", "apns"}

    def test_would_stop_each_other_if_each_noted_in_an_order_of_its_own(self):
        half_way = threading.Barrier(2)

        def note(*names):
            with transaction.atomic():
                note_answers({names[0]: [None]}, now=NOON)
                half_way.wait(PATIENCE)
                note_answers({names[1]: [None]}, now=NOON)

        answers = all_at_once([lambda: note("fcm", "apns"), lambda: note("apns", "fcm")])
        assert sum(isinstance(each, OperationalError) for each in answers) == 1

    @pytest.mark.usefixtures("together")
    def test_note_webhooks_in_one_order(self):
        for _each in range(2 * HALF):
            player = new_player()
            for name in ("a", "b"):
                with_webhook(player, f"https://{name}{player.pk}.example/")
            tell(player, "news", channels=[Channel.WEBHOOK])
        answers = all_at_once([lambda: delivered(Post(), "webhook")] * 2)
        assert sum(answers) == 2 * HALF
        assert Webhook.objects.filter(failing_since=None).count() == 4 * HALF


class TestMarksThatCannotBeWritten:
    def failing(self, monkeypatch, name, times):
        """Have a part of marking fail so often, after it was done, as a database does."""
        done, calls = getattr(marking, name), []

        def fail(*args, **options):
            done(*args, **options)
            calls.append(1)
            if len(calls) <= times:
                raise OperationalError("canceling statement due to lock timeout")

        monkeypatch.setattr(marking, name, fail)

    def sent_of_three(self):
        for number in range(3):
            with_device(player := new_player(), f"d{number}")
            tell(player, "news")
        post = Post(d1=[Later("500", 500), Sent()])
        delivered(post)
        delivered(post, now=NOON + timedelta(seconds=45))
        return post

    @pytest.mark.parametrize("part", ["conclude", "note_answers", "note_webhooks"])
    def test_are_written_again(self, monkeypatch, part):
        self.failing(monkeypatch, part, times=2)
        assert self.sent_of_three().tokens == ["d0", "d1", "d1", "d2"]
        assert list(Target.objects.order_by("pk").values_list("attempts", flat=True)) == [1, 2, 1]

    @pytest.mark.parametrize("part", ["note_answers", "forget_gone", "note_webhooks"])
    def test_of_others_cost_none_of_what_was_sent(self, monkeypatch, part):
        self.failing(monkeypatch, part, times=100)
        assert self.sent_of_three().tokens == ["d0", "d1", "d1", "d2"]

    def test_are_given_up_in_the_end_and_what_was_sent_comes_twice(self, monkeypatch):
        self.failing(monkeypatch, "conclude", times=4)
        with_device(player := new_player(), "d")
        tell(player, "news")
        post = Post()
        with pytest.raises(OperationalError):
            delivered(post)
        delivered(post, now=NOON + timedelta(seconds=45))
        assert post.tokens == ["d", "d"]
        assert len({letter.id for letter in post.letters}) == 1
