"""One clock for all decisions."""

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.queries import caller_for_token
from players.services import create_guest
from scopa_site import time
from scopa_site.env import BASE_DIR
from scopa_site.transactions import one_transaction
from tests.conftest import on_postgres

pytestmark = pytest.mark.django_db(transaction=True)


class TestNow:
    def test_is_aware_and_in_utc(self):
        assert time.now().utcoffset() == timedelta(0)
        assert abs(time.now() - datetime.now(UTC)) < timedelta(minutes=1)

    def test_goes_on_within_a_transaction(self):
        with one_transaction():
            first = time.now()
            assert time.now() > first

    @pytest.mark.postgres
    def test_is_that_of_the_database(self):
        with CaptureQueriesContext(connection) as queries:
            time.now()
        assert [query["sql"] for query in queries] == ["SELECT clock_timestamp()"]

    def test_is_moved_by_a_file_on_this_machine_alone(self, settings, tmp_path):
        settings.CLOCK_OFFSET_FILE = tmp_path / "offset"
        assert time.now() - datetime.now(UTC) < timedelta(minutes=1)
        settings.CLOCK_OFFSET_FILE.write_text("86400\n")
        moved = time.now() - datetime.now(UTC) > timedelta(hours=23)
        assert moved is not on_postgres()


class TestTheArrival:
    def test_comes_with_the_token_in_one_statement(self):
        session = create_guest(now=time.now())
        before = time.now()
        with CaptureQueriesContext(connection) as queries:
            caller = caller_for_token(session.token)
        assert len(queries) == 1
        assert caller.player.pk == session.player.pk
        assert before <= caller.arrived_at <= time.now()
        assert caller.arrived_at.utcoffset() == timedelta(0)


class TestADeployment:
    def test_refuses_to_start_with_a_clock_that_can_be_moved(self):
        env = {
            **os.environ,
            "SECRET_KEY": "only-to-read-the-settings",
            "DATABASE_URL": "postgres://nobody@localhost/none",
            "REDIS_URL": "redis://localhost/0",
            "CLOCK_OFFSET_FILE": "/nowhere",
        }
        done = subprocess.run(
            [sys.executable, "-c", "import scopa_site.settings"],
            env=env,
            cwd=BASE_DIR,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode != 0
        assert "CLOCK_OFFSET_FILE is for tests" in done.stderr
