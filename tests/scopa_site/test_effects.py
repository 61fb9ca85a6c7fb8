"""Side effects: owed with their cause, brought about at least once, put off, given up."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from scopa_site.outbox import effects
from scopa_site.outbox.claims import BACKOFF, claim_batch, finish, last_beat, release, send_again
from scopa_site.outbox.effects import (
    LEASE,
    MAX_ATTEMPTS,
    forget_effects,
    owe,
    register_handler,
    run_effects,
    sweep_effects,
)
from scopa_site.outbox.models import Effect
from scopa_site.transactions import one_transaction
from tests.concurrency.crowd import all_at_once

pytestmark = pytest.mark.django_db(transaction=True)

NOW = timezone.now()
TOPIC = "tests.topic"


@pytest.fixture
def handled():
    """Return the payloads that the topic of these tests has seen, in order."""
    seen = []
    register_handler(TOPIC, lambda payload, now: seen.append(payload["n"]))
    yield seen
    effects._handlers.pop(TOPIC, None)


@pytest.fixture
def failing():
    def fail(payload, now):
        raise ConnectionError("the 7D does not answer")

    register_handler(TOPIC, fail)
    yield
    effects._handlers.pop(TOPIC, None)


def owe_some(*numbers, now=NOW):
    with one_transaction():
        return [
            owe(topic=TOPIC, dedupe_key=f"test:{n}", payload={"n": n}, now=now) for n in numbers
        ]


def run(now=NOW):
    return run_effects(clock=lambda: now)


class TestAnEffect:
    def test_is_lost_with_its_cause(self, handled):
        def cause():
            with one_transaction():
                owe(topic=TOPIC, dedupe_key="x", payload={"n": 1}, now=NOW)
                raise KeyError

        with pytest.raises(KeyError):
            cause()
        assert (run(), handled) == (0, [])

    def test_comes_about_once_in_the_order_in_which_it_was_owed(self, handled):
        owe_some(1, 2, 3)
        assert run() == 3
        assert handled == [1, 2, 3]
        assert run() == 0
        assert handled == [1, 2, 3]
        assert set(Effect.objects.values_list("attempts", "done_at")) == {(1, NOW)}

    def test_is_owed_once_for_each_key(self, handled):
        assert owe_some(1) == [True]
        assert owe_some(1, 2) == [False, True]
        run()
        assert owe_some(1) == [False]
        assert handled == [1, 2]

    def test_that_fails_rests_longer_each_time_and_is_given_up(self, failing, caplog):
        owe_some(1)
        now = NOW
        for attempt in range(1, MAX_ATTEMPTS + 1):
            assert run(now) == 0
            row = Effect.objects.get()
            assert (row.attempts, row.lease_until, row.done_at) == (attempt, None, None)
            rest = BACKOFF[min(attempt, len(BACKOFF)) - 1]
            assert row.available_at == now + rest
            run(now + rest - timedelta(milliseconds=1))
            assert Effect.objects.get().attempts == attempt
            now += rest
        assert row.dead_at is not None
        assert row.last_error.startswith("ConnectionError")
        assert "is given up" in caplog.text
        run(now + timedelta(days=30))
        assert Effect.objects.get().attempts == MAX_ATTEMPTS

    def test_does_not_hold_up_the_next(self, handled):
        owe_some(1)
        with one_transaction():
            owe(topic="tests.unknown", dedupe_key="u", payload={}, now=NOW)
        owe_some(2)
        assert run() == 2
        assert handled == [1, 2]
        assert Effect.objects.get(topic="tests.unknown").last_error.startswith("UnknownTopic")

    def test_whose_holder_died_comes_about_after_the_lease(self, handled):
        owe_some(1)
        (row,) = claim_batch(Effect.objects.all(), now=NOW, lease=LEASE, limit=5)
        assert (row.attempts, row.lease_until) == (1, NOW + LEASE)
        assert run(NOW + LEASE) == 0
        assert run(NOW + LEASE + timedelta(milliseconds=1)) == 1
        assert handled == [1]

    def test_sent_again_is_free_at_once(self, handled):
        owe_some(1, 2)
        for row in claim_batch(Effect.objects.all(), now=NOW, lease=LEASE, limit=5):
            release(row, error="x", now=NOW, max_attempts=1)
        finish(Effect.objects.get(payload__n=2), now=NOW)
        assert send_again(Effect.objects.all()) == 1
        assert run() == 1
        assert handled == [1]

    def test_done_long_ago_is_forgotten(self, handled):
        owe_some(1)
        run()
        owe_some(2)
        assert forget_effects(now=NOW + timedelta(days=13)) == 0
        assert forget_effects(now=NOW + timedelta(days=15)) == 1
        assert Effect.objects.get().payload == {"n": 2}


class TestARowThatIsGone:
    def test_is_given_back_to_nobody(self):
        row = Effect.objects.create(topic="t", dedupe_key="gone", created_at=NOW)
        Effect.objects.all().delete()
        release(row, error="x", now=NOW)
        assert Effect.objects.count() == 0


class TestTheSweep:
    def test_beats_and_tells_whether_anything_is_due(self, handled):
        assert not sweep_effects(now=NOW)
        assert last_beat(effects.EFFECTS_SWEEP) == NOW
        owe_some(1)
        assert sweep_effects(now=NOW)


@pytest.mark.postgres
class TestManyHands:
    def test_get_each_effect_once_without_waiting_for_one_another(self):
        seen, lock = [], threading.Lock()

        def handle(payload, now):
            with lock:
                seen.append(payload["n"])

        register_handler(TOPIC, handle)
        owe_some(*range(60))
        answers = all_at_once([run] * 8)
        effects._handlers.pop(TOPIC)
        assert sum(answers) == 60
        assert sorted(seen) == list(range(60))

    def test_pass_over_a_row_that_is_locked(self):
        owe_some(1, 2)
        first, second = Effect.objects.order_by("id")
        with one_transaction():
            Effect.objects.select_for_update().get(pk=first.pk)
            (answer,) = all_at_once(
                [lambda: claim_batch(Effect.objects.order_by("id"), now=NOW, lease=LEASE, limit=2)]
            )
        assert [row.pk for row in answer] == [second.pk]
        assert connection.vendor == "postgresql"
