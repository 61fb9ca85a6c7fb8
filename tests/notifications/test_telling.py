"""What is written down to be told, in the transaction of its cause."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.db import transaction

from players.models import Player, Token
from players.notifications import registry
from players.notifications.models import Delivery, Device, Notification, Webhook
from players.notifications.registry import Channel, Mode, NoticeSource, NotificationType, Words
from players.notifications.services.telling import NewNotice, notify
from players.services.feed import NewEvent, publish
from tests.players.accounts import signed_up

pytestmark = pytest.mark.django_db(transaction=True)
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
ALL_WAYS = {Channel.PUSH: Mode.ON, Channel.MAIL: Mode.OFF, Channel.WEBHOOK: Mode.ON}


@pytest.fixture
def news():
    """A type that comes from events called `test.news`."""
    kind = NotificationType(
        slug="news",
        label="News",
        event="test.news",
        words=lambda notices: {each.id: Words("News", "There is news.") for each in notices},
        defaults=ALL_WAYS,
        read=lambda event: NoticeSource(f"news:{event.data['number']}", dict(event.data)),
    )
    registry.register_type(kind)
    yield kind
    registry.unregister_type("news")


@pytest.fixture
def player():
    session = signed_up()
    return Player.objects.get(pk=session.player.pk)


def with_device(player):
    token = Token.objects.filter(player=player).first()
    return Device.objects.create(
        player=player,
        installation_id=uuid4().hex,
        provider="fcm",
        token_sealed="-",
        token_digest=uuid4().hex * 2,
        session=token.public_id,
        created_at=NOW,
        updated_at=NOW,
    )


def told(player, number=1):
    with transaction.atomic():
        publish([NewEvent(player.pk, "test.news", data={"number": number})], now=NOW)


def channels(player):
    return sorted(Delivery.objects.filter(player=player).values_list("channel", flat=True))


class TestAnEvent:
    def test_becomes_a_notification_of_its_type(self, news, player):
        told(player)
        [row] = Notification.objects.filter(player=player)
        assert (row.type, row.dedupe_key, row.data) == ("news", "news:1", {"number": 1})
        assert row.created_at == NOW

    def test_is_told_once_for_each_key(self, news, player):
        with_device(player)
        told(player)
        told(player)
        told(player, number=2)
        assert Notification.objects.filter(player=player).count() == 2
        assert channels(player) == ["push", "push"]

    def test_that_no_type_comes_from_is_not_told(self, player):
        told(player)
        assert not Notification.objects.exists()

    def test_leaves_nothing_behind_when_its_transaction_fails(self, news, player):
        with transaction.atomic():
            publish([NewEvent(player.pk, "test.news", data={"number": 1})], now=NOW)
            transaction.set_rollback(True)
        assert not Notification.objects.exists()


class TestDeliveries:
    def test_are_owed_on_the_channels_on_which_the_player_can_be_reached(self, news, player):
        told(player, 1)
        assert channels(player) == []
        with_device(player)
        told(player, 2)
        assert channels(player) == ["push"]
        EmailAddress.objects.create(user=player, email="a@example.org", verified=True, primary=True)
        Webhook.objects.create(player=player, url="https://bot.example", created_at=NOW)
        told(player, 3)
        assert channels(player) == ["mail", "push", "push", "webhook"]

    def test_are_not_owed_to_a_device_whose_log_in_was_taken_back(self, news, player):
        with_device(player)
        Token.objects.filter(player=player).delete()
        told(player)
        assert channels(player) == []

    def test_are_not_owed_to_whoever_was_shut_out(self, news, player):
        with_device(player)
        Player.objects.filter(pk=player.pk).update(is_active=False)
        told(player)
        assert channels(player) == []

    def test_keep_to_the_channels_that_were_asked_for(self, news, player):
        with_device(player)
        EmailAddress.objects.create(user=player, email="a@example.org", verified=True, primary=True)
        with transaction.atomic():
            notify([NewNotice(player.pk, "news", "n", channels=[Channel.MAIL])], now=NOW)
        assert channels(player) == ["mail"]

    def test_wait_from_the_instant_of_their_cause(self, news, player):
        with_device(player)
        told(player)
        row = Delivery.objects.get(player=player)
        assert (row.status, row.reason, row.attempts) == ("waiting", "", 0)
        assert row.created_at == NOW
        assert row.notification.player_id == player.pk
