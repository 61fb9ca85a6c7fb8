"""A player who loses three matches by the clock at the same moment has lost one."""

import re
import threading
from functools import partial

import pytest
from django.db import connection

from games import services
from games.models import Timeout
from players.models import RatedResult
from scopa_site.outbox.effects import run_effects
from tests.concurrency.crowd import PATIENCE, all_at_once
from tests.games.clocked import LATE, clocked
from tests.games.tables import people

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

_FEED_LOCK = re.compile(r'(SELECT .*FROM "players_feed".*) FOR UPDATE', re.DOTALL)


def claims():
    """Let one player run out of time at three tables; return how the others claim them."""
    late, *others = people(4)
    records = [clocked([other, late], rated=True, on_timeout="claim") for other in others]
    services.sweep_deadlines(now=LATE)
    return [
        partial(
            services.claim_timeout,
            match_id=record.match.public_id,
            player_id=other.pk,
            outcome="win",
            now=LATE,
        )
        for record, other in zip(records, others, strict=True)
    ]


def without_the_feed_lock(action, gate):
    """Return the action, for whom the feeds lock nothing until all have read: the control."""

    def run():
        waited = []

        def execute(execute, sql, params, many, context):
            stripped = sql if waited else _FEED_LOCK.sub(r"\1", sql)
            result = execute(stripped, params, many, context)
            if stripped != sql:
                waited.append(gate.wait(PATIENCE))
            return result

        with connection.execute_wrapper(execute):
            return action()

    return run


class TestThreeLostAtOnce:
    def test_count_once(self):
        all_at_once(claims())
        run_effects(clock=lambda: LATE)
        assert Timeout.objects.filter(serial=True).count() == 2
        assert RatedResult.objects.filter(annulled_at=None).count() == 1

    def test_control_without_the_lock_count_more_than_once(self):
        gate = threading.Barrier(3)
        all_at_once([without_the_feed_lock(action, gate) for action in claims()])
        run_effects(clock=lambda: LATE)
        assert RatedResult.objects.filter(annulled_at=None).count() > 1
