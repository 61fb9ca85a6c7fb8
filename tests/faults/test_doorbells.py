"""Doorbells that do not ring, ring too often, or hang: what is owed is in the database."""

import signal
import threading
import time
from datetime import timedelta

import pytest
from celery.signals import task_postrun
from django.utils import timezone

from games import engine, jobs, services
from games.models import AiTurn, Move
from tests.concurrency.tables import assert_log_is_sound, match_against, match_of_ais, stored
from tests.concurrency.waiting import SWEEP_SECONDS, sweep, wait_until
from tests.concurrency.worker import worker_on_threads
from tests.faults.processes import doorbells_at, free_port

pytestmark = pytest.mark.django_db(transaction=True)

# The socket's time-out is one second; the rest is room for a busy machine.
RETURNS_WITHIN_SECONDS = 2.0


def play(record, person):
    """Play a person's move, after which an AI turn is owed; return how long that took."""
    move = engine.legal_moves(record.state)[0]
    begun = time.monotonic()
    played = services.play_move(
        match_id=record.match.public_id,
        actor=services.PersonActor(person.player.pk),
        ply=record.state.ply,
        card=move.card,
        capture=move.capture,
        now=timezone.now(),
    )
    assert played.created
    return time.monotonic() - begun


def owed(record):
    """Return the one AI turn that is owed, untouched."""
    turn = AiTurn.objects.get(match=record.match)
    assert (turn.attempts, turn.done_at) == (0, None)
    return turn


def next_sweep():
    """Return when the next sweep would be: one leaves alone what has only just been rung."""
    return timezone.now() + timedelta(seconds=SWEEP_SECONDS)


@pytest.mark.postgres
@pytest.mark.redis
class TestAFrozenRedis:
    """Redis accepts, and does not answer."""

    @pytest.mark.parametrize("known", [True, False], ids=["a kept connection", "a new connection"])
    def test_holds_a_move_up_for_no_more_than_the_timeout(self, known, redis_server, caplog):
        url, process = redis_server
        with doorbells_at(url):
            if known:
                match_of_ais("random", "random", preset="smazzata_singola")
            record, person = match_against("random")
            process.signal(signal.SIGSTOP)
            took = play(record, person)
            process.signal(signal.SIGCONT)

        assert took < RETURNS_WITHIN_SECONDS
        assert stored(record).ply == 1
        owed(record)
        assert "did not ring" in caplog.text


class TestADoorbellThatNeverRang:
    """The sweep finds the row."""

    def test_is_rung_by_the_sweep(self):
        record, person = match_against("random")
        with doorbells_at(f"redis://127.0.0.1:{free_port()}/0"):
            play(record, person)
        turn = owed(record)

        with worker_on_threads(3):
            assert services.sweep_ai_turns(now=next_sweep()) == 1
            wait_until(
                lambda: stored(record).ply == 2, within=30, what="the AI's move", meanwhile=sweep
            )

        turn.refresh_from_db()
        assert (turn.attempts, turn.done_at is not None) == (1, True)
        assert_log_is_sound([record])

    def test_is_not_swept_while_the_broker_is_away(self):
        """The sweep stops at the first that fails, and leaves the row as it was."""
        record, person = match_against("random")
        with doorbells_at(f"redis://127.0.0.1:{free_port()}/0"):
            play(record, person)
            assert services.sweep_ai_turns(now=next_sweep()) == 1
        owed(record)


class TestADoorbellThatRingsThrice:
    """Deliveries may double; the effect may not."""

    def test_makes_one_move(self):
        record, person = match_against("random")
        play(record, person)
        turn = owed(record)
        runs, lock = [], threading.Lock()

        def ring():
            assert jobs.ring_ai_turn(match_pk=turn.match_id, ply=turn.ply, person_waits=True)

        def count(task, **_details):
            if task.name == jobs.AI_TURN:
                with lock:
                    runs.append(task.request.kwargs["match_pk"])

        task_postrun.connect(count)
        try:
            with worker_on_threads(3):
                ring()
                ring()  # the third is the move's own
                wait_until(
                    lambda: runs.count(turn.match_id) >= 3,
                    within=30,
                    what="three deliveries",
                    meanwhile=ring,
                )
        finally:
            task_postrun.disconnect(count)

        assert Move.objects.filter(match=record.match, ply=turn.ply).count() == 1
        turn.refresh_from_db()
        assert (turn.attempts, turn.done_at is not None) == (1, True)
        assert_log_is_sound([record])
