"""Where a transaction begins and ends, in and outside of a request that encloses it."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from scopa_site.models import Heartbeat
from scopa_site.time import now
from scopa_site.transactions import enclosing_transaction, one_transaction

pytestmark = pytest.mark.django_db(transaction=True)

BOUNDS = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")


class Lost(Exception):
    """Raised by these tests."""


def write(name):
    Heartbeat.objects.create(name=name, beat_at=now())


def lose(name):
    write(name)
    raise Lost


def names():
    return set(Heartbeat.objects.values_list("name", flat=True))


def bounds(queries):
    return [word for query in queries if (word := query["sql"].split()[0]) in BOUNDS]


class TestOneTransaction:
    def test_commits_by_itself(self):
        rung = []
        with CaptureQueriesContext(connection) as queries, one_transaction():
            write("a")
            transaction.on_commit(lambda: rung.append(names()))
            assert rung == []
        assert rung == [{"a"}]
        assert bounds(queries) == ["BEGIN", "COMMIT"]

    def test_keeps_nothing_of_what_failed(self):
        with pytest.raises(Lost), one_transaction():
            lose("a")
        assert names() == set()

    def test_cannot_be_opened_inside_another_one_unseen(self):
        with pytest.raises(RuntimeError, match="durable"), one_transaction(), one_transaction():
            pass


class TestInsideAnEnclosingOne:
    def test_costs_no_statement_and_commits_with_it(self):
        rung = []
        with CaptureQueriesContext(connection) as queries, enclosing_transaction():
            with one_transaction():
                write("a")
                transaction.on_commit(lambda: rung.append(names()))
            with one_transaction():
                write("b")
            assert rung == []
        assert rung == [{"a", "b"}]
        assert bounds(queries) == ["BEGIN", "COMMIT"]

    def test_is_lost_with_it(self):
        def work():
            with one_transaction():
                write("a")
            raise Lost

        with pytest.raises(Lost), enclosing_transaction():
            work()
        assert names() == set()

    def test_takes_it_along_when_it_fails(self):
        def work():
            with pytest.raises(Lost), one_transaction():
                lose("a")
            write("b")

        with pytest.raises(transaction.TransactionManagementError), enclosing_transaction():
            work()
        assert names() == set()

    def test_can_fail_alone_where_its_service_lives_on(self):
        with enclosing_transaction():
            with pytest.raises(Lost), one_transaction(may_go_on=True):
                lose("a")
            with one_transaction(may_go_on=True):
                write("b")
        assert names() == {"b"}

    def test_is_over_when_the_enclosing_one_is(self):
        with pytest.raises(Lost), enclosing_transaction():
            raise Lost
        with CaptureQueriesContext(connection) as queries, one_transaction():
            pass
        assert bounds(queries) == ["BEGIN", "COMMIT"]
