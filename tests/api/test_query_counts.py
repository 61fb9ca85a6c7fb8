"""How many SQL statements a call takes, those that begin and end its transaction among them.

Two of those of a move tell the people at the table: the feeds are counted on, the events written.
Two more write down what a person is to be notified of, and the deliveries: not where a computer is
on turn next.
"""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import services
from games.models import Tally
from tests.api.callers import GREEDY, ME, OPEN, Caller, good, guest, guests, invited
from tests.api.playing import steps, table_of
from tests.api.tables import two_players

# Committed data, so that BEGIN and COMMIT are really sent, and counted.
pytestmark = pytest.mark.django_db(transaction=True)

SUM = ["3D", "4C", "9B", "10D"]
_BOUNDS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


class Statements:
    """What was sent to the database during a block."""

    def __enter__(self):
        self._capture = CaptureQueriesContext(connection)
        self._capture.__enter__()
        return self

    def __exit__(self, *error):
        self._capture.__exit__(*error)
        self.all = [query["sql"] for query in self._capture.captured_queries]

    @property
    def inside(self):
        """The statements but for those that begin or end a transaction."""
        return [sql for sql in self.all if not sql.startswith(_BOUNDS)]

    @property
    def bounds(self):
        return [sql.split()[0] for sql in self.all if sql.startswith(_BOUNDS)]


def assert_at_most(limit, sent):
    assert len(sent) <= limit, "\n".join(sent)


class TestAMove:
    def test_with_an_ai_to_follow_takes_at_most_ten_statements_all_in(self):
        table = two_players(["7S"], table=SUM, ai="greedy")
        with Statements() as statements:
            view = good(table.play(1, ply=0, card="7S", capture=["3D", "4C"]), 201)
        assert view["seats"][view["turn"]["seat"]]["type"] == "ai"
        assert statements.bounds == ["BEGIN", "COMMIT"]
        assert_at_most(10, statements.all)

    def test_between_people_takes_one_more_with_the_notification(self):
        table = two_players(["7S"], table=SUM)
        with Statements() as statements:
            good(table.play(1, ply=0, card="7S"), 201)
        assert_at_most(11, statements.all)

    def test_takes_no_more_in_a_match_whose_creator_holds_no_seat(self):
        organiser, player = guests(2)
        view = organiser.create(seats=[invited(player), GREEDY])
        table = table_of(player.join(view["id"]), [player, None])
        view = table.view(0)
        if view["turn"]["seat"] == 1:
            services.run_ai_turn(match_pk=table.pk, ply=0, now=timezone.now())
            view = table.view(0)
        with Statements() as statements:
            good(table.play(0, ply=view["ply"], **view["legal_moves"][0]), 201)
        assert_at_most(10, statements.all)

    def test_takes_no_more_with_four_seats(self):
        player = guest()
        table = table_of(
            player.create("scopone", seats=[ME, GREEDY, GREEDY, GREEDY]), [player, None, None, None]
        )
        for view in steps(table):
            if view["turn"]["seat"] == 0:
                break
        with Statements() as statements:
            good(table.play(0, ply=view["ply"], **view["legal_moves"][0]), 201)
        assert_at_most(10, statements.all)

    def test_that_ends_a_deal_and_deals_the_next_takes_ten_beside_its_transaction(self):
        player = guest()
        view = player.create(
            "scopa_in_tre",
            seats=[ME, GREEDY, GREEDY],
            rules={"deal.first_dealer": "seat_0"},
            auto_play_forced=False,
        )
        table = table_of(view, [player, None, None])
        for view in steps(table):
            if view["ply"] == 35:  # the dealer, seat 0, has the last card
                break
        with Statements() as statements:
            after = good(table.play(0, ply=35, **view["legal_moves"][0]), 201)
        assert after["deal"]["number"] == 2
        assert after["seats"][after["turn"]["seat"]]["type"] == "ai"
        assert statements.bounds == ["BEGIN", "COMMIT"]
        assert_at_most(10, statements.inside)

    def test_that_ends_a_match_takes_no_more_after_many_others(self):
        sent = []
        one, other = guests(2)
        for _ in range(3):
            view = one.create(seats=[ME, invited(other)])
            other.join(view["id"])
            with Statements() as statements:
                good(one.post(f"/matches/{view['id']}/resign", {}))
            sent.append(statements.inside)
            Tally.objects.update(matches=10_000, won=0, lost=10_000, drawn=0, deals=90_000)
        # What is counted is read by its keys, and no other match is.
        assert len(sent[2]) == len(sent[1]) <= len(sent[0])
        assert_at_most(24, sent[2])

    def test_sent_again_takes_at_most_eight(self):
        table = two_players(["7S"], table=SUM, ai="greedy")
        move = {"ply": 0, "card": "7S", "capture": ["3D", "4C"]}
        good(table.play(1, **move), 201)
        with Statements() as statements:
            good(table.play(1, **move), 200)
        assert_at_most(8, statements.all)


class TestLooking:
    def test_at_a_match_takes_at_most_five(self):
        table = two_players(["7S"], table=SUM)
        with Statements() as statements:
            table.view(1)
        assert_at_most(5, statements.all)
        assert_at_most(3, statements.all)  # token, match, seats

    def test_at_a_match_of_somebody_without_a_seat_takes_at_most_five(self):
        organiser = guest()
        view = organiser.create("scopone", seats=[GREEDY] * 4)
        with Statements() as statements:
            organiser.look(view["id"])
        assert_at_most(5, statements.all)

    def test_at_the_moves_takes_at_most_five_however_many_they_are(self):
        table = two_players([], table=["1D", "2D", "3D", "4D"])
        for view in steps(table):
            if view["ply"] >= 40:
                break
        with Statements() as statements:
            assert len(table.callers[0].moves(table.id)["items"]) == view["ply"]
        assert_at_most(5, statements.all)


class TestARecord:
    def test_takes_at_most_six_however_long_the_match_is(self):
        table = two_players([], table=["1D", "2D", "3D", "4D"])
        for view in steps(table):
            if view["ply"] >= 40:
                break
        with Statements() as statements:
            good(table.callers[0].get(f"/matches/{table.id}/record"))
        assert_at_most(6, statements.all)  # token, match, seats, moves, packs, who gave up


class TestRules:
    @pytest.mark.parametrize("path", ["/rules/presets", "/rules/schema", "/decks"])
    def test_take_none(self, path):
        with Statements() as statements:
            good(Caller().get(path))
            good(Caller().post("/rules/validate", {"preset": "cirulla"}))
        assert statements.all == []


class TestAList:
    @pytest.mark.parametrize(
        "query",
        [{}, {"status": "active"}, {"awaiting": "me"}, {"joinable": "true"}, {"limit": "2"}],
        ids=str,
    )
    def test_takes_at_most_five_however_long_it_is(self, query):
        me, other = guests(2)
        for _ in range(4):
            me.create(seats=[ME, GREEDY])
            me.create("scopa_in_tre", seats=[ME, invited(other), OPEN])
            other.create(seats=[ME, OPEN])
            other.create(seats=[ME, invited(me)])
        with Statements() as statements:
            me.matches(**query)
        assert_at_most(5, statements.all)


class TestTheInbox:
    def test_takes_as_many_for_a_player_of_many_matches_as_for_one_of_few(self):
        sent = []
        me, other = guests(2)
        for matches in (1, 5):
            for _ in range(matches):
                view = other.create(seats=[ME, invited(me)], rules={"deal.first_dealer": "seat_0"})
                me.join(view["id"])
                finished = other.create(seats=[ME, invited(me)])
                me.join(finished["id"])
                good(other.post(f"/matches/{finished['id']}/resign", {}))
            with Statements() as statements:
                page = good(me.get("/me/notifications"))
            assert len({item["type"] for item in page["items"]}) >= 2
            sent.append(statements.all)
        assert len(sent[1]) == len(sent[0])
        # The token, the page, the unread, what waits; and of each type its words, and what is over.
        assert_at_most(24, sent[1])

    def test_takes_three_to_say_what_one_wants_to_be_told(self):
        player = guest()
        with Statements() as statements:
            good(player.get("/me/notification-preferences"))
        assert_at_most(3, statements.all)

    def test_takes_two_to_list_devices(self):
        player = guest()
        for number in range(3):
            device = {"provider": "fcm", "token": f"{number}"}
            good(player.send("PUT", f"/me/devices/d{number}", body=device), 201)
        with Statements() as statements:
            assert len(good(player.get("/me/devices"))["items"]) == 3
        assert_at_most(2, statements.all)


class TestTheCount:
    def test_sees_a_statement_too_many(self):
        table = two_players(["7S"], table=SUM)
        with Statements() as statements:
            for _ in range(2):
                table.view(1)
        with pytest.raises(AssertionError, match="SELECT"):
            assert_at_most(5, statements.all)
