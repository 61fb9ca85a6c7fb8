"""An erasure while what its player was told is being sent: one waits for the other, never both."""

import threading
from functools import partial

import pytest
from django.db import OperationalError, connection

from players.models import Player
from players.notifications import registry
from players.notifications.delivering.claiming import claim
from players.notifications.delivering.deciding import decide_batch
from players.notifications.delivering.marking import mark
from players.notifications.delivering.sending import send_all
from players.notifications.models import Delivery, Device, Lane, Notification, Preferences, Target
from players.notifications.registry import Channel
from players.notifications.services.locking import lock_preferences
from players.registries import erasers
from players.services import erase
from scopa_site.transactions import one_transaction
from tests.concurrency.crowd import PATIENCE, all_at_once
from tests.concurrency.waiting import wait_until
from tests.notifications.posting import NOON, Post, delivered, kind, new_player, tell, with_device

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
_WAITING = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'
"""


@pytest.fixture(autouse=True)
def _known():
    registry.register_type(kind("news"))
    yield
    registry.unregister_type("news")


def told():
    """Make a player who is owed a push."""
    player = new_player()
    with_device(player)
    tell(player, "news")
    return player


def erased(player):
    return erase(player_id=player.pk, now=NOON)


def somebody_waits():
    with connection.cursor() as cursor:
        cursor.execute(_WAITING)
        return cursor.fetchone()[0] > 0


class Sent:
    """A push that is sent and is being marked, by whoever holds its delivery."""

    def __init__(self):
        self.player = told()
        taken = claim("push", lane="", now=NOON)
        outgoing = decide_batch(Channel.PUSH, Lane.KNOWN, taken, now=NOON)
        self.answers = send_all(outgoing, transports=Post(), on_trial=(), now=NOON)
        self.lease_until = taken.lease_until
        self.is_held = threading.Event()

    def marked(self):
        """Mark it, and before anything is written wait until somebody waits for it."""
        with connection.execute_wrapper(self._pausing):
            return mark(Channel.PUSH, self.answers, lease_until=self.lease_until, now=NOON)

    def erased(self):
        """Erase its player once the delivery is held."""
        assert self.is_held.wait(PATIENCE)
        return erased(self.player)

    def _pausing(self, execute, sql, params, many, context):
        result = execute(sql, params, many, context)
        if "FOR UPDATE" in sql and "notifications_delivery" in sql and not self.is_held.is_set():
            self.is_held.set()
            wait_until(somebody_waits, within=PATIENCE, what="the erasure came to the delivery")
        return result


def test_waits_for_whoever_marks_what_was_sent():
    sent = Sent()
    assert all_at_once([sent.marked, sent.erased]) == [1, True]
    for table in (Delivery, Device, Notification, Target):
        assert not table.objects.exists()


def test_would_wait_in_a_circle_if_it_began_with_what_belongs_to_a_delivery(monkeypatch):
    """The control: the same erasure, without the lock on the deliveries."""

    def begun_at_the_end(player_id, now):
        Target.objects.filter(delivery__player_id=player_id).delete()
        Delivery.objects.filter(player_id=player_id).delete()

    monkeypatch.setitem(erasers, "notifications", begun_at_the_end)
    sent = Sent()
    answers = all_at_once([sent.marked, sent.erased])
    assert [type(each) for each in answers if isinstance(each, Exception)] == [OperationalError]


def test_of_many_while_all_of_them_are_told_leaves_nothing():
    people = [told() for _ in range(12)]
    others = [told() for _ in range(4)]
    post = Post()
    telling = [partial(delivered, post) for _hand in range(2)]
    answers = all_at_once([*telling, *(partial(erased, each) for each in people)])
    assert [each for each in answers if isinstance(each, Exception)] == []
    delivered(post)
    left = set(Delivery.objects.values_list("player_id", "status"))
    assert left == {(each.pk, "sent") for each in others}
    assert set(Notification.objects.values_list("player_id", flat=True)) == {
        each.pk for each in others
    }
    assert Player.objects.filter(erased_at__isnull=True).count() == len(others)


class Locked:
    """The preferences of a player who has none, locked while the player is erased."""

    def __init__(self, after, *, strip=""):
        self.player = new_player()
        self.after, self.strip = after, strip
        self.is_there, self.go_on = threading.Event(), threading.Event()

    def locked(self):
        """Lock them, and pause after the statement that was named."""
        with one_transaction(), connection.execute_wrapper(self._pausing):
            return list(lock_preferences([self.player.pk]))

    def erased(self):
        """Erase the player in that pause, as far as it goes."""
        assert self.is_there.wait(PATIENCE)
        try:
            return erased(self.player)
        finally:
            self.go_on.set()

    def both(self):
        """Do both; return what was locked, once no preferences are left."""
        [found, done] = all_at_once([self.locked, self.erased])
        assert done is True
        return found

    def _pausing(self, execute, sql, params, many, context):
        result = execute(sql.replace(self.strip, "") if self.strip else sql, params, many, context)
        if self.after in sql and not self.is_there.is_set():
            self.is_there.set()
            waits = lambda: self.go_on.is_set() or somebody_waits()  # noqa: E731
            wait_until(waits, within=PATIENCE, what="the erasure is over, or waits")
        return result


_OF_PREFERENCES = 'FROM "notifications_preferences"'
_OF_PEOPLE = "FOR NO KEY UPDATE"


def test_that_ends_before_preferences_are_made_leaves_none():
    race = Locked(_OF_PREFERENCES)
    assert race.both() == []
    assert not Preferences.objects.exists()


def test_waits_for_whoever_makes_preferences_and_takes_them_away():
    race = Locked(_OF_PEOPLE)
    assert race.both() == [race.player.pk]
    assert not Preferences.objects.exists()


def test_would_leave_preferences_if_they_were_made_without_a_lock_on_the_player():
    """The control: the same, as if nobody waited for the erasure."""
    race = Locked(_OF_PEOPLE, strip=_OF_PEOPLE)
    race.both()
    assert Preferences.objects.filter(player=race.player).exists()
