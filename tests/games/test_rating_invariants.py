"""I-21: each check finds what it is there for."""

import pytest
from django.utils import timezone

from games.invariants import Scope
from games.invariants.of_ratings import (
    changes_follow_one_another,
    rated_matches_have_counted,
    results_moved_their_seats,
)
from games.models import Match
from players.models import RatedResult, Rating, RatingChange
from tests.games.clocked import clocked
from tests.games.tables import people
from tests.games.test_rated import resign

pytestmark = pytest.mark.django_db

CHECKS = (rated_matches_have_counted, results_moved_their_seats, changes_follow_one_another)


def found():
    """Return the names of the checks that find something."""
    scope = Scope(Match.objects.all(), now=timezone.now(), at_rest=True)
    return [check.__name__ for check in CHECKS if list(check(scope))]


@pytest.fixture
def _matches():
    players = people(2)
    for loser in (0, 1, 0):
        resign(clocked(players, rated=True), players[loser])


@pytest.mark.usefixtures("_matches")
class TestTheChecks:
    def test_find_nothing_where_nothing_is_wrong(self):
        assert RatingChange.objects.count() == 6
        assert found() == []

    def test_find_a_match_that_did_not_count(self):
        RatedResult.objects.last().delete()
        Rating.objects.all().delete()
        assert "rated_matches_have_counted" in found()

    def test_find_a_result_that_moved_one_seat(self):
        RatingChange.objects.order_by("-result").first().delete()
        assert "results_moved_their_seats" in found()

    def test_find_changes_of_what_was_annulled(self):
        RatedResult.objects.filter(pk=RatedResult.objects.last().pk).update(
            annulled_at=timezone.now()
        )
        assert "results_moved_their_seats" in found()

    def test_find_a_broken_chain(self):
        first = RatingChange.objects.order_by("result").first()
        RatingChange.objects.filter(pk=first.pk).update(rating_after=1)
        assert found() == ["changes_follow_one_another"]

    def test_find_a_rating_that_was_set_by_hand(self):
        Rating.objects.filter(pk=Rating.objects.first().pk).update(rating=2000)
        assert found() == ["changes_follow_one_another"]
