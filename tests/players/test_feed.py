"""One sequence of events for each player, without a gap."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from players.errors import CursorExpired, CursorUnknown
from players.models import Feed
from players.queries import events_after, feed_position, latest_cursor, read_cursor
from players.services import NewEvent, lock_feeds, mark_read, publish, trim_feeds
from players.services.feed import KEPT
from tests.players.accounts import NOW, signed_up
from tests.players.feeds import MATCH, tell, told

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    return signed_up("anna").player.pk


@pytest.fixture
def bruno():
    return signed_up("bruno").player.pk


def seqs(page):
    return [event.seq for event in page.events]


class TestANewPlayer:
    def test_has_a_feed_however_they_came(self):
        players = get_user_model()
        made = [
            signed_up("carla").player,
            players.objects.create_user("dario", password="x"),
            players.objects.create_superuser("elena", password="x"),
            players.objects.create(username="fabio", display_name="Fabio"),
        ]
        assert {feed.pk for feed in Feed.objects.all()} == {player.pk for player in made}

    def test_gets_no_second_feed_by_being_changed(self, anna):
        player = get_user_model().objects.get(pk=anna)
        player.display_name = "Anna B."
        player.save()
        assert Feed.objects.count() == 1

    def test_has_been_told_nothing(self, anna):
        assert latest_cursor(anna) == 0
        assert events_after(anna, 0, 50).events == []


class TestPublish:
    def test_numbers_the_events_of_each_player_from_one(self, anna, bruno):
        tell(anna, bruno, type="match.started")
        tell(bruno, type="match.your_turn")

        assert told(anna) == [(1, "match.started")]
        assert told(bruno) == [(1, "match.started"), (2, "match.your_turn")]

    def test_keeps_the_order_in_which_they_are_given(self, anna, bruno):
        tell(anna, bruno, anna, anna, bruno)
        with transaction.atomic():
            publish(
                [NewEvent(anna, "a"), NewEvent(bruno, "b"), NewEvent(anna, "c")],
                now=NOW,
            )

        assert told(anna)[3:] == [(4, "a"), (5, "c")]
        assert told(bruno)[2:] == [(3, "b")]

    def test_keeps_what_it_is_told(self, anna):
        data = {"plays": [{"card": "7D", "scopa": True}], "version": 3, "text": "così “è” %s"}
        with transaction.atomic():
            publish([NewEvent(anna, "match.moved", MATCH, data)], now=NOW)

        (event,) = events_after(anna, 0, 1).events
        assert (event.type, event.subject, event.data) == ("match.moved", MATCH, data)
        assert event.created_at == NOW

    def test_needs_two_statements_for_all(self, anna, bruno, django_assert_num_queries):
        with transaction.atomic(), django_assert_num_queries(2):
            publish([NewEvent(anna, "a"), NewEvent(bruno, "b"), NewEvent(anna, "c")], now=NOW)

    def test_locks_others_without_telling_them(self, anna, bruno, django_assert_num_queries):
        with transaction.atomic(), django_assert_num_queries(2):
            publish([NewEvent(anna, "a")], now=NOW, locking=[bruno, anna])
        assert (told(anna), told(bruno)) == ([(1, "a")], [])
        assert latest_cursor(bruno) == 0

    def test_does_nothing_for_nobody(self, django_assert_num_queries):
        with django_assert_num_queries(0):
            publish([], now=NOW)

    def test_is_undone_with_its_transaction(self, anna):
        with transaction.atomic():
            publish([NewEvent(anna, "lost")], now=NOW)
            transaction.set_rollback(True)
        tell(anna, type="kept")
        assert told(anna) == [(1, "kept")]

    def test_refuses_a_player_who_is_not_there(self, anna):
        with pytest.raises(Feed.DoesNotExist, match="-1"), transaction.atomic():
            publish([NewEvent(anna, "a"), NewEvent(-1, "a")], now=NOW)
        assert told(anna) == []


@pytest.mark.django_db(transaction=True)
class TestOutsideATransaction:
    def test_refuses_to_publish(self, anna):
        with pytest.raises(transaction.TransactionManagementError):
            publish([NewEvent(anna, "a")], now=NOW)
        assert told(anna) == []

    def test_refuses_to_lock(self, anna):
        with pytest.raises(transaction.TransactionManagementError):
            lock_feeds([anna])


class TestReading:
    def test_goes_on_after_the_cursor(self, anna):
        tell(*[anna] * 5)

        page = events_after(anna, 2, 2)

        assert (seqs(page), page.cursor) == ([3, 4], 4)

    def test_stays_where_it_is_when_there_is_nothing_new(self, anna):
        tell(anna)
        assert events_after(anna, 1, 10).cursor == 1

    def test_shows_nothing_of_another_player(self, anna, bruno):
        tell(bruno, bruno)
        assert events_after(anna, 0, 10).events == []

    def test_refuses_a_cursor_of_the_future(self, anna):
        tell(anna)
        with pytest.raises(CursorUnknown):
            events_after(anna, 2, 10)

    @pytest.mark.parametrize(
        "text", ["", "-1", "+1", "01", "1.0", "x", " 1", "1 ", "१", "9" * 19, "1\n"]
    )
    def test_refuses_a_cursor_that_was_never_given_out(self, text):
        with pytest.raises(CursorUnknown):
            read_cursor(text)

    def test_takes_one_query_where_there_is_something_new(self, anna, django_assert_num_queries):
        tell(anna)
        with django_assert_num_queries(1):
            events_after(anna, 0, 10)


class TestResuming(TestCase):
    """From any cursor, in pages of any size, a reader gets exactly the rest."""

    @settings(max_examples=40)
    @given(
        batches=st.lists(st.integers(1, 5), max_size=8),
        start=st.integers(0, 40),
        limits=st.lists(st.integers(1, 7), min_size=1, max_size=5),
    )
    def test_gives_exactly_the_rest(self, batches, start, limits):
        anna = signed_up().player.pk
        for batch in batches:
            tell(*[anna] * batch)
        last = sum(batches)
        cursor = start = min(start, last)
        read = []
        while cursor < last:
            limit = limits[len(read) % len(limits)]
            page = events_after(anna, cursor, limit)
            assert len(page.events) == min(limit, last - cursor)
            read += seqs(page)
            cursor = page.cursor
        assert read == list(range(start + 1, last + 1))

    @settings(max_examples=30)
    @given(ages=st.lists(st.integers(0, 28), max_size=12), cursor=st.integers(0, 12))
    def test_gives_the_rest_or_says_that_it_cannot_after_a_trim(self, ages, cursor):
        anna = signed_up().player.pk
        for age in sorted(ages, reverse=True):
            tell(anna, now=NOW - timedelta(days=age))
        gone = sum(timedelta(days=age) > KEPT for age in ages)
        assert trim_feeds(now=NOW) == gone
        if cursor > len(ages):
            with pytest.raises(CursorUnknown):
                events_after(anna, cursor, 50)
        elif cursor < gone:
            with pytest.raises(CursorExpired):
                events_after(anna, cursor, 50)
        else:
            assert seqs(events_after(anna, cursor, 50)) == list(range(cursor + 1, len(ages) + 1))


class TestTrimming:
    def test_deletes_what_is_older_than_it_is_kept(self, anna, bruno):
        tell(anna, bruno, now=NOW - KEPT - timedelta(seconds=1))
        tell(anna, now=NOW - KEPT)

        assert trim_feeds(now=NOW) == 2
        assert told(anna) == [(2, "match.started")]
        assert told(bruno) == []

    def test_goes_on_counting_afterwards(self, anna):
        tell(anna, now=NOW - 2 * KEPT)
        trim_feeds(now=NOW)
        tell(anna)

        assert told(anna) == [(2, "match.started")]
        assert seqs(events_after(anna, 1, 10)) == [2]

    def test_says_that_a_cursor_has_expired_when_all_is_deleted(self, anna):
        tell(anna, anna, now=NOW - 2 * KEPT)
        trim_feeds(now=NOW)

        assert events_after(anna, 2, 10).events == []
        with pytest.raises(CursorExpired):
            events_after(anna, 1, 10)

    def test_leaves_no_gap_where_times_do_not_follow_the_numbers(self, anna):
        ages = [20, 10, 20, 10]
        for age in ages:
            tell(anna, now=NOW - timedelta(days=age))

        assert trim_feeds(now=NOW) == 1
        assert [seq for seq, _type in told(anna)] == [2, 3, 4]

    def test_may_run_twice(self, anna):
        tell(anna, now=NOW - 2 * KEPT)
        assert (trim_feeds(now=NOW), trim_feeds(now=NOW)) == (1, 0)

    def test_takes_more_players_than_one_round(self, monkeypatch):
        monkeypatch.setattr("players.services.feed._TRIMMED_AT_ONCE", 2)
        players = [signed_up().player.pk for _ in range(5)]
        tell(*players, now=NOW - 2 * KEPT)
        assert trim_feeds(now=NOW) == 5

    def test_leaves_what_was_read_as_it_was(self, anna):
        tell(anna, anna, now=NOW - 2 * KEPT)
        mark_read(player_id=anna, cursor=1)
        trim_feeds(now=NOW)
        assert feed_position(anna).unread == 1


class TestMarkingAsRead:
    def test_counts_the_rest_as_unread(self, anna):
        tell(anna, anna, anna)
        assert mark_read(player_id=anna, cursor=2) == 2
        assert feed_position(anna).unread == 1

    def test_never_goes_back(self, anna):
        tell(anna, anna)
        mark_read(player_id=anna, cursor=2)
        assert mark_read(player_id=anna, cursor=1) == 2

    def test_refuses_what_is_yet_to_come(self, anna):
        tell(anna)
        with pytest.raises(CursorUnknown):
            mark_read(player_id=anna, cursor=2)
        assert feed_position(anna).seen == 0


@pytest.mark.django_db(transaction=True)
class TestTheMigration:
    def test_gives_feeds_to_those_who_are_here(self):
        executor = MigrationExecutor(connection)
        latest = executor.loader.graph.leaf_nodes()
        try:
            executor.migrate([("players", "0001_initial")])
            with connection.cursor() as cursor:
                cursor.execute(
                    "INSERT INTO players_player (password, is_superuser, is_staff, is_active,"
                    " date_joined, email, public_id, username, display_name, language, time_zone,"
                    " is_guest)"
                    " VALUES ('', %s, %s, %s, %s, '', %s, 'gina', 'Gina', 'it', 'UTC', %s)",
                    [False, False, True, NOW, str(UUID(int=7).hex), False],
                )
            executor = MigrationExecutor(connection)
            executor.migrate(latest)
            assert [feed.last_seq for feed in Feed.objects.filter(player__username="gina")] == [0]
        finally:
            MigrationExecutor(connection).migrate(latest)
