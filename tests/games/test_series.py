"""Whoever falls ill loses by the clock in every match: the first loss counts, once in a while."""

from datetime import timedelta

import pytest

from games import services
from games.models import RatingNote, Timeout
from players.models import Player, RatedResult
from scopa_site.outbox.effects import run_effects
from tests.games.clocked import DAY, HOUR, LATE, clocked, play_at, stored
from tests.games.tables import people

pytestmark = pytest.mark.django_db


def matches(number, *players, **more):
    """Deal so many rated matches of these two, in which the second is on turn."""
    return [clocked(players, **{"rated": True, **more}) for _ in range(number)]


def run_out(record, at=LATE):
    services.expire_turn(match_id=record.match.public_id, now=at)
    run_effects(clock=lambda: at)


def claim(record, claimant, at):
    match_id = record.match.public_id
    services.claim_timeout(match_id=match_id, player_id=claimant.pk, outcome="win", now=at)
    run_effects(clock=lambda: at)


def spared(records):
    """Tell of each match whether its loss was spared; and hold the results to it."""
    kept = set(RatedResult.objects.filter(annulled_at=None).values_list("match", flat=True))
    notes = [stored(record).rating_note for record in records]
    for record, note in zip(records, notes, strict=True):
        over_and_rated = stored(record).termination != "" and record.match.rated
        counts = over_and_rated and note == RatingNote.COUNTS
        assert (record.match.public_id in kept) == counts
    return [note == RatingNote.SERIAL_TIMEOUT for note in notes]


class TestASeries:
    def test_counts_once(self):
        records = matches(4, *people(2))
        for hours, record in enumerate(records):
            run_out(record, LATE + hours * HOUR)
        assert spared(records) == [False, True, True, True]
        assert Timeout.objects.filter(serial=True).count() == 3

    def test_of_two_counts_twice(self):
        records = matches(2, *people(2))
        for record in records:
            run_out(record)
        assert spared(records) == [False, False]

    def test_needs_three_within_a_day(self):
        records = matches(3, *people(2))
        for hours, record in zip((0, 12, 24), records, strict=True):
            run_out(record, LATE + hours * HOUR)
        assert spared(records) == [False, False, False]

    def test_is_of_one_player(self):
        one, other, third = people(3)
        records = [*matches(2, one, other), *matches(1, one, third)]
        for record in records:
            run_out(record)
        assert spared(records) == [False, False, False]

    def test_is_the_same_in_whatever_order_the_losses_are_claimed(self):
        one, other = people(2)
        records = matches(3, one, other, on_timeout="claim")
        for hours, record in enumerate(records):
            run_out(record, LATE + hours * HOUR)
        for days, record in enumerate(reversed(records)):
            claim(record, one, LATE + (1 + days) * DAY)
        assert spared(records) == [False, True, True]


class TestWhatCostsNothing:
    """It must not spare what does."""

    def test_makes_no_series_where_it_is_a_friendly_match(self):
        one, puppet, late = people(3)
        thrown_away = matches(2, puppet, late, rated=False)
        rated = matches(1, one, late)
        for record in thrown_away + rated:
            run_out(record)
        assert spared(rated) == [False]

    def test_makes_no_series_where_a_guest_keeps_it_from_counting(self):
        one, puppet, late = people(3)
        Player.objects.filter(pk=puppet.pk).update(is_guest=True)
        thrown_away = matches(2, puppet, late)
        rated = matches(1, one, late)
        for record in thrown_away + rated:
            run_out(record)
        assert stored(thrown_away[0]).rating_note == RatingNote.GUEST
        assert spared(rated) == [False]

    @pytest.mark.parametrize("policy", ["claim", "ai"])
    def test_makes_no_series_where_nothing_was_lost(self, policy):
        one, puppet, late = people(3)
        thrown_away = matches(2, puppet, late, on_timeout=policy)
        rated = matches(1, one, late)
        for record in thrown_away + rated:
            run_out(record)
        assert spared(rated) == [False]

    def test_makes_no_series_in_a_single_match(self):
        one, late = people(2)
        (record,) = matches(1, one, late, on_timeout="claim")
        run_out(record)
        for hours in (1, 10):
            record = play_at(record, LATE + hours * HOUR)  # late, but before anybody claimed
            if hours == 1:
                record = play_at(record, LATE + hours * HOUR)
                run_out(record, LATE + 10 * HOUR)
        record = play_at(record, LATE + 10 * HOUR)
        run_out(record, LATE + 19 * HOUR)
        assert Timeout.objects.filter(player=late).count() == 3
        claim(record, one, LATE + 20 * HOUR)
        assert spared([record]) == [False]


class TestMercy:
    def spend(self, one, late):
        """Lose three in a row, so that two are spared."""
        records = matches(3, one, late)
        for record in records:
            run_out(record)
        assert spared(records) == [False, True, True]

    @pytest.mark.parametrize(
        ("after", "is_spared"), [(DAY - timedelta(seconds=1), True), (DAY, False)]
    )
    def test_lasts_a_day(self, after, is_spared):
        one, late = people(2)
        (next_one,) = matches(1, one, late)
        self.spend(one, late)
        run_out(next_one, LATE + after)
        assert spared([next_one]) == [is_spared]

    @pytest.mark.parametrize(
        ("after", "is_spared"), [(30 * DAY - timedelta(seconds=1), False), (30 * DAY, True)]
    )
    def test_comes_once_in_thirty_days(self, after, is_spared):
        one, late = people(2)
        again = matches(3, one, late)
        self.spend(one, late)
        for record in again:
            run_out(record, LATE + after)
        assert spared(again) == [False, is_spared, is_spared]

    def test_of_one_is_not_that_of_another(self):
        one, late, other = people(3)
        theirs = matches(3, one, other)
        self.spend(one, late)
        for record in theirs:
            run_out(record, LATE + 2 * DAY)
        assert spared(theirs) == [False, True, True]
