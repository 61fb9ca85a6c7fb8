"""Opponents that crash, cheat, hang or die: the match goes on without them."""

import logging
from datetime import timedelta

import pytest
from django.utils import timezone

from games import engine, services
from games.models import AiTurn, Move, MoveSource
from games.services.ai_turns import ATTEMPTS
from tests.concurrency.tables import assert_log_is_sound, match_of_ais, stored
from tests.concurrency.waiting import wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("broken_levels")]

# Five times three seconds of hanging, the rest of a lease of four, and a sweep every two.
GIVES_UP_WITHIN_SECONDS = 60


def match_against_broken(level):
    """Return a match whose seat 1, to play first, is held by a broken opponent."""
    return match_of_ais("random", level, preset="smazzata_singola")


def first_legal_move(record):
    return engine.legal_moves(record.state)[0]


class TestAnOpponentThatAnswersBadly:
    """In one process: what it does can be caught."""

    @pytest.mark.parametrize(
        ("level", "reason"),
        [
            ("crash", "ZeroDivisionError: a fault of this opponent"),
            ("cheat", "IllegalMove"),
            ("babble", "AttributeError"),
        ],
    )
    def test_is_asked_five_times_and_then_played_for(self, level, reason, caplog):
        record = match_against_broken(level)
        now = timezone.now()

        for attempt in range(1, ATTEMPTS + 1):
            assert not services.run_ai_turn(match_pk=record.match.pk, ply=0, now=now)
            assert not services.run_ai_turn(match_pk=record.match.pk, ply=0, now=now)  # it rests
            now += timedelta(seconds=1)
            turn = AiTurn.objects.get(match=record.match)
            assert (turn.attempts, turn.lease_until, turn.done_at) == (attempt, None, None)
            assert turn.last_error.startswith(reason)
            assert stored(record).ply == 0
        assert services.run_ai_turn(match_pk=record.match.pk, ply=0, now=now)

        move = Move.objects.get(match=record.match)
        assert (move.source, move.as_engine_move) == (
            MoveSource.FALLBACK,
            first_legal_move(record),
        )
        (said,) = [entry for entry in caplog.records if entry.levelno == logging.ERROR][-1:]
        assert "the first legal move is played" in said.getMessage()
        assert reason in said.getMessage()
        assert_log_is_sound([record])

    def test_is_asked_anew_at_its_next_turn(self):
        """Attempts are counted by the turn: a fault in one does not disable the opponent."""
        record = match_against_broken("crash")
        now = timezone.now()
        for _ in range(ATTEMPTS + 1):
            services.run_ai_turn(match_pk=record.match.pk, ply=0, now=now)
            now += timedelta(seconds=1)
        assert services.run_ai_turn(match_pk=record.match.pk, ply=1, now=now)

        turn = AiTurn.objects.get(match=record.match, ply=2)

        assert turn.attempts == 0
        later = now + timedelta(hours=1)
        assert not services.run_ai_turn(match_pk=record.match.pk, ply=2, now=later)


@pytest.mark.postgres
@pytest.mark.redis
class TestAnOpponentThatCannotBeStoppedFromInside:
    """Under prefork, where limits are enforced; all at once, since they mostly wait."""

    BROKEN = ("hang", "hang-stubbornly", "die")

    def test_is_stopped_from_outside_and_then_played_for(self, crew):
        records = {level: match_against_broken(level) for level in self.BROKEN}
        well = match_of_ais("random", "greedy", preset="smazzata_singola")

        with crew.worker("worker", children=4) as worker, crew.beat("beat"):
            wait_until(
                lambda: all(stored(record).ply >= 1 for record in records.values()),
                within=GIVES_UP_WITHIN_SECONDS,
                what="a move in place of each opponent that gave none",
            )
            said = worker.said

        for level, record in records.items():
            move = Move.objects.get(match=record.match, ply=0)
            assert move.source == MoveSource.FALLBACK, level
            assert move.as_engine_move == first_legal_move(record), level
            turn = AiTurn.objects.get(match=record.match, ply=0)
            assert turn.attempts == ATTEMPTS + 1, level
            assert f"AI turn {record.match.pk} @ 0: 5 attempts failed" in said
        assert "Soft time limit (2s) exceeded" in said
        assert "Hard time limit (3s) exceeded" in said
        assert "signal 9 (SIGKILL)" in said
        assert stored(well).status == "finished"
        assert_log_is_sound([*records.values(), well])
