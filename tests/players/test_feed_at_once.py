"""Many publish to overlapping sets of players while each of these reads."""

import os
import random
import threading
from contextlib import contextmanager, nullcontext
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import OperationalError, connection, connections, transaction

from players.errors import CursorExpired
from players.models import Feed, FeedEvent
from players.queries import events_after
from players.services import NewEvent, lock_feeds, publish
from tests.concurrency.crowd import all_at_once
from tests.players.accounts import NOW, signed_up

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

PLAYERS = 10
WRITERS = 20
PUBLISHES = 1000


class Crowd:
    """Writers and readers at the same feeds, and what they saw."""

    def __init__(self, *, publishes=PUBLISHES, sabotage=nullcontext, sound=True):
        self.players = [signed_up().player.pk for _ in range(PLAYERS)]
        self.each = publishes // WRITERS
        self.sabotage = sabotage
        # Ways of publishing that need sound counters.
        self.lock_first, self.in_parts = (0.2, 0.2) if sound else (0, 0)
        self.published = []  # (player, writer, number), in no order
        self.failures = []
        self.seen = {player: [] for player in self.players}
        self.gaps = 0
        self._written = threading.Event()

    def run(self):
        readers = [self._reader(player) for player in self.players]
        threads = [threading.Thread(target=each) for each in [*readers, self._watcher]]
        for thread in threads:
            thread.start()
        answers = all_at_once([self._writer(number) for number in range(WRITERS)])
        self._written.set()
        for thread in threads:
            thread.join(60)
        self.failures += [answer for answer in answers if isinstance(answer, Exception)]
        return self

    def _writer(self, writer):
        def write():
            dice = random.Random(writer)
            # On a slow machine they may wait long; in a circle they would wait for ever.
            for limit in ("lock_timeout", "statement_timeout"):
                connection.cursor().execute(f"SET {limit} = '60s'")
            with self.sabotage():
                for number in range(self.each):
                    told = dice.choices(self.players, k=dice.randint(1, 5))
                    events = [
                        NewEvent(player, "told", None, {"writer": writer, "number": number})
                        for player in told
                    ]
                    with transaction.atomic():
                        if dice.random() < self.lock_first:
                            lock_feeds(told)
                        if dice.random() < self.in_parts:
                            publish(events[:1], now=NOW, locking=told)
                            publish(events[1:], now=NOW)
                        else:
                            publish(events, now=NOW)
                        if dice.random() < 0.5:
                            connection.cursor().execute("SELECT pg_sleep(0.002)")
                        undone = dice.random() < 0.05
                        transaction.set_rollback(undone)
                    if not undone:
                        self.published += [(player, writer, number) for player in told]

        return write

    def _reader(self, player):
        def read():
            cursor, last_round = 0, False
            try:
                while True:
                    try:
                        page = events_after(player, cursor, 7)
                    except CursorExpired:  # what follows the cursor is not there: passed by
                        self.gaps += 1
                        return
                    self.seen[player] += [
                        (event.seq, event.data["writer"], event.data["number"])
                        for event in page.events
                    ]
                    cursor = page.cursor
                    if last_round and not page.events:
                        return
                    last_round = self._written.wait(0.0 if page.events else 0.02)
            finally:
                connections.close_all()

        return read

    def _watcher(self):
        """See that at no moment a number is there and one before it is not."""
        try:
            while not self._written.wait(0.02):
                with connection.cursor() as cursor:
                    cursor.execute(
                        "SELECT count(*) FROM (SELECT player_id FROM players_feedevent"
                        " GROUP BY player_id HAVING max(seq) <> count(*)) AS torn"
                    )
                    self.gaps += cursor.fetchone()[0]
        finally:
            connections.close_all()


@contextmanager
def counters_that_are_not_locked():
    """Let the numbers be drawn in a transaction of their own, which ends at once."""
    name = connection.settings_dict["NAME"]
    url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
    with psycopg.connect(url, autocommit=True) as elsewhere:

        def execute(execute, sql, params, many, context):
            if "UPDATE players_feed SET" not in sql:
                return execute(sql, params, many, context)
            drawn = elsewhere.execute(sql, params).fetchall()
            ids, numbers = zip(*drawn, strict=True)
            instead = "SELECT * FROM unnest(%s::bigint[], %s::bigint[])"
            return execute(instead, [list(ids), list(numbers)], many, context)

        with connection.execute_wrapper(execute):
            yield


@contextmanager
def counters_locked_in_any_order():
    """Let each counter be moved by itself, in the order in which the players are named."""

    def execute(execute, sql, params, many, context):
        if "UPDATE players_feed SET" not in sql:
            return execute(sql, params, many, context)
        for player, more in zip(params[::2], params[1::2], strict=True):
            move = "UPDATE players_feed SET last_seq = last_seq + %s WHERE player_id = %s"
            execute(move, [more, player], False, context)
        read = "SELECT player_id, last_seq FROM players_feed WHERE player_id = ANY(%s)"
        return execute(read, [list(params[::2])], many, context)

    with connection.execute_wrapper(execute):
        yield


class TestTwentyWritersAtOnce:
    """1,000 publishes to overlapping sets of ten players, each of whom reads meanwhile."""

    def test_leave_no_gap_skip_nobody_and_never_wait_in_a_circle(self):
        crowd = Crowd().run()

        assert crowd.failures == []
        assert crowd.gaps == 0
        for player in crowd.players:
            stored = list(
                FeedEvent.objects.filter(player_id=player)
                .order_by("seq")
                .values_list("seq", "data__writer", "data__number")
            )
            assert [seq for seq, _writer, _number in stored] == list(range(1, len(stored) + 1))
            # Read while they were written, in pages: each once, in the same order.
            assert crowd.seen[player] == stored
            assert Feed.objects.get(pk=player).last_seq == len(stored)
        assert FeedEvent.objects.count() == len(crowd.published)

    def test_control_readers_pass_events_by_where_the_counters_are_not_locked(self):
        crowd = Crowd(publishes=400, sabotage=counters_that_are_not_locked, sound=False).run()

        assert crowd.gaps > 0

    def test_control_they_wait_in_a_circle_where_the_order_is_any(self):
        crowd = Crowd(publishes=400, sabotage=counters_locked_in_any_order).run()

        assert any(isinstance(failure, OperationalError) for failure in crowd.failures)
