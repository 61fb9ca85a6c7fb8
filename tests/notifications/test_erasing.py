"""What a player was told, and every way to them, goes when they do."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.db import transaction
from django.utils import timezone

from games.services.closed_worlds import KEPT_FOR, sweep_closed_worlds
from players.errors import InvalidToken
from players.models import Player, Token
from players.notifications import registry
from players.notifications.delivering.claiming import claim
from players.notifications.delivering.deciding import decide_batch
from players.notifications.delivering.marking import mark
from players.notifications.delivering.sending import send_all
from players.notifications.models import (
    Delivery,
    Device,
    Lane,
    MutedSubject,
    Notification,
    Preferences,
    Target,
    Webhook,
)
from players.notifications.registry import Channel
from players.notifications.services.devices import NewDevice, register_device
from players.notifications.services.locking import lock_preferences
from players.notifications.services.preferences import update_preferences
from players.notifications.services.webhooks import WebhookWishes, make_webhook
from players.services import create_guest, erase
from players.services.idle import purge_idle_guests
from players.services.worlds import close_world, open_world
from tests.notifications.posting import Post, kind, tell, with_device
from tests.notifications.rows import everything
from tests.players.accounts import signed_up

pytestmark = pytest.mark.django_db(transaction=True)
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
LONG_AGO = NOW - timedelta(days=91)
TABLES = (Delivery, Device, MutedSubject, Notification, Preferences, Target, Webhook)


def counts():
    return {table.__name__: table.objects.count() for table in TABLES}


@pytest.fixture
def anna():
    """Return somebody who has been told things on every channel."""
    player = signed_up("anna").player
    everything(player, now=NOW)
    assert all(counts().values())
    return player


class TestAnErasure:
    def test_takes_every_row_with_it(self, anna):
        erase(player_id=anna.pk, now=NOW)
        assert not any(counts().values())

    def test_leaves_what_others_were_told(self, anna):
        before = counts()
        bruno = signed_up("bruno").player
        everything(bruno, now=NOW)
        erase(player_id=bruno.pk, now=NOW)
        assert counts() == before
        assert set(Notification.objects.values_list("player_id", flat=True)) == {anna.pk}

    def test_may_run_twice(self, anna):
        for _time in range(2):
            erase(player_id=anna.pk, now=NOW)
        assert not any(counts().values())


class TestAnIdleGuest:
    def test_is_deleted_with_what_they_were_told(self):
        guest = create_guest(now=LONG_AGO).player
        everything(guest, now=LONG_AGO)
        Token.objects.all().delete()
        assert purge_idle_guests(now=NOW) == 1
        assert not Player.objects.exists()
        assert not any(counts().values())


class TestASandbox:
    def test_goes_with_what_its_players_were_told(self):
        now = timezone.now()
        owner = signed_up("anna").player
        new = open_world(owner_id=owner.pk, now=now - KEPT_FOR - timedelta(days=1))
        everything(new.session.player, now=now)
        close_world(owner_id=owner.pk, world_id=new.world.public_id)
        sweep_closed_worlds(now=now)
        assert not any(counts().values())
        assert Player.objects.filter(pk=owner.pk).exists()


class TestAnErasureInTheMiddleOfASending:
    @pytest.fixture
    def owed(self, anna):
        """Owe anna a push."""
        registry.register_type(kind("news"))
        Delivery.objects.all().delete()
        with_device(anna)
        yield tell(anna, "news")
        registry.unregister_type("news")

    @pytest.fixture
    def taken(self, owed):
        return claim("push", lane="", now=NOW)

    def test_leaves_nothing_to_decide_about(self, anna, taken):
        assert len(taken.keys) == 1
        erase(player_id=anna.pk, now=NOW)
        assert decide_batch(Channel.PUSH, Lane.KNOWN, taken, now=NOW) == []
        assert not any(counts().values())

    def test_leaves_nothing_to_mark(self, anna, taken):
        outgoing = decide_batch(Channel.PUSH, Lane.KNOWN, taken, now=NOW)
        assert len(outgoing) == 1
        erase(player_id=anna.pk, now=NOW)
        post = Post()
        answers = send_all(outgoing, transports=post, on_trial=(), now=NOW)
        assert mark(Channel.PUSH, answers, lease_until=taken.lease_until, now=NOW) == 0
        assert not any(counts().values())

    def test_marks_what_others_were_sent(self, anna, owed):
        bruno = signed_up("bruno").player
        with_device(bruno)
        theirs = tell(bruno, "news")
        taken = claim("push", lane="", now=NOW)
        outgoing = decide_batch(Channel.PUSH, Lane.KNOWN, taken, now=NOW)
        erase(player_id=anna.pk, now=NOW)
        answers = send_all(outgoing, transports=Post(), on_trial=(), now=NOW)
        assert mark(Channel.PUSH, answers, lease_until=taken.lease_until, now=NOW) == 1
        assert Delivery.objects.get().pk == theirs.pk


class TestWhoWasErasedMeanwhile:
    """Whose call was let in before, and comes to its lock after."""

    def test_is_given_no_preferences(self, anna):
        other = signed_up("bruno").player
        erase(player_id=anna.pk, now=NOW)
        with transaction.atomic():
            assert list(lock_preferences([anna.pk, other.pk])) == [other.pk]
        assert not Preferences.objects.filter(player=anna).exists()

    @pytest.mark.parametrize(
        "call",
        [
            lambda key: update_preferences(player_id=key, changes={"mail": False}, now=NOW),
            lambda key: register_device(
                player_id=key, session=uuid4(), device=NewDevice("i", "fcm", token="t"), now=NOW
            ),
            lambda key: make_webhook(
                player_id=key, wishes=WebhookWishes(url="https://93.184.215.14/"), now=NOW
            ),
        ],
    )
    def test_leaves_nothing_new(self, anna, call):
        erase(player_id=anna.pk, now=NOW)
        with pytest.raises(InvalidToken):
            call(anna.pk)
        assert not any(counts().values())
