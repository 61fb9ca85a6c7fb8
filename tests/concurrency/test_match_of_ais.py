"""A table at which nobody sits but AIs, under real tasks."""

import pytest

from games.models import MatchStatus, MoveSource
from tests.concurrency.tables import assert_log_is_sound, match_of_ais, stored
from tests.concurrency.waiting import sweep, wait_until
from tests.concurrency.worker import worker_on_threads

pytestmark = pytest.mark.django_db(transaction=True)

ENDS_WITHIN_SECONDS = 150


class TestAMatchOfFourAis:
    """Each move rings for the next; nobody asks."""

    def test_plays_itself_to_the_end(self):
        with worker_on_threads(2):
            record = match_of_ais(
                "greedy", "random", "greedy", "random", preset="scopone_scientifico"
            )
            wait_until(
                lambda: stored(record).status != MatchStatus.ACTIVE,
                within=ENDS_WITHIN_SECONDS,
                what="the end of the match",
                meanwhile=sweep,
            )

        match = stored(record)
        assert match.status == MatchStatus.FINISHED
        assert (match.termination, match.ply % 40) == ("completed", 0)
        assert set(match.moves.values_list("source", flat=True)) == {MoveSource.AI}
        assert_log_is_sound([record])
