"""Seats that are offered to some ratings only, over HTTP."""

import pytest

from games.models import Match
from players.models import Rating
from players.queries import player_by_username
from tests.api.callers import (
    LINK,
    ME,
    OPEN,
    block,
    faults,
    good,
    guest,
    guests,
    invited,
    refused,
)
from tests.api.test_query_counts import Statements

pytestmark = pytest.mark.django_db


def rated(points, family="duel"):
    """Return a new player of this rating in a family."""
    caller = guest()
    player = player_by_username(caller.username)
    Rating.objects.create(
        player=player, family=family, rating=points, deviation=60, volatility=0.06
    )
    return caller


def offer(caller, seats=(ME, OPEN), preset="scopa_classica", **band):
    return caller.create(preset, seats=list(seats), **band)


def quick(caller, status, **more):
    return good(caller.post("/quick-match", {"preset": "scopa_classica", **more}), status)


def joinable(caller):
    return [match["id"] for match in caller.matches(joinable="true")["items"]]


def join(caller, match):
    return caller.post(f"/matches/{match['id']}/join", {})


class TestAnOffer:
    def test_tells_its_band(self):
        me = rated(1500)
        match = offer(me, rating_min=1400, rating_max=1600)
        assert (match["rating_min"], match["rating_max"]) == (1400, 1600)
        shown = rated(1550).matches(joinable="true")["items"][0]
        assert (shown["rating_min"], shown["rating_max"]) == (1400, 1600)
        plain = offer(me)
        assert (plain["rating_min"], plain["rating_max"]) == (None, None)

    @pytest.mark.parametrize(
        ("points", "band", "fits"),
        [
            (1400, {"rating_min": 1400}, True),
            (1399, {"rating_min": 1400}, False),
            (1399.6, {"rating_min": 1400}, True),
            (1600, {"rating_max": 1600}, True),
            (1601, {"rating_max": 1600}, False),
            (1600.4, {"rating_max": 1600}, True),
            (1500, {"rating_min": 1400, "rating_max": 1600}, True),
            (900, {}, True),
        ],
    )
    def test_is_seen_and_taken_by_whoever_is_within(self, points, band, fits):
        match = offer(guest(), **band)
        other = rated(points)
        assert joinable(other) == ([match["id"]] if fits else [])
        if fits:
            assert good(join(other, match))["status"] == "active"
        else:
            problem = refused(join(other, match), 422, "rating_out_of_band")
            assert problem["your_rating"] == round(points)
            told = {"rating_min": None, "rating_max": None, **band}
            assert {name: problem[name] for name in told} == told
            assert Match.objects.get().status == "offered"

    def test_takes_who_has_no_rating_for_the_middle(self):
        inside, outside = offer(rated(1500), rating_max=1500), offer(rated(1600), rating_min=1501)
        newcomer = guest()
        assert joinable(newcomer) == [inside["id"]]
        assert refused(join(newcomer, outside), 422, "rating_out_of_band")["your_rating"] == 1500

    def test_asks_for_the_rating_in_the_family_of_its_rules(self):
        strong = rated(1900, family="duel_fifteen")
        match = offer(guest(), rating_max=1600)
        assert joinable(strong) == [match["id"]]
        fifteen = offer(guest(), rules={"capture.mode": "fifteen"}, rating_max=1600)
        assert joinable(strong) == [match["id"]]
        refused(join(strong, fifteen), 422, "rating_out_of_band")

    def test_is_made_by_somebody_within_it(self):
        body = {"preset": "scopa_classica", "seats": [ME, OPEN], "rating_min": 1600}
        refused(guest().post("/matches", body), 422, "rating_out_of_band")
        refused(
            guest().post("/quick-match", {"preset": "scopa_classica", "rating_min": 1600}),
            422,
            "rating_out_of_band",
        )
        assert not Match.objects.exists()
        assert good(rated(1600).post("/matches", body), 201)

    def test_is_made_by_anybody_who_does_not_play(self):
        assert offer(guest(), seats=[OPEN, OPEN], rating_min=1600)["rating_min"] == 1600

    def test_in_which_nobody_can_be_is_refused(self):
        body = {"preset": "scopa_classica", "seats": [ME, OPEN]}
        empty = body | {"rating_min": 1600, "rating_max": 1599}
        response = guest().post("/matches", empty)
        assert faults(response, 422, "invalid_rating_band") == [("/rating_max", "band_is_empty")]
        assert "under rating_min, which is 1600" in response.json()["errors"][0]["detail"]
        refused(guest().post("/matches", body | {"rating_min": -1}), 400, "invalid_request")
        refused(guest().post("/matches", body | {"rating_max": 5001}), 400, "invalid_request")


class TestWhoWasChosen:
    def test_by_name_takes_the_seat(self):
        me, weak = guest(), rated(900)
        match = offer(me, seats=[ME, invited(weak)], rating_min=1400)
        assert joinable(weak) == [match["id"]]
        assert good(join(weak, match))["status"] == "active"

    def test_by_a_code_takes_the_seat(self):
        me, weak = guest(), rated(900)
        match = offer(me, seats=[ME, LINK], rating_min=1400)
        code = good(me.post(f"/matches/{match['id']}/links", {}), 201)["code"]
        assert good(weak.post("/matches/join-by-code", {"code": code}))["status"] == "active"

    def test_plays_a_rematch_whatever_became_of_the_ratings(self):
        me, other = rated(1500), rated(1500)
        match = offer(me, rating_min=1400)
        good(join(other, match))
        good(me.post(f"/matches/{match['id']}/resign", {}))
        Rating.objects.update(rating=1000)
        again = good(me.post(f"/matches/{match['id']}/rematch", {}))
        assert again["rating_min"] is None
        assert good(join(other, again))["status"] == "active"


class TestAQuickMatch:
    def test_joins_an_offer_whose_band_the_player_is_in(self):
        waiting = quick(rated(1500), 201, rating_min=1400, rating_max=1600)
        assert quick(rated(1700), 201)["id"] != waiting["id"]
        assert quick(rated(1550), 200)["id"] == waiting["id"]

    def test_joins_somebody_who_is_in_the_players_own_band(self):
        weak = quick(rated(1200), 201)
        strong = quick(rated(1800), 201, rating_min=1700)
        found = quick(rated(1750), 200, rating_min=1700)
        assert found["id"] == strong["id"]
        assert quick(rated(1500), 200, rating_max=1500)["id"] == weak["id"]

    def test_takes_the_oldest_that_fits_however_many_do_not(self):
        offers = [offer(rated(1000 + number)) for number in range(12)]
        fitting = offer(rated(1600))
        assert quick(rated(1600), 200, rating_min=1500)["id"] == fitting["id"]
        assert quick(rated(1600), 200)["id"] == offers[0]["id"]

    def test_meets_those_who_asked_for_no_band(self):
        waiting = quick(guest(), 201)
        assert quick(guest(), 200, rating_min=1400)["id"] == waiting["id"]

    def test_asked_again_is_the_match_one_waits_in(self):
        me = rated(1500)
        waiting = quick(me, 201, rating_min=1400)
        assert quick(me, 200, rating_max=1600)["id"] == waiting["id"]
        assert quick(me, 200)["rating_min"] == 1400

    def test_still_avoids_who_is_blocked(self):
        me, other = guests(2)
        waiting = quick(other, 201, rating_min=1400)
        block(me, other)
        assert quick(me, 201, rating_min=1400)["id"] != waiting["id"]

    def test_finds_a_table_of_more_where_all_are_within(self):
        alone = "alone"
        match = rated(1500, alone).create("scopa_in_tre", seats=[ME, OPEN, OPEN])
        good(join(rated(1900, alone), match))
        body = {"preset": "scopa_in_tre", "rating_max": 1600}
        apart = good(rated(1500, alone).post("/quick-match", body), 201)
        assert apart["id"] != match["id"]
        assert good(rated(1700, alone).post("/quick-match", {"preset": "scopa_in_tre"}))


class TestTheCost:
    def test_of_the_list_is_the_same_with_bands(self):
        me = guest()
        for _ in range(3):
            offer(guest(), rating_min=1400)
        with Statements() as statements:
            assert len(joinable(me)) == 3
        assert len(statements.all) <= 5

    def test_of_an_offer_is_one_statement_for_whoever_asks_for_a_band(self):
        me = guest()
        with Statements() as without:
            offer(me)
        with Statements() as within:
            offer(me, rating_min=1400)
        assert len(within.inside) == len(without.inside) + 1
