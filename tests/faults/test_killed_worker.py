"""The worker dies in the middle of an AI turn, and Redis forgets everything."""

import signal
import time

import pytest

from games.models import AiTurn, Move, MoveSource
from tests.concurrency.tables import assert_log_is_sound, match_of_ais, stored
from tests.concurrency.waiting import wait_until
from tests.faults.processes import empty_redis

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("broken_levels"),
    pytest.mark.postgres,
    pytest.mark.redis,
]

STARTS_WITHIN_SECONDS = 40
GOES_ON_WITHIN_SECONDS = 15


def is_being_made(record, ply):
    return AiTurn.objects.filter(
        match=record.match, ply=ply, lease_until__isnull=False, done_at__isnull=True
    ).exists()


class TestAWorkerKilledInTheMiddleOfATurn:
    """The row is the work: neither the worker nor the broker has to remember it."""

    def test_leaves_a_turn_that_its_successor_makes_once(self, crew, redis_server):
        redis_url, _process = redis_server
        with crew.worker("worker") as worker, crew.beat("beat") as beat:
            record = match_of_ais("greedy", "ponder", preset="smazzata_singola")
            wait_until(
                lambda: is_being_made(record, 0), within=STARTS_WITHIN_SECONDS, what="a turn begun"
            )
            worker.signal(signal.SIGKILL)
            killed_at = time.monotonic()
            beat.signal(signal.SIGKILL)
        empty_redis(redis_url)
        # Killed in the middle: the turn was taken, and no move made.
        assert is_being_made(record, 0)
        assert stored(record).ply == 0

        with crew.worker("successor"), crew.beat("next beat"):
            wait_until(lambda: stored(record).ply >= 1, within=60, what="the move")
            took = time.monotonic() - killed_at
            wait_until(lambda: stored(record).ply >= 3, within=30, what="the moves after it")

        assert took < GOES_ON_WITHIN_SECONDS
        move = Move.objects.get(match=record.match, ply=0)
        assert move.source == MoveSource.AI
        turn = AiTurn.objects.get(match=record.match, ply=0)
        assert (turn.attempts, turn.done_at is not None) == (2, True)
        assert_log_is_sound([record])
