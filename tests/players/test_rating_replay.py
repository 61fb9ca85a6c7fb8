"""Ratings reckoned anew: after a result is taken back, and to prove them all."""

from random import Random

import pytest
from django.core.management import CommandError, call_command

from players import services
from players.models import RatedResult, Rating, RatingChange
from tests.players.results import DAY, FAMILY, NOW, duel, players, stands, table, written

pytestmark = pytest.mark.django_db


def season(people, *, seed=7, matches=24):
    """Let people play one another often, also more often in a day than counts; return the ids."""
    dice = Random(seed)
    at, played = NOW, []
    for _ in range(matches):
        at += DAY * dice.choice((0, 0, 0, 0, 0.1, 3))
        played.append(duel(*dice.sample(people, 2), at=at, drawn=dice.random() < 0.1))
    return played


def without(matches):
    """Return what is stored when these matches had never been played: told by a full replay."""
    RatedResult.objects.filter(match__in=matches).update(annulled_at=NOW)
    services.recompute_ratings(family=FAMILY)
    return written()


class TestAReplay:
    def test_gives_the_rows_that_are_stored(self):
        season(players(3))
        assert RatingChange.objects.exclude(not_counted="").exists()
        assert services.verify_ratings(family=FAMILY) == []

    def test_gives_those_of_pairs_too(self):
        people = players(8)
        dice = Random(3)
        for number in range(20):
            four = dice.sample(people, 4)
            table(four[:2], four[2:], at=NOW + number * DAY)
        assert services.verify_ratings(family="pairs") == []

    @pytest.mark.parametrize(
        "harm",
        [
            lambda: Rating.objects.filter(pk=Rating.objects.first().pk).update(rating=1600),
            lambda: Rating.objects.filter(pk=Rating.objects.first().pk).update(results=99),
            lambda: RatingChange.objects.filter(pk=RatingChange.objects.first().pk).update(
                deviation_after=10
            ),
            lambda: RatingChange.objects.first().delete(),
            lambda: RatedResult.objects.filter(pk=RatedResult.objects.first().pk).update(
                annulled_at=NOW
            ),
            lambda: Rating.objects.first().delete(),
        ],
        ids=["rating", "results", "change", "no change", "annulled", "no rating"],
    )
    def test_finds_what_is_wrong_and_mends_it(self, harm):
        season(players(4), matches=15)
        harm()
        before = written()
        assert services.verify_ratings(family=FAMILY)
        assert written() == before  # to look changes nothing
        assert services.recompute_ratings(family=FAMILY)
        assert services.verify_ratings(family=FAMILY) == []

    def test_is_a_command(self, capsys):
        season(players(3), matches=6)
        call_command("ratings", "verify")
        assert "no difference" in capsys.readouterr().out
        Rating.objects.update(rating=1)
        with pytest.raises(CommandError, match="3 differences"):
            call_command("ratings", "verify", FAMILY)
        call_command("ratings", "recompute")
        assert "3 differences mended" in capsys.readouterr().out
        call_command("ratings", "verify")


class TestAnnulling:
    @pytest.mark.parametrize("seed", range(6))
    def test_leaves_what_had_been_without_the_match(self, seed):
        matches = season(players(6), seed=seed)
        taken = matches[seed * 4]
        assert services.annul_result(match=taken, now=NOW)
        assert services.verify_ratings(family=FAMILY) == []
        in_part = written()
        RatingChange.objects.all().delete()
        Rating.objects.update(rating=0, results=0)
        assert in_part == without([taken])

    def test_of_the_only_result_makes_newcomers_of_both(self):
        anna, bruno = players(2)
        services.annul_result(match=duel(anna, bruno), now=NOW)
        row = stands(anna)
        assert (row.rating, row.deviation, row.results, row.rated_at) == (1500, 350, 0, None)
        assert not RatingChange.objects.exists()

    def test_lets_a_result_count_that_came_too_often(self):
        anna, bruno = players(2)
        first, *_others = [duel(anna, bruno) for _ in range(4)]
        assert stands(anna).results == 3
        services.annul_result(match=first, now=NOW)
        assert stands(anna).results == 3
        assert not RatingChange.objects.exclude(not_counted="").exists()

    def test_remembers_those_who_met_just_before_it(self):
        anna, bruno = players(2)
        _first, second, *_others = [duel(anna, bruno) for _ in range(5)]
        services.annul_result(match=second, now=NOW)
        assert services.verify_ratings(family=FAMILY) == []
        assert RatingChange.objects.exclude(not_counted="").count() == 2

    def test_touches_nobody_who_has_nothing_to_do_with_it(self):
        anna, bruno, carla, dario = players(4)
        taken = duel(anna, bruno)
        duel(carla, dario)
        Rating.objects.filter(player=carla).update(rating=1)  # would be mended if it were looked at
        services.annul_result(match=taken, now=NOW)
        assert stands(carla).rating == 1

    def test_is_done_once(self):
        anna, bruno = players(2)
        match = duel(anna, bruno)
        assert services.annul_result(match=match, now=NOW)
        assert not services.annul_result(match=match, now=NOW + DAY)
        assert RatedResult.objects.get().annulled_at == NOW


class TestAmending:
    @pytest.mark.parametrize("seed", range(4))
    def test_leaves_what_had_been_with_the_other_result(self, seed):
        matches = season(players(5), seed=seed)
        assert services.amend_result(match=matches[10], places={0: 2, 1: 1})
        assert services.verify_ratings(family=FAMILY) == []

    def test_turns_the_match_round(self):
        anna, bruno = players(2)
        match = duel(anna, bruno)
        before = stands(anna).rating
        services.amend_result(match=match, places={0: 2, 1: 1})
        assert stands(bruno).rating == before
        assert stands(anna).rating == pytest.approx(3000 - before)

    def test_does_nothing_to_what_was_annulled(self):
        anna, bruno = players(2)
        match = duel(anna, bruno)
        services.annul_result(match=match, now=NOW)
        assert not services.amend_result(match=match, places={0: 2, 1: 1})

    @pytest.mark.parametrize("places", [{0: 1}, {0: 1, 1: 2, 2: 3}])
    def test_refuses_places_that_are_not_those_of_the_seats(self, places):
        match = duel(*players(2))
        with pytest.raises(ValueError, match="each seat"):
            services.amend_result(match=match, places=places)

    def test_refuses_two_places_for_one_side(self):
        people = players(4)
        match = table(people[:2], people[2:])
        with pytest.raises(ValueError, match="a side"):
            services.amend_result(match=match, places={0: 1, 2: 2, 1: 1, 3: 2})
