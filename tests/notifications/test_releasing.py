"""What is held back is looked at again once what it was held for is changed."""

from datetime import timedelta

import pytest

from players.notifications import registry
from players.notifications.channels.letter import Later, Sent
from players.notifications.errors import DeliveryUnderWay
from players.notifications.models import Delivery, Preferences, Webhook
from players.notifications.registry import Channel, Mode
from players.notifications.services import webhooks
from players.notifications.services.preferences import update_preferences
from players.notifications.services.webhooks import WebhookWishes
from players.services import update_profile
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
LATER = NOON + timedelta(minutes=1)


@pytest.fixture(autouse=True)
def types(monkeypatch):
    monkeypatch.setattr(registry, "_types", {})
    monkeypatch.setattr(registry, "_by_event", {})
    registry.register_type(kind("news"))
    registry.register_type(
        kind("letter", {Channel.MAIL: Mode.DIGEST, Channel.PUSH: Mode.ON}),
    )


@pytest.fixture
def player():
    return new_player()


def held_for_the_night(player):
    Preferences.objects.create(player=player, quiet_from="11:00", quiet_until="15:00")
    with_device(player)
    row = tell(player, "news")
    delivered(Post())
    assert standing(row) == ("held", "quiet_hours")
    return row


def wish(player, **changes):
    update_preferences(player_id=player.pk, changes=changes, now=LATER)


class TestQuietHours:
    @pytest.mark.parametrize("hours", [None, {"from": "22:00", "to": "07:00"}])
    def test_that_are_no_more_hold_nothing(self, player, hours):
        row = held_for_the_night(player)
        wish(player, quiet_hours=hours)
        assert delivered(Post(), now=LATER) == 1
        assert standing(row) == ("sent", "")

    def test_are_those_of_another_time_zone_at_once(self, player):
        row = held_for_the_night(player)
        update_profile(player_id=player.pk, changes={"time_zone": "America/New_York"}, now=LATER)
        assert delivered(Post(), now=LATER) == 1
        assert standing(row) == ("sent", "")

    def test_that_still_hold_hold_until_their_new_end(self, player):
        row = held_for_the_night(player)
        wish(player, quiet_hours={"from": "11:00", "to": "13:00"})
        delivered(Post(), now=LATER)
        assert standing(row) == ("held", "quiet_hours")
        row.refresh_from_db()
        assert row.available_at == NOON + timedelta(hours=1)

    def test_of_others_are_left_alone(self, player):
        row = held_for_the_night(player)
        wish(new_player(), quiet_hours=None)
        assert delivered(Post(), now=LATER) == 0
        assert standing(row) == ("held", "quiet_hours")


class TestADigest:
    def test_comes_at_the_new_hour(self, player):
        with_address(player)
        row = tell(player, "letter", channels=[Channel.MAIL])
        delivered(Post(), "mail")
        wish(player, digest_hours=[18])
        delivered(Post(), "mail", now=LATER)
        assert standing(row) == ("held", "digest")
        row.refresh_from_db()
        assert row.available_at == NOON + timedelta(hours=6)

    @pytest.mark.parametrize(
        ("changes", "ending"),
        [
            ({"types": [{"type": "letter", "mail": "on"}]}, ("sent", "")),
            ({"types": [{"type": "letter", "mail": "off"}]}, ("dropped", "off")),
            ({"mail": False}, ("dropped", "off")),
        ],
    )
    def test_is_not_waited_for_where_none_is_wanted(self, player, changes, ending):
        with_address(player)
        row = tell(player, "letter", channels=[Channel.MAIL])
        delivered(Post(), "mail")
        wish(player, **changes)
        delivered(Post(), "mail", now=LATER)
        assert standing(row) == ending


class TestAWebhook:
    @pytest.fixture
    def webhook(self, player):
        return with_webhook(player)

    @pytest.fixture
    def row(self, player, webhook):
        """Something that it did not take, and that is tried again in 5 seconds, then minutes."""
        row = tell(player, "news", channels=[Channel.WEBHOOK])
        post = Post(**{webhook.url: [Later("cut")]})
        delivered(post, "webhook")
        delivered(post, "webhook", now=NOON + timedelta(seconds=5))
        assert standing(row) == ("held", "receiver_silent")
        return row

    def again(self, player, webhook, row, **changes):
        webhooks.send_to_webhook_again(
            player_id=player.pk,
            webhook_id=webhook.public_id,
            notification_id=row.notification.public_id,
            now=LATER,
            **changes,
        )

    def test_is_tried_at_once_where_that_is_asked_for(self, player, webhook, row):
        self.again(player, webhook, row)
        assert delivered(Post(), "webhook", now=LATER) == 1
        assert standing(row) == ("sent", "")

    def test_is_not_tried_twice_at_once(self, player, webhook, row):
        Delivery.objects.update(status="sending", lease_until=LATER + timedelta(seconds=9))
        with pytest.raises(DeliveryUnderWay):
            self.again(player, webhook, row)

    @pytest.mark.parametrize("wishes", [{"is_enabled": True}, {"url": "https://new.example/"}])
    def test_is_tried_at_once_when_it_begins_anew(self, player, webhook, row, wishes):
        webhooks.change_webhook(
            player_id=player.pk,
            webhook_id=webhook.public_id,
            wishes=WebhookWishes(**wishes),
            now=LATER,
        )
        post = Post()
        assert delivered(post, "webhook", now=LATER) == 1
        assert post.tokens == [Webhook.objects.get().url]

    def test_that_is_renamed_is_left_to_its_time(self, player, webhook, row):
        webhooks.change_webhook(
            player_id=player.pk,
            webhook_id=webhook.public_id,
            wishes=WebhookWishes(name="another"),
            now=LATER,
        )
        assert delivered(Post(), "webhook", now=LATER) == 0

    def test_that_answers_badly_is_not_called_silent(self, player, webhook):
        row = tell(player, "news", channels=[Channel.WEBHOOK])
        delivered(Post(**{webhook.url: [Later("503", 503), Sent("")]}), "webhook")
        assert standing(row) == ("held", "retry")
