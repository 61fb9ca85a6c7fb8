"""How many SQL statements the ways to a seat take, and that finished matches add none."""

import pytest

from tests.api.callers import GREEDY, LINK, ME, good, guests, invited
from tests.api.test_query_counts import Statements, assert_at_most

# Committed data, so that BEGIN and COMMIT are really sent, and counted.
pytestmark = pytest.mark.django_db(transaction=True)


def finish(caller, other):
    view = caller.create(seats=[ME, invited(other)])
    other.join(view["id"])
    good(caller.post(f"/matches/{view['id']}/resign"))


class TestWhatAnAppAsksOften:
    @pytest.mark.parametrize(
        ("path", "limit"),
        [
            ("/me/summary", 4),  # token, seats, their matches, feed
            ("/sync", 6),  # token, feed, seats, matches, their seats, the players of those
            ("/matches?awaiting=me", 4),
            ("/matches?joinable=true", 4),
            ("/matches?status=active", 4),
        ],
    )
    def test_takes_few_statements_however_many_matches_there_are(self, path, limit):
        me, other = guests(2)
        path, _, query = path.partition("?")
        parameters = dict([query.split("=")]) if query else None
        sent = []
        for _ in range(2):
            for _ in range(3):
                other.create(seats=[ME, invited(me)])
                # Seat 0 deals, so that it is the turn of seat 1.
                me.create(seats=[GREEDY, ME], rules={"deal.first_dealer": "seat_0"})
            finish(me, other)
            finish(me, other)
            with Statements() as statements:
                good(me.get(path, parameters))
            sent.append(len(statements.all))
        assert_at_most(limit, statements.all)
        assert sent[0] == sent[1]

    def test_takes_few_statements_for_what_changed(self):
        me, other = guests(2)
        cursor = good(me.get("/sync"))["cursor"]
        for _ in range(5):
            other.create(seats=[ME, invited(me)])
        with Statements() as statements:
            assert len(good(me.get("/sync", {"cursor": cursor}))["matches"]) == 5
        assert_at_most(4, statements.all)  # token, events, matches, seats with their players


class TestAWayToASeat:
    def test_that_waits_takes_few(self):
        me, other = guests(2)
        with Statements() as statements:
            me.create("scopa_in_tre", seats=[ME, invited(other), LINK])
        assert statements.bounds == ["BEGIN", "COMMIT"]
        # token; whom to invite, and whether there is a block; the world; the feeds, the count of
        # open matches, match, seats, seats with their players, two to tell each of two people,
        # and two for the notification of whoever is invited
        assert_at_most(15, statements.inside)

    def test_that_deals_takes_few(self):
        me, other = guests(2)
        good(me.post("/quick-match", {"preset": "scopa_classica"}), 201)
        with Statements() as statements:
            good(other.post("/quick-match", {"preset": "scopa_classica"}))
        assert statements.bounds == ["BEGIN", "COMMIT"]
        # Two of them for the notification of the seat taken, and two for that of the first turn.
        assert_at_most(25, statements.inside)
