"""A player gives up while the move is on its way."""

from functools import partial

import pytest
from django.utils import timezone

from games import engine, services
from games.errors import MatchFinished
from games.models import MatchStatus
from tests.concurrency.crowd import all_at_once
from tests.concurrency.tables import (
    ME,
    OPEN,
    assert_log_is_sound,
    create,
    guest,
    stored,
)

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 15


def match_of_two():
    """Return a running match in which seat 1 is to play, and the players of seats 0 and 1."""
    host, other = guest().player, guest().player
    record = create(host.pk, ME, OPEN)
    return services.join_match(
        match_id=record.match.public_id, player_id=other.pk, now=timezone.now()
    ), (host, other)


def move_and_resignation(record, mover, quitter):
    """Return the two requests that race."""
    now = timezone.now()
    first = engine.legal_moves(record.state)[0]
    return [
        partial(
            services.play_move,
            match_id=record.match.public_id,
            actor=services.PersonActor(mover.pk),
            ply=0,
            card=first.card,
            capture=first.capture,
            now=now,
        ),
        partial(
            services.resign_match, match_id=record.match.public_id, player_id=quitter.pk, now=now
        ),
    ]


class TestAMoveAgainstAResignation:
    """Whatever comes first, the match ends once and its log is whole."""

    @pytest.mark.parametrize("quitter", [0, 1])
    def test_ends_the_match_with_the_move_or_without_it(self, quitter):
        for _ in range(ROUNDS):
            record, players = match_of_two()
            moved, resigned = all_at_once(
                move_and_resignation(record, mover=players[1], quitter=players[quitter])
            )

            assert not isinstance(resigned, Exception)
            match = stored(record)
            if isinstance(moved, Exception):
                assert isinstance(moved, MatchFinished)
                assert match.ply == 0
            else:
                assert match.ply == 1
            assert match.status == MatchStatus.FINISHED
            assert match.winner_side == 1 - quitter
            assert_log_is_sound([record])
