"""Several people give one token at the same moment: it ends up with one of them."""

import threading
from contextlib import contextmanager
from functools import partial

import pytest
from django.db import IntegrityError, connection

from players.notifications.models import Device
from tests.concurrency.crowd import PATIENCE, all_at_once
from tests.notifications.devices import registered
from tests.players.accounts import signed_up

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

TOKEN = "one-and-the-same"
_LOCK = "pg_advisory_xact_lock"


@pytest.fixture
def people():
    return [signed_up().player for _ in range(4)]


def without_the_lock_of_the_token(actions):
    """Return the same actions, which all write before any of them can see what another wrote."""
    all_write = threading.Barrier(len(actions))

    def execute(execute, sql, params, many, context):
        if sql.startswith('INSERT INTO "notifications_device"'):
            all_write.wait(PATIENCE)
        return execute(sql.replace(_LOCK, ""), params, many, context)

    @contextmanager
    def sabotaged():
        with connection.execute_wrapper(execute):
            yield

    def run(action):
        with sabotaged():
            return action()

    return [partial(run, action) for action in actions]


def faults(answers):
    return [type(each) for each in answers if isinstance(each, Exception)]


def test_has_one_owner_of_a_token_that_nobody_had(people):
    answers = all_at_once([partial(registered, each, token=TOKEN) for each in people])
    assert faults(answers) == []
    assert Device.objects.count() == 1


def test_would_fail_somebody_without_the_lock(people):
    giving = [partial(registered, each, token=TOKEN) for each in people[:2]]
    answers = all_at_once(without_the_lock_of_the_token(giving))
    assert faults(answers) == [IntegrityError]


def test_moves_a_token_from_one_to_another_and_never_in_a_circle(people):
    anna, bruno = people[:2]
    for _ in range(10):
        registered(anna, token="of-anna")
        registered(bruno, token="of-bruno")
        crossed = [
            partial(registered, anna, token="of-bruno"),
            partial(registered, bruno, token="of-anna"),
        ]
        assert faults(all_at_once(crossed)) == []
        assert Device.objects.count() == len({each.token_digest for each in Device.objects.all()})
        Device.objects.all().delete()


def test_has_twenty_devices_of_one_player_and_no_more(people):
    anna = people[0]
    many = [partial(registered, anna, f"d{number}") for number in range(24)]
    for some in (many[:8], many[8:16], many[16:]):
        assert faults(all_at_once(some)) == []
    assert Device.objects.filter(player=anna).count() == 20
