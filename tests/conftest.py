"""What every test run has in common: which services it is on, and an honest account of it.

The same suite runs on SQLite and, with DATABASE_URL and REDIS_URL set, on PostgreSQL and Redis.
Tests marked `postgres` or `redis` are left out, and counted, where theirs is not there.
"""

import os
import sqlite3
import time
from collections import Counter
from urllib.parse import urlsplit

import hypothesis
import psycopg
import pytest
import redis
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.utils import translation

from scopa_site import celery_app, tracing
from scopa_site.counting.counters import ask_again

MARKERS = ("postgres", "redis")
# How long a test of a limit takes, and much more.
_TEST_SECONDS = 15
REQUEST_ID = "5f0c7ad2b9e34d0c8a1f6e2b7c9d4e10"

hypothesis.settings.register_profile("here", deadline=None, print_blob=True)
hypothesis.settings.load_profile("here")


def on_postgres() -> bool:
    return settings.DATABASES["default"]["ENGINE"].endswith("postgresql")


def on_redis() -> bool:
    return bool(settings.REDIS_URL)


class Account:
    """Which marked tests ran, were skipped, or were left out; over all workers."""

    def __init__(self):
        self.left_out = Counter()
        self.ran = Counter()
        self.skipped = []

    def faults(self):
        """Return why this run does not count as one on PostgreSQL and Redis."""
        for there, name in ((on_postgres(), "PostgreSQL"), (on_redis(), "Redis")):
            if not there:
                yield f"{name} was not used"
        for marker in MARKERS:
            if not self.ran[marker]:
                yield f"no test marked {marker} ran"
        for test in self.skipped:
            yield f"skipped: {test}"


# One a process: some of the hooks below are not handed the configuration.
ACCOUNT = Account()


# --- hooks --------------------------------------------------------------------------------------


def pytest_configure():
    # Workers in threads of a test end with it, and their connections with them.
    settings.CELERY_DB_REUSE_MAX = 0
    # On every database alike; the tests of the second factor ask for it.
    settings.STAFF_TWO_FACTOR = False
    if on_redis():
        _use_own_redis_database()


def _use_own_redis_database():
    """Give each worker process its own numbered database: queues and counters must not mix."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker is None:
        return
    given = urlsplit(settings.REDIS_URL)
    number = int(given.path.strip("/") or 0) + int(worker.removeprefix("gw")) + 1
    url = given._replace(path=f"/{number}").geturl()
    os.environ["REDIS_URL"] = url  # for the processes that tests start
    settings.REDIS_URL = settings.CELERY_BROKER_URL = celery_app.conf.broker_url = url
    settings.CACHES["default"]["LOCATION"] = url


def pytest_collection_modifyitems(config, items):
    there = {"postgres": on_postgres(), "redis": on_redis()}
    kept, left_out = [], []
    for item in items:
        marks = [marker for marker in MARKERS if item.get_closest_marker(marker)]
        item.user_properties += [("service", marker) for marker in marks]
        if all(there[marker] for marker in marks):
            kept.append(item)
        else:
            left_out.append(item)
            ACCOUNT.left_out.update(marks)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept


def pytest_runtest_logreport(report):
    if report.skipped and not hasattr(report, "wasxfail"):
        ACCOUNT.skipped.append(report.nodeid)
    elif report.when == "call":
        ACCOUNT.ran.update(value for name, value in report.user_properties if name == "service")


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    # Each worker collects everything, so one account of what was left out is the account of all.
    left_out = getattr(node, "workeroutput", {}).get("left_out")
    if left_out is not None:
        ACCOUNT.left_out = Counter(left_out)


def pytest_sessionfinish(session):
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["left_out"] = dict(ACCOUNT.left_out)
    elif _must_use_services(session.config) and list(ACCOUNT.faults()):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter, config):
    terminalreporter.section("services")
    terminalreporter.write_line(f"This run was on {_describe_services()}.")
    for marker in MARKERS:
        terminalreporter.write_line(
            f"Tests marked {marker}: {ACCOUNT.ran[marker]} ran,"
            f" {ACCOUNT.left_out[marker]} left to a run with that service."
        )
    if _must_use_services(config):
        for fault in ACCOUNT.faults():
            terminalreporter.write_line(f"FAILED: services are required here; {fault}", red=True)


def _must_use_services(config):
    if config.option.collectonly:
        return False
    return os.environ.get("REQUIRE_SERVICES") == "1" and (on_postgres() or on_redis())


def _describe_services():
    database, broker = f"SQLite {sqlite3.sqlite_version}", "the in-memory broker"
    if on_postgres():
        with psycopg.connect(os.environ["DATABASE_URL"]) as server:
            database = f"PostgreSQL {server.info.parameter_status('server_version')}"
    if on_redis():
        with redis.Redis.from_url(settings.REDIS_URL) as client:
            broker = f"Redis {client.info('server')['redis_version']}"
    return f"{database} and {broker}"


# --- fixtures -----------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix, tmp_path_factory
) -> None:
    """Keep SQLite's test database in a file of this process, so that two runs can go at once."""
    if connection.vendor == "sqlite":
        name = tmp_path_factory.mktemp("database") / "test.sqlite3"
        connection.settings_dict["TEST"]["NAME"] = str(name)


@pytest.fixture(autouse=True)
def _english():
    """Begin each test in English: commands leave the language of their user behind."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def _one_request_id(request, monkeypatch):
    """Name all requests alike: many tests hold whole answers against one another.

    Not where a test asks for ids as they are, by the marker `own_request_ids`.
    """
    if not request.node.get_closest_marker("own_request_ids"):
        monkeypatch.setattr(tracing, "new_request_id", lambda: REQUEST_ID)


@pytest.fixture(autouse=True)
def _no_limits_left_over():
    """Forget the counters of the test before, and that they may have been away."""
    ask_again()
    if not on_redis():
        cache.clear()
        return
    # Not a flush: the queues of a worker that outlives one test are in the same database.
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        for key in client.scan_iter(cache.make_key("*")):
            client.delete(key)


@pytest.fixture
def limits_lifted(settings):
    """Let a test ask as often as it likes, as under `make run`: whole matches by one player."""
    settings.SCOPA_LIMITS_LIFTED = True


@pytest.fixture
def one_window():
    """Begin well inside a minute, so that no window of a limit ends during the test."""
    left = 60 - time.time() % 60
    if left < _TEST_SECONDS:
        time.sleep(left)


@pytest.fixture
def deployment_environment():
    """Return the environment with which another process works on this test's own database.

    Only for tests marked `postgres` and `redis`, whose data is committed (`transaction=True`).
    """
    assert on_postgres()
    assert on_redis()
    database = urlsplit(os.environ["DATABASE_URL"])
    name = connection.settings_dict["NAME"]
    return {**os.environ, "DATABASE_URL": database._replace(path=f"/{name}").geturl()}
