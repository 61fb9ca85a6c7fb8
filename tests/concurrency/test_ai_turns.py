"""Many workers on the moves that AIs owe."""

import threading
from contextlib import contextmanager
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from games import ai as levels
from games import engine, services
from games.models import AiTurn, Match, MatchStatus, Move
from games.services.ai_turns import LEASE
from tests.concurrency.crowd import PATIENCE, all_at_once
from tests.concurrency.tables import assert_log_is_sound, match_of_ais, stored

pytestmark = pytest.mark.django_db(transaction=True)


def make_turn(record, ply, *, now=None):
    return services.run_ai_turn(match_pk=record.match.pk, ply=ply, now=now or timezone.now())


@contextmanager
def offered(level):
    """Offer a level for the length of a test."""
    levels.register(level)
    try:
        yield level
    finally:
        del levels.LEVELS[level.slug]


def make_turns_until_none_is_left():
    """Do as a worker does, without a broker: take whatever is free."""
    while unfinished := list(AiTurn.objects.filter(done_at__isnull=True).order_by("?")[:20]):
        for turn in unfinished:
            services.run_ai_turn(match_pk=turn.match_id, ply=turn.ply, now=timezone.now())


class TestTwoWorkersOnOneTurn:
    """The lease lets one in; the match lets one move."""

    def test_lets_one_of_them_make_the_move(self):
        record = match_of_ais("greedy", "greedy", preset="smazzata_singola")

        answers = all_at_once([partial(make_turn, record, 0)] * 2)

        assert sorted(answers) == [False, True]
        assert AiTurn.objects.get(match=record.match, ply=0).attempts == 1
        assert stored(record).ply == 1
        assert_log_is_sound([record])

    def test_keeps_the_first_move_when_a_lease_ran_out_under_a_slow_thinker(self):
        slow_begins, quick_has_moved = threading.Event(), threading.Event()

        def choose(view, rng_seed, budget):
            if slow_begins.is_set():
                return levels.Choice(view.legal_moves[0])
            slow_begins.set()
            quick_has_moved.wait(PATIENCE)
            return levels.Choice(view.legal_moves[-1])

        def quick():
            slow_begins.wait(PATIENCE)
            try:
                return make_turn(record, 0, now=timezone.now() + LEASE + timedelta(seconds=1))
            finally:
                quick_has_moved.set()

        with offered(levels.Level("overtaken", {"en": "", "it": ""}, 0, choose)):
            record = match_of_ais("overtaken", "overtaken", preset="smazzata_singola")
            answers = all_at_once([partial(make_turn, record, 0), quick])

        assert answers == [False, True]
        turn = AiTurn.objects.get(match=record.match, ply=0)
        assert (turn.attempts, turn.done_at is not None) == (2, True)
        assert stored(record).moves.get().as_engine_move == engine.legal_moves(record.state)[0]
        assert_log_is_sound([record])


class TestManyWorkersOnManyTurns:
    """As F10 of the reliability goals: as many moves as turns, whoever takes them."""

    @pytest.mark.postgres
    def test_makes_exactly_one_move_for_each_ply(self):
        records = [match_of_ais("random", "greedy", preset="smazzata_singola") for _ in range(10)]

        answers = all_at_once([make_turns_until_none_is_left] * 8)

        assert answers == [None] * 8
        assert Match.objects.filter(status=MatchStatus.FINISHED).count() == len(records)
        assert Move.objects.count() == 36 * len(records)
        assert AiTurn.objects.filter(done_at__isnull=False).count() == 36 * len(records)
        assert_log_is_sound(records)
