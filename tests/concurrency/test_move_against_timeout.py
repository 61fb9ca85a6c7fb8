"""A move arrives in the last instant while the sweep comes by: one of the two, and never both."""

import os
from collections import Counter
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from games import clock, engine, services
from games.errors import MatchFinished, TurnExpired
from games.models import Match, MatchStatus, Timeout
from games.services import timeouts
from tests.concurrency.crowd import all_at_once, unlocked
from tests.concurrency.tables import ME, OPEN, create, guest, stored

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

# RACES=1000 races as often as is promised; the checks take a part of it.
ROUNDS = int(os.environ.get("RACES", "200"))
CONTROLS = 20
BATCH = 10  # races at once, two hands each
FORFEIT = clock.encode_clock(clock.resolve_clock("veloce", {"on_timeout": "forfeit"}))


def match_of_two():
    """Return a match whose seat 1 has until `deadline`, and the player there."""
    host, other = guest().player, guest().player
    record = create(host.pk, ME, OPEN)
    Match.objects.filter(pk=record.match.pk).update(clock_spec=FORFEIT)
    record = services.join_match(
        match_id=record.match.public_id, player_id=other.pk, now=timezone.now()
    )
    return record, other


def move_and_timeout(record, mover):
    """Return the move, which arrived just in time, and the sweep, which comes just late enough."""
    deadline = record.match.deadline_at
    first = engine.legal_moves(record.state)[0]
    return [
        partial(
            services.play_move,
            match_id=record.match.public_id,
            actor=services.PersonActor(mover.pk),
            ply=0,
            card=first.card,
            capture=first.capture,
            now=deadline,
        ),
        partial(
            services.expire_turn,
            match_id=record.match.public_id,
            now=deadline + timeouts.PATIENCE + timedelta(milliseconds=1),
        ),
    ]


def outcome_of(record, moved, expired):
    """Tell which of the two happened, having checked that nothing else did."""
    match = stored(record)
    timed_out = Timeout.objects.filter(match=match).count()
    if isinstance(moved, Exception):
        assert isinstance(moved, MatchFinished | TurnExpired), moved
        assert expired is True
        assert (match.status, match.ply, timed_out) == (MatchStatus.FINISHED, 0, 1)
        return "timeout"
    assert expired is False, expired
    assert (match.status, match.ply, timed_out) == (MatchStatus.ACTIVE, 1, 0)
    return "move"


class TestAMoveAgainstATimeout:
    @pytest.mark.timeout(900)
    def test_is_one_of_the_two_each_time(self):
        seen = Counter()
        for _ in range(ROUNDS // BATCH):
            races = [match_of_two() for _ in range(BATCH)]
            actions = [act for record, mover in races for act in move_and_timeout(record, mover)]
            answers = all_at_once(actions)
            for (record, _mover), moved, expired in zip(
                races, answers[::2], answers[1::2], strict=True
            ):
                seen[outcome_of(record, moved, expired)] += 1
        assert sum(seen.values()) == ROUNDS
        assert min(seen["move"], seen["timeout"]) > 0, seen  # else nothing was raced

    def test_would_be_both_without_the_row_lock(self):
        """The control: each reads the match before the other has written.

        Now and then the two then wait for each other in a circle, and the database ends one.
        """
        for _ in range(CONTROLS):
            record, mover = match_of_two()
            moved, expired = all_at_once(unlocked(move_and_timeout(record, mover)))
            if isinstance(moved, Exception) or isinstance(expired, Exception):
                continue
            assert expired is True
            assert Timeout.objects.filter(match=record.match).count() == 1
            assert stored(record).moves.count() == 1
            return
        pytest.fail("the two never both happened: the race is none")
