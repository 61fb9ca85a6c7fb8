"""From what is owed to a program, over a real connection, to what it acknowledged."""

from datetime import timedelta

import pytest
from standardwebhooks import Webhook as Verifier

from players.notifications.channels.transports import transport_for
from players.notifications.delivering import deliver
from players.notifications.models import Delivery, Notification, Target, Webhook
from players.notifications.services import webhooks
from players.notifications.services.webhooks import WebhookWishes
from tests.notifications.posting import NOON, new_player, standing, tell
from tests.notifications.receivers import answer, receiving

pytestmark = pytest.mark.django_db(transaction=True)
# The schedule of Standard Webhooks, after the first attempt.
PAUSES = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]


@pytest.fixture(autouse=True)
def loopback(settings):
    settings.OUTBOUND_LOOPBACK = True


@pytest.fixture
def player():
    return new_player()


def hooked(player, receiver, **wishes):
    """Have a player's program told at a receiver."""
    url = f"http://127.0.0.1:{receiver.port}/"
    return webhooks.make_webhook(
        player_id=player.pk, wishes=WebhookWishes(url=url, **wishes), now=NOON
    )


def delivered(at=NOON):
    return deliver("webhook", clock=lambda: at, transports=transport_for)


def verified(made, request):
    return Verifier(made.secret).verify(request.body, request.headers)


class TestANotification:
    def test_is_told_to_the_program_once_it_acknowledged(self, player):
        with receiving(answer(204)) as receiver:
            made = hooked(player, receiver)
            row = tell(player, "test")
            assert delivered() == 1
            assert delivered(NOON + timedelta(days=1)) == 0
        [request] = receiver.requests
        assert verified(made, request)["data"]["id"] == str(row.notification.public_id)
        assert standing(row) == ("sent", "")
        target = Target.objects.get(delivery=row)
        assert (target.status, target.http_status) == ("sent", 204)

    def test_is_tried_again_with_the_same_id_as_the_schedule_says(self, player):
        with receiving(answer(500)) as receiver:
            made = hooked(player, receiver)
            row = tell(player, "test")
            at = NOON
            assert delivered(at) == 0
            for count, pause in enumerate(PAUSES, start=1):
                assert len(receiver.requests) == count
                delivered(at + timedelta(seconds=pause - 1))
                assert len(receiver.requests) == count
                at += timedelta(seconds=pause)
                delivered(at)
        assert len(receiver.requests) == 1 + len(PAUSES)
        assert len({request.headers["webhook-id"] for request in receiver.requests}) == 1
        assert standing(row) == ("failed", "given_up")
        for request in receiver.requests:
            verified(made, request)

    def test_that_is_read_before_it_got_through_was_refused_by_nobody(self, player):
        with receiving(answer(500)) as receiver:
            hooked(player, receiver)
            row = tell(player, "test")
            delivered()
            assert Target.objects.get(delivery=row).error == "it was not taken"
            Notification.objects.update(seen_at=NOON)
            delivered(NOON + timedelta(seconds=6))
        assert standing(row) == ("dropped", "seen")
        target = Target.objects.get(delivery=row)
        assert (target.status, target.error, target.http_status) == ("dropped", "", 500)

    def test_is_told_to_those_that_wait_for_its_type(self, player):
        with receiving(answer(204)) as one, receiving(answer(204)) as other:
            hooked(player, one, types=["friend_asked"])
            hooked(player, other, types=["test"])
            tell(player, "test")
            delivered()
        assert (len(one.requests), len(other.requests)) == (0, 1)

    def test_is_not_told_again_to_the_one_that_has_it(self, player):
        with receiving(answer(204)) as well, receiving(answer(503), answer(204)) as ill:
            hooked(player, well)
            hooked(player, ill)
            row = tell(player, "test")
            delivered()
            assert delivered(NOON + timedelta(seconds=5)) == 1
        assert (len(well.requests), len(ill.requests)) == (1, 2)
        assert standing(row) == ("sent", "")

    def test_waits_for_as_long_as_the_receiver_asks(self, player):
        with receiving(answer(429, "Retry-After: 600"), answer(204)) as receiver:
            hooked(player, receiver)
            tell(player, "test")
            delivered()
            assert delivered(NOON + timedelta(seconds=599)) == 0
            assert delivered(NOON + timedelta(seconds=600)) == 1


class TestTryingIt:
    def test_reaches_that_webhook_alone(self, player):
        with receiving(answer(204)) as one, receiving(answer(204)) as other:
            made = hooked(player, one, types=["friend_asked"])
            hooked(player, other)
            told = webhooks.try_webhook(
                player_id=player.pk, webhook_id=made.webhook.public_id, now=NOON
            )
            delivered()
        assert other.requests == []
        [request] = one.requests
        assert request.headers["webhook-id"] == str(told)
        assert verified(made, request)["type"] == "notification.test"

    def test_again_has_the_same_id_and_reaches_it_alone(self, player):
        with receiving(answer(204)) as one, receiving(answer(204)) as other:
            made = hooked(player, one)
            hooked(player, other)
            row = tell(player, "test")
            delivered()
            webhooks.send_to_webhook_again(
                player_id=player.pk,
                webhook_id=made.webhook.public_id,
                notification_id=row.notification.public_id,
                now=NOON,
            )
            delivered()
        assert (len(one.requests), len(other.requests)) == (2, 1)
        assert len({request.headers["webhook-id"] for request in one.requests}) == 1


class TestASecretThatChanged:
    def test_signs_beside_the_old_one_for_a_day_and_then_alone(self, player):
        with receiving(answer(204)) as receiver:
            old = hooked(player, receiver)
            key = {"player_id": player.pk, "webhook_id": old.webhook.public_id}
            new = webhooks.change_secret(**key, now=NOON)
            for number, hours in enumerate((23, 25)):
                at = NOON + timedelta(hours=hours)
                tell(player, "test", number, now=at)
                delivered(at)
        during, after = receiver.requests
        verified(old, during)
        for request in (during, after):
            verified(new, request)
        assert " " not in after.headers["webhook-signature"]


class TestAReceiver:
    def test_that_is_gone_is_told_nothing_more(self, player):
        with receiving(answer(410)) as receiver:
            hooked(player, receiver)
            row = tell(player, "test")
            delivered()
            assert tell(player, "test", 2) is None
        assert standing(row) == ("dropped", "gone")
        webhook = Webhook.objects.get()
        assert (webhook.is_enabled, webhook.disabled_because) == (False, "gone")
        assert Notification.objects.filter(player=player, type="webhook_off").count() == 1

    def test_that_takes_nothing_for_five_days_is_told_nothing_more(self, player):
        with receiving(answer(500)) as receiver:
            hooked(player, receiver)
            for number, days in enumerate((0, 4.9, 5)):
                assert Webhook.objects.get().is_enabled
                at = NOON + timedelta(days=days)
                Delivery.objects.filter(done_at=None).update(available_at=at + timedelta(days=9))
                tell(player, "test", number, now=at)
                delivered(at)
        webhook = Webhook.objects.get()
        assert (webhook.is_enabled, webhook.disabled_because) == (False, "failing")
        assert webhook.failing_since == NOON
        assert Notification.objects.filter(player=player, type="webhook_off").count() == 1

    def test_that_takes_something_meanwhile_is_given_new_time(self, player):
        with receiving(answer(500), answer(204), answer(500)) as receiver:
            hooked(player, receiver)
            for number, days in enumerate((0, 4, 6)):
                at = NOON + timedelta(days=days)
                Delivery.objects.filter(done_at=None).update(available_at=at + timedelta(days=9))
                tell(player, "test", number, now=at)
                delivered(at)
        webhook = Webhook.objects.get()
        assert webhook.is_enabled
        assert webhook.failing_since == NOON + timedelta(days=6)

    def test_that_hangs_does_not_keep_another_waiting(self, player):
        with (
            receiving(lambda connection: connection.recv(1)) as slow,
            receiving(answer(204)) as quick,
        ):
            hooked(player, slow)
            other = new_player()
            hooked(other, quick)
            tell(player, "test")
            tell(other, "test")
            assert delivered() == 1
        assert len(quick.requests) == 1
