"""Webhooks are made, changed and deleted while others are, and while what they are told is sent."""

from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from threading import Barrier

import pytest
from django.db import connection

from players.notifications.channels.letter import Later, Sent
from players.notifications.errors import TooManyWebhooks, WebhookNotFound
from players.notifications.models import Delivery, Target, Webhook
from players.notifications.services import webhooks
from players.notifications.services.webhooks import WebhookWishes
from tests.concurrency.crowd import PATIENCE, all_at_once
from tests.notifications.posting import NOON, Post, delivered, new_player, tell

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
URL = "https://bot.example/"


@pytest.fixture
def player():
    return new_player()


def making(player):
    wishes = WebhookWishes(url=URL)
    return partial(webhooks.make_webhook, player_id=player.pk, wishes=wishes, now=NOON)


def faults(answers):
    return [type(each) for each in answers if isinstance(each, Exception)]


def without_the_lock(actions):
    """Return the same actions, which all have counted before any of them writes."""
    all_write = Barrier(len(actions))

    def execute(execute, sql, params, many, context):
        if sql.startswith('INSERT INTO "notifications_webhook"'):
            all_write.wait(PATIENCE)
        return execute(sql.replace("FOR UPDATE", ""), params, many, context)

    @contextmanager
    def sabotaged():
        with connection.execute_wrapper(execute):
            yield

    def run(action):
        with sabotaged():
            return action()

    return [partial(run, action) for action in actions]


def test_has_five_of_one_player_and_no_more(player):
    assert faults(all_at_once([making(player)] * 8)) == [TooManyWebhooks] * 3
    assert Webhook.objects.count() == 5


def test_would_have_six_without_the_lock(player):
    making(player)()  # with the row that is locked
    for _ in range(3):
        making(player)()
    assert faults(all_at_once(without_the_lock([making(player)] * 2))) == []
    assert Webhook.objects.count() == 6


def test_keeps_what_sending_found_out_while_its_player_changes_it(player):
    made = making(player)()
    key = {"player_id": player.pk, "webhook_id": made.webhook.public_id}
    for number in range(10):
        at = NOON + timedelta(minutes=number)
        Webhook.objects.update(failing_since=None)
        Delivery.objects.all().delete()
        tell(player, "test", number, now=at)
        name = f"bot {number}"
        answers = all_at_once(
            [
                partial(delivered, Post(**{URL: [Later("500", 500)]}), "webhook", now=at),
                partial(webhooks.change_webhook, **key, wishes=WebhookWishes(name=name), now=at),
            ]
        )
        assert faults(answers) == []
        row = Webhook.objects.get()
        assert (row.name, row.failing_since) == (name, at)


def test_is_deleted_while_it_is_told_without_a_deadlock(player):
    for number in range(10):
        made = making(player)()
        tell(player, "test", number)
        key = {"player_id": player.pk, "webhook_id": made.webhook.public_id}
        answers = all_at_once(
            [
                partial(delivered, Post(**{URL: [Sent("id", 200)]}), "webhook"),
                partial(webhooks.forget_webhook, **key),
            ]
        )
        assert faults(answers) == []
        assert not Webhook.objects.exists()
        assert not Target.objects.exists()
        delivered(Post(), "webhook")
        assert not Delivery.objects.filter(done_at=None, dead_at=None).exists()


def test_is_deleted_once(player):
    made = making(player)()
    key = {"player_id": player.pk, "webhook_id": made.webhook.public_id}
    answers = all_at_once([partial(webhooks.forget_webhook, **key)] * 4)
    assert faults(answers) == [WebhookNotFound] * 3
