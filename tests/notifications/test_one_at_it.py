"""In one process at most one task brings out what is due in a lane: the other threads are free."""

from threading import Event, Thread

import pytest

from players.notifications import delivering, tasks

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 10


@pytest.fixture
def slow(monkeypatch):
    """Have whatever delivers wait; return what began, and the event that lets it end."""
    begun, first, may_end = [], Event(), Event()

    def deliver(channel, *, lane, clock):
        begun.append((channel, lane))
        first.set()
        may_end.wait(PATIENCE)

    monkeypatch.setattr(delivering, "deliver", deliver)
    yield begun, first, may_end
    may_end.set()


class TestASecondTask:
    def test_of_a_lane_ends_at_once_while_the_first_is_at_it(self, slow):
        begun, first, may_end = slow
        one = Thread(target=tasks.deliver_to_strangers, kwargs={"channel": "webhook"})
        one.start()
        assert first.wait(PATIENCE)
        tasks.deliver_to_strangers(channel="webhook")
        assert begun == [("webhook", "strangers")]
        may_end.set()
        one.join(PATIENCE)
        tasks.deliver_to_strangers(channel="webhook")
        assert len(begun) == 2

    def test_of_another_lane_does_not_wait(self, slow):
        begun, first, may_end = slow
        one = Thread(target=tasks.deliver_to_strangers, kwargs={"channel": "push"})
        one.start()
        assert first.wait(PATIENCE)
        may_end.set()
        tasks.deliver(channel="push")
        one.join(PATIENCE)
        assert begun == [("push", "strangers"), ("push", "")]
