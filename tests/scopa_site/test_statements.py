"""Writes whose SQL is made once."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scopa_site.outbox.models import Effect
from scopa_site.statements import update_rows

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


def effects(count):
    rows = [
        Effect(topic="t", dedupe_key=str(number), payload={"n": number}, created_at=NOW)
        for number in range(count)
    ]
    return Effect.objects.bulk_create(rows)


class TestManyRows:
    def test_are_written_in_one_statement_each_with_its_own(self):
        rows = effects(3)
        rows[0].done_at, rows[0].attempts = NOW, 7
        rows[1].done_at, rows[1].payload = NOW + timedelta(hours=1), {"a": [1, None]}
        rows[2].last_error = "'; --"
        with CaptureQueriesContext(connection) as queries:
            update_rows(rows, "done_at", "attempts", "payload", "last_error")
        assert len(queries) == 1
        for row in rows:
            stored = Effect.objects.get(pk=row.pk)
            assert (stored.done_at, stored.attempts) == (row.done_at, row.attempts)
            assert (stored.payload, stored.last_error) == (row.payload, row.last_error)

    def test_keep_what_is_not_named_and_leave_other_rows_alone(self):
        first, second = effects(2)
        first.topic, first.attempts = "other", 1
        update_rows([first], "attempts")
        first.refresh_from_db()
        second.refresh_from_db()
        assert (first.topic, first.attempts, second.attempts) == ("t", 1, 0)

    def test_may_be_none(self):
        with CaptureQueriesContext(connection) as queries:
            update_rows([], "attempts")
        assert len(queries) == 0

    def test_that_are_gone_are_passed_over(self):
        first, second = effects(2)
        Effect.objects.filter(pk=first.pk).delete()
        first.attempts = second.attempts = 3
        update_rows([first, second], "attempts")
        assert list(Effect.objects.values_list("attempts", flat=True)) == [3]
