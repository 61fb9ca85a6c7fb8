"""Many hands deliver at once: each message once, and one message of several turns."""

import threading
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from players.notifications import registry
from players.notifications.channels.letter import Later, Sent
from players.notifications.delivering.claiming import claim
from players.notifications.delivering.deciding import decide_batch
from players.notifications.delivering.resting import note_answers
from players.notifications.models import Delivery, Lane, MutedSubject, Preferences, Resting
from players.notifications.registry import Channel
from tests.concurrency.crowd import PATIENCE, all_at_once, unlocked
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
    """Types of the test's own; four matches wait for everybody."""
    monkeypatch.setattr(registry, "_awaiting", [lambda ids: dict.fromkeys(ids, 4)])
    monkeypatch.setattr(registry, "_last_plays", [])
    monkeypatch.setattr(registry, "_types", {})
    monkeypatch.setattr(registry, "_by_event", {})
    registry.register_type(kind("turn", is_turn=True, collapse="match"))
    registry.register_type(kind("news"))


def turns(player, count, first=0):
    numbers = range(first, first + count)
    return [tell(player, "turn", number, subject=uuid4()) for number in numbers]


def deciding(channel):
    """Claim one delivery, as one hand; decide about it when called, with the others."""
    taken = claim(channel, lane="", now=NOON, limit=1)
    return lambda: decide_batch(channel, Lane.KNOWN, taken, now=NOON)


def writing_together(actions):
    """Return the same actions, none of which writes before all have read."""
    all_have_read = threading.Barrier(len(actions))
    mine = threading.local()

    def execute(execute, sql, params, many, context):
        if sql.startswith('UPDATE "notifications_delivery"') and not hasattr(mine, "wrote"):
            mine.wrote = True
            all_have_read.wait(PATIENCE)
        return execute(sql, params, many, context)

    def together(action):
        def run():
            with connection.execute_wrapper(execute):
                return action()

        return run

    return [together(action) for action in actions]


@pytest.mark.postgres
class TestTwoHandsWithMessagesOfOnePlayer:
    """Two have gone out: of the next two one tells of all, and the other joins it."""

    def prepared(self):
        player = new_player()
        with_address(player)
        Preferences.objects.create(player=player)
        turns(player, 2)
        delivered(Post(), "mail")
        rows = turns(player, 2, first=2)
        return rows, [deciding(Channel.MAIL), deciding(Channel.MAIL)]

    def test_send_one_third_message(self):
        rows, actions = self.prepared()
        went_out = [each for answer in all_at_once(actions) for each in answer]
        assert len(went_out) == 1
        assert sorted(standing(row) for row in rows) == [("joined", "summary"), ("sending", "")]

    def test_would_send_two_without_the_lock(self):
        _rows, actions = self.prepared()
        answers = all_at_once(unlocked(writing_together(actions)))
        assert sum(len(answer) for answer in answers if isinstance(answer, list)) == 2


class TestManyHands:
    def test_send_each_message_once(self):
        players = [new_player() for _each in range(6)]
        for player in players:
            with_device(player)
            for number in range(5):
                tell(player, "news", number)
        post = Post()
        answers = all_at_once([lambda: delivered(post)] * 4)
        assert sum(answers) == 30
        assert len({letter.id for letter in post.letters}) == len(post.sent) == 30


class TestABatch:
    def statements(self, count, channel):
        Delivery.objects.all().delete()
        for _each in range(count):
            player = new_player(time_zone="Europe/Rome")
            {"push": with_device, "mail": with_address, "webhook": hooked}[channel](player)
            Preferences.objects.create(player=player)
            MutedSubject.objects.create(player=player, subject=uuid4(), created_at=NOON)
            turns(player, 4)
        post = Post()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            delivered(post, channel)
        assert len(post.sent) >= count
        return len(queries)

    @pytest.mark.parametrize("channel", ["push", "mail", "webhook"])
    def test_takes_as_many_statements_for_two_players_as_for_many(self, channel):
        few, many = self.statements(2, channel), self.statements(8, channel)
        assert many == few
        assert few < 45


def hooked(player):
    return with_webhook(player, f"https://{uuid4().hex}.example/")


class TestAProviderThatDoesNotAnswer:
    def test_is_left_alone_and_holds_up_no_other(self):
        down = Later("503", 503, provider_rests=True)
        player = new_player()
        with_device(player, "google")
        with_device(player, "apple", provider="apns")
        rows = [tell(player, "news", number) for number in range(40)]
        post = Post(google=[down])
        delivered(post)
        assert post.tokens.count("apple") == 40
        # Those side by side at that moment, and then no more.
        assert 3 <= post.tokens.count("google") <= 20
        assert standing(rows[0]) == ("held", "provider_rests")
        assert Delivery.objects.filter(attempts__gt=0).count() == 0

    def test_is_tried_with_one_message_before_all_others(self):
        down = Later("503", 503, provider_rests=True)
        with_device(player := new_player(), "google")
        rows = [tell(player, "news", number) for number in range(30)]
        post = Post(google=[down])
        delivered(post)
        before = len(post.sent)
        delivered(post, now=NOON + timedelta(seconds=10))
        assert len(post.sent) == before
        delivered(post, now=NOON + timedelta(minutes=6))
        assert len(post.sent) == before + 1
        post.answers["google"] = [Sent()]
        delivered(post, now=NOON + timedelta(minutes=30))
        assert {standing(row) for row in rows} == {("sent", "")}

    def test_is_counted_by_many_hands_at_once(self):
        def note():
            with transaction.atomic():
                note_answers({"fcm": [None], "apns": [None]}, now=NOON)

        assert all_at_once([note] * 4) == [None] * 4
        assert set(Resting.objects.values_list("name", "failures")) == {("fcm", 4), ("apns", 4)}

    def test_rests_as_long_as_it_asks(self):
        with_device(player := new_player(), "google")
        tell(player, "news")
        post = Post(google=[Later("429", 429, retry_after=120, provider_rests=True), Sent()])
        delivered(post)
        row = tell(player, "news", 2)
        delivered(post, now=NOON + timedelta(seconds=100))
        assert standing(row) == ("held", "provider_rests")
        assert delivered(post, now=NOON + timedelta(seconds=121)) == 2

    def test_that_is_a_players_own_machine_rests_for_nobody_else(self):
        hang = Later("timeout", provider_rests=True)
        bad, good = new_player(), new_player()
        with_webhook(bad, "https://bad.example/")
        with_webhook(good, "https://good.example/")
        for number in range(5):
            tell(bad, "news", number)
        row = tell(good, "news")
        post = Post(**{"https://bad.example/": [hang]})
        delivered(post, "webhook")
        assert standing(row) == ("sent", "")
