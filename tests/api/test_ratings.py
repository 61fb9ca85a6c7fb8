"""Ratings and leaderboards as the API shows them."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Match
from players import services
from players.models import Player, RatedResult, Rating, RatingChange, World
from tests.api.callers import Caller, faults, good, guest, guests, invited, refused
from tests.players.results import duel

DAY = timedelta(days=1)

pytestmark = pytest.mark.django_db


def member():
    """Become a player with an account."""
    caller = guest()
    Player.objects.filter(public_id=caller.id).update(is_guest=False)
    return caller


def row_of(caller):
    return Player.objects.get(public_id=caller.id)


def rated(caller, points, *, family="duel", deviation=60, ago=DAY, **more):
    """Give a caller a rating as of so long ago."""
    then = timezone.now() - ago
    more.setdefault("settled_until", then + 400 * DAY)
    return Rating.objects.create(
        player=row_of(caller), family=family, rating=points, deviation=deviation, volatility=0.06,
        results=20, rated_at=then, **more,
    )  # fmt: skip


def board(caller, family="duel", **query):
    return good(caller.get(f"/leaderboards/{family}", query or None))


def names(page):
    return [(row["rank"], row["player"]["id"]) for row in page["items"]]


@pytest.fixture
def ladder():
    """Seven people with settled ratings, the highest first."""
    callers = guests(7)
    for place, caller in enumerate(callers):
        rated(caller, 1900 - 50 * place)
    return callers


class TestARatedMatch:
    def test_shows_in_the_ratings_and_the_history_of_both(self):
        one, other = member(), member()
        match = one.create(seats=[{"type": "me"}, invited(other)], rated=True)
        other.join(match["id"])
        good(other.post(f"/matches/{match['id']}/resign", {}))
        (mine,), (theirs,) = (good(c.get("/me/ratings"))["items"] for c in (one, other))
        assert (mine["rating"], theirs["rating"]) == (1662, 1338)
        assert (mine["family"], mine["label"]["en"], mine["results"]) == ("duel", "For two", 1)
        assert mine["provisional"] is True
        history = good(one.get("/me/ratings/duel"))
        assert history["rating"] == mine
        (step,) = history["items"]
        assert step["match"] == match["id"]
        assert (step["rating_before"], step["rating_after"]) == (1500, 1662)
        assert step["not_counted"] is None

    def test_says_that_a_guest_kept_it_from_counting(self):
        one, other = member(), guest()
        match = one.create(seats=[{"type": "me"}, invited(other)], rated=True)
        other.join(match["id"])
        result = good(other.post(f"/matches/{match['id']}/resign", {}))["result"]
        assert (result["rated"], result["annulled_because"]) == ("annulled", "guest")
        assert good(one.get("/me/ratings"))["items"] == []

    def test_counts_among_the_guests_of_a_sandbox(self):
        one, other = guests(2)
        world = World.objects.create(created_at=timezone.now())
        Player.objects.filter(public_id__in=[one.id, other.id]).update(world=world)
        match = one.create(seats=[{"type": "me"}, invited(other)], rated=True)
        assert Match.objects.get().world == world
        other.join(match["id"])
        good(other.post(f"/matches/{match['id']}/resign", {}))
        assert good(one.get("/me/ratings"))["items"][0]["rating"] == 1662


class TestALeaderboard:
    def test_shows_the_highest_first_with_their_ranks(self, ladder):
        page = board(ladder[3])
        assert names(page) == [(place + 1, caller.id) for place, caller in enumerate(ladder)]
        assert page["items"][0]["rating"] == 1900
        assert page["me"] == page["items"][3]
        assert (page["family"], page["period"], page["next_cursor"]) == ("duel", "all", None)

    def test_comes_in_pages_that_go_on_where_the_last_ended(self, ladder):
        seen, query = [], {"limit": "3"}
        while True:
            page = board(ladder[0], **query)
            seen += names(page)
            if page["next_cursor"] is None:
                break
            query["cursor"] = page["next_cursor"]
        assert seen == [(place + 1, caller.id) for place, caller in enumerate(ladder)]

    @pytest.mark.parametrize(
        ("place", "limit", "shown"),
        [(3, 3, [2, 3, 4]), (0, 3, [0, 1, 2]), (6, 3, [5, 6]), (3, 1, [3])],
    )
    def test_puts_me_in_the_middle(self, ladder, place, limit, shown):
        page = board(ladder[place], around="me", limit=str(limit))
        assert names(page) == [(at + 1, ladder[at].id) for at in shown]
        assert page["me"]["rank"] == place + 1

    def test_goes_on_after_me(self, ladder):
        page = board(ladder[2], around="me", limit="3")
        assert names(board(ladder[2], cursor=page["next_cursor"], limit="2")) == [
            (5, ladder[4].id),
            (6, ladder[5].id),
        ]

    def test_goes_on_below_whoever_is_on_it_no_more(self, ladder):
        page = board(ladder[0], limit="2")
        Player.objects.filter(public_id=ladder[1].id).update(is_active=False)
        assert names(board(ladder[0], cursor=page["next_cursor"], limit="1")) == [(2, ladder[2].id)]

    def test_begins_at_the_top_for_whoever_is_not_on_it(self, ladder):
        page = board(guest(), around="me", limit="2")
        assert page["me"] is None
        assert [rank for rank, _id in names(page)] == [1, 2]

    def test_ranks_equals_one_after_another(self):
        callers = guests(3)
        for caller in callers:
            rated(caller, 1600)
        page = board(callers[0], limit="2")
        rest = board(callers[0], limit="2", cursor=page["next_cursor"])
        assert [rank for rank, _id in names(page) + names(rest)] == [1, 2, 3]
        assert board(callers[2])["me"]["rank"] == 3

    @pytest.mark.parametrize(
        "leave",
        [
            {"is_active": False},
            {"is_active": False, "erased_at": timezone.now(), "email": ""},
        ],
        ids=["locked out", "erased"],
    )
    def test_leaves_out_who_has_left(self, ladder, leave):
        Player.objects.filter(public_id=ladder[0].id).update(**leave)
        assert names(board(ladder[1]))[0] == (1, ladder[1].id)

    def test_leaves_out_what_is_provisional(self, ladder):
        newcomer, absent = guests(2)
        rated(newcomer, 2000, deviation=200, settled_until=None)
        rated(absent, 2000, ago=800 * DAY, settled_until=timezone.now() - DAY)
        assert names(board(ladder[0]))[0] == (1, ladder[0].id)
        assert board(newcomer)["me"] is None
        assert board(absent)["me"] is None

    def test_leaves_out_levels_of_the_computer(self, ladder):
        Rating.objects.create(
            level="greedy", family="duel", rating=2500, deviation=50, volatility=0.06,
            results=90, rated_at=timezone.now(), settled_until=timezone.now() + 400 * DAY,
        )  # fmt: skip
        assert len(board(ladder[0])["items"]) == 7

    def test_shows_for_a_period_who_played_in_it(self, ladder):
        for caller, ago in zip(ladder, (1, 10, 40, 6, 29, 31, 8), strict=True):
            ratings = Rating.objects.filter(player__public_id=caller.id)
            ratings.update(rated_at=timezone.now() - ago * DAY)
        shown = {period: len(board(ladder[0], period=period)["items"])
                 for period in ("week", "month", "all")}  # fmt: skip
        assert shown == {"week": 2, "month": 5, "all": 7}
        assert board(ladder[3], period="week")["me"]["rank"] == 2

    def test_shows_each_world_its_own(self, ladder):
        inside, beside = guests(2)
        for caller in (inside, beside):
            world = World.objects.create(created_at=timezone.now())
            Player.objects.filter(public_id=caller.id).update(world=world)
            rated(caller, 2000)
        assert names(board(inside)) == [(1, inside.id)]
        assert len(board(ladder[0])["items"]) == 7

    def test_shows_each_family_its_own(self, ladder):
        rated(ladder[6], 1700, family="pairs", deviation=200)
        assert names(board(ladder[0], "pairs")) == [(1, ladder[6].id)]

    def test_refuses_a_family_that_is_none(self, ladder):
        refused(ladder[0].get("/leaderboards/bridge"), 404, "unknown_family")
        refused(ladder[0].get("/me/ratings/bridge"), 404, "unknown_family")

    def test_refuses_a_cursor_of_another_board_and_one_around_somebody(self, ladder):
        cursor = board(ladder[0], limit="2")["next_cursor"]
        elsewhere = ladder[0].get("/leaderboards/pairs", {"cursor": cursor})
        assert faults(elsewhere, 400, "invalid_request") == [("?cursor", "invalid_cursor")]
        both = ladder[0].get("/leaderboards/duel", {"cursor": cursor, "around": "me"})
        assert faults(both, 400, "invalid_request") == [("?around", "with_a_cursor")]

    def test_asks_for_a_token(self):
        refused(Caller().get("/leaderboards/duel"), 401, "not_authenticated")


class TestTheDeviationShown:
    def test_grows_while_nobody_plays(self):
        caller = guest()
        rated(caller, 1600, deviation=60, ago=365 * DAY)
        (shown,) = good(caller.get("/me/ratings"))["items"]
        assert (shown["deviation"], shown["provisional"]) == (96, False)

    def test_makes_a_rating_provisional_in_time(self):
        caller = guest()
        rated(caller, 1600, ago=800 * DAY, settled_until=timezone.now() - DAY)
        (shown,) = good(caller.get("/me/ratings"))["items"]
        assert shown["provisional"] is True


class TestTheHistory:
    def test_is_read_page_by_page_latest_first(self):
        one, other = guests(2)
        now = timezone.now()
        ids = [duel(row_of(one), row_of(other), at=now - DAY * day) for day in (5, 4, 3, 2, 1)]
        seen, query = [], {"limit": "2"}
        while True:
            page = good(one.get("/me/ratings/duel", query))
            seen += [step["match"] for step in page["items"]]
            if page["next_cursor"] is None:
                break
            query["cursor"] = page["next_cursor"]
        assert seen == [str(each) for each in reversed(ids)]

    def test_says_why_a_result_moved_nothing(self):
        one, other = guests(2)
        for _ in range(4):
            duel(row_of(one), row_of(other), at=timezone.now())
        steps = good(one.get("/me/ratings/duel"))["items"]
        assert [step["not_counted"] for step in steps] == ["met_too_often", None, None, None]

    def test_is_empty_before_the_first_result(self):
        page = good(guest().get("/me/ratings/duel"))
        assert (page["rating"], page["items"]) == (None, [])

    def test_holds_nothing_of_a_result_that_was_annulled(self):
        one, other = guests(2)
        match = duel(row_of(one), row_of(other), at=timezone.now())
        services.annul_result(match=match, now=timezone.now())
        assert good(one.get("/me/ratings/duel"))["items"] == []


class TestHowMuchIsRead:
    """Statements, and by which index they find their rows: not by how much there is."""

    def asked(self, caller, path):
        with CaptureQueriesContext(connection) as queries:
            good(caller.get(path))
        return [query["sql"] for query in queries if query["sql"].startswith("SELECT")]

    def many(self, caller, count):
        player, rating = row_of(caller), rated(caller, 1600)
        results = RatedResult.objects.bulk_create(
            RatedResult(match=f"{number:032x}", family="duel", system="glicko2",
                        finished_at=timezone.now() - number * DAY)
            for number in range(count)
        )  # fmt: skip
        numbers = {f"{name}_{when}": 60.0 for name in ("rating", "deviation", "volatility")
                   for when in ("before", "after")}  # fmt: skip
        RatingChange.objects.bulk_create(
            RatingChange(result=each, rating=rating, at=each.finished_at, **numbers)
            for each in results
        )
        return player

    @pytest.mark.parametrize("path", ["/me/ratings", "/me/ratings/duel", "/leaderboards/duel"])
    def test_is_as_many_statements_after_ten_results_as_after_a_thousand(self, path):
        few, many = guests(2)
        self.many(few, 10)
        RatedResult.objects.all().delete()
        self.many(many, 1000)
        assert len(self.asked(few, path)) == len(self.asked(many, path)) <= 5

    @pytest.mark.parametrize(
        ("path", "index"),
        [("/me/ratings/duel", "rating_history"), ("/leaderboards/duel", "rating_board")],
    )
    def test_is_found_by_an_index(self, path, index):
        caller = guest()
        self.many(caller, 1000)
        statements = [sql for sql in self.asked(caller, path) if "ORDER BY" in sql]
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SET LOCAL enable_seqscan = off")
                cursor.execute("SET LOCAL enable_sort = off")
            cursor.execute(f"{_EXPLAIN[connection.vendor]} {statements[-1]}")
            plan = "\n".join(str(row) for row in cursor.fetchall())
        assert index in plan, plan


_EXPLAIN = {"sqlite": "EXPLAIN QUERY PLAN", "postgresql": "EXPLAIN"}
