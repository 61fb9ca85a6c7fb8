"""Many rated matches of the same people end at once: each counts, and a replay says the same."""

from functools import partial
from itertools import pairwise
from uuid import uuid4

import pytest
from django.utils import timezone

from games import services
from games.models import Seat
from players.models import Player, RatedResult, Rating, RatingChange
from players.services import SeatResult, annul_result, record_result, verify_ratings
from scopa_site.transactions import one_transaction
from tests.concurrency.crowd import all_at_once, unlocked
from tests.concurrency.tables import ME, OPEN, guests

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

HANDS = 8


def members(count):
    """Give people with accounts."""
    callers = guests(count)
    Player.objects.update(is_guest=False)
    return [caller.player for caller in callers]


def resignation(one, other):
    """Deal a rated match, and return its end."""
    record = services.create_match(
        creator_id=one.pk,
        preset="scopa_classica",
        overrides={},
        seats=[ME, OPEN],
        rated=True,
        now=timezone.now(),
    )
    match_id = record.match.public_id
    services.join_match(match_id=match_id, player_id=other.pk, now=timezone.now())
    loser = Seat.objects.get(match=record.match, index=0).player_id
    return partial(services.resign_match, match_id=match_id, player_id=loser, now=timezone.now())


def result(one, other):
    """Return a result to be recorded under no lock but those of ratings; `one` wins."""
    seats = [SeatResult(0, 0, 1, one.pk), SeatResult(1, 1, 2, other.pk)]

    def record():
        with one_transaction():
            record_result(
                match=uuid4(), family="duel", system="glicko2", seats=seats, now=timezone.now()
            )

    return record


def annulment(match):
    def annul():
        with one_transaction():
            annul_result(match=match, now=timezone.now())

    return annul


def assert_proved(count):
    """Hold the rows against a replay, and that all results are there."""
    assert RatedResult.objects.count() == count
    assert verify_ratings(family="duel") == []


class TestRatedMatchesThatEndAtOnce:
    def test_all_count(self):
        one, *others = members(HANDS + 1)
        ends = [resignation(one, other) for other in others]

        answers = all_at_once(ends)

        assert [each for each in answers if isinstance(each, Exception)] == []
        assert_proved(HANDS)
        assert Rating.objects.get(player=one).results == HANDS

    def test_of_newcomers_make_one_rating_each(self):
        people = members(4)
        pairs = [(a, b) for a in people for b in people if a.pk != b.pk]

        answers = all_at_once([result(*pair) for pair in pairs[:HANDS]])

        assert [each for each in answers if isinstance(each, Exception)] == []
        assert_proved(HANDS)

    def test_count_no_more_often_between_two_than_they_may(self):
        one, other = members(2)

        all_at_once([result(one, other) for _ in range(HANDS)])

        assert RatingChange.objects.filter(not_counted="").count() == 2 * 3
        assert_proved(HANDS)

    def test_while_earlier_ones_are_annulled(self):
        people = members(HANDS)
        for one, other in pairwise(people):
            result(one, other)()
        taken = list(RatedResult.objects.order_by("pk").values_list("match", flat=True))[:3]
        later = [result(a, b) for a, b in zip(people[4:], people, strict=False)]

        answers = all_at_once([*map(annulment, taken), *later])

        assert [each for each in answers if isinstance(each, Exception)] == []
        assert_proved(HANDS - 1 + len(later))
        assert RatedResult.objects.exclude(annulled_at=None).count() == len(taken)

    def test_control_without_locks_loses_some(self):
        one, *others = members(HANDS + 1)
        for other in others:
            result(other, one)()

        all_at_once(unlocked([result(one, other) for other in others]))

        assert verify_ratings(family="duel") != []
