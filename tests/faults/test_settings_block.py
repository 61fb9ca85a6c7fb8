"""The settings of the queue hold together, so they are tested as a block."""

import ast
import json
import os
import subprocess
import sys

import pytest

from games import jobs, tasks
from games.services.ai_turns import ATTEMPTS, LEASE
from scopa_site import celery_app
from scopa_site.env import BASE_DIR

# Measured as a whole; docs/adr/0003-rows-are-the-work.md argues each.
BLOCK = {
    "broker_transport_options": {
        "visibility_timeout": 60,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_timeout": 1,
        "socket_connect_timeout": 1,
        "retry_on_timeout": False,
        "health_check_interval": 10,
        "max_retries": 0,
    },
    "visibility_timeout": 60,
    "result_backend": None,
    "task_ignore_result": True,
    "task_acks_late": True,
    "task_reject_on_worker_lost": True,
    "task_acks_on_failure": True,
    "task_acks_on_timeout": True,
    "task_time_limit": 10,
    "task_soft_time_limit": 7,
    "worker_prefetch_multiplier": 1,
    "worker_max_tasks_per_child": 500,
    "task_publish_retry": False,
    "broker_connection_max_retries": None,
    "broker_connection_retry_on_startup": True,
    "accept_content": ["json"],
    "task_serializer": "json",
    "worker_soft_shutdown_timeout": 8,
    "worker_send_task_events": False,
}
_DEPLOYMENT = {
    "SECRET_KEY": "only-to-read-the-settings",
    "DATABASE_URL": "postgres://nobody@localhost/none",
    "REDIS_URL": "redis://localhost/0",
    "ALLOWED_HOSTS": "localhost",
}
_READ = f"""
import json
from scopa_site.celery import app
print(json.dumps({{name: app.conf[name] for name in {sorted(BLOCK)!r}}}))
"""


@pytest.fixture(scope="module")
def deployed():
    """Return the block as Celery reads it in a deployment. Nothing is contacted."""
    done = subprocess.run(
        [sys.executable, "-c", _READ], env={**os.environ, **_DEPLOYMENT}, cwd=BASE_DIR,
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return json.loads(done.stdout)


class TestTheBlock:
    """What Celery ends up with, not what the file says."""

    def test_equals_the_measured_numbers_in_a_deployment(self, deployed):
        assert deployed == BLOCK

    def test_differs_only_by_the_broker_without_redis(self):
        here = {name: celery_app.conf[name] for name in BLOCK}
        broker = here.pop("broker_transport_options")
        assert here == {name: value for name, value in BLOCK.items() if name in here}
        assert broker in (BLOCK["broker_transport_options"], {"polling_interval": 0.02})


class TestTheAiTurn:
    """The limits stand in an order: soft, hard, lease; then the sweep."""

    def test_has_two_seconds_then_three_then_the_lease(self):
        task = tasks.ai_turn
        assert (task.soft_time_limit, task.time_limit) == (2, 3)
        assert LEASE.total_seconds() == 4
        assert ATTEMPTS == 5

    def test_is_swept_every_two_seconds(self):
        entries = {entry["task"]: entry for entry in celery_app.conf.beat_schedule.values()}
        assert entries[jobs.SWEEP_AI_TURNS]["schedule"] == 2

    def test_is_never_put_off_by_the_broker(self):
        """A message held back beyond the visibility timeout is copied and runs twice."""
        assert list(put_off()) == []

    def test_would_be_seen_put_off(self):
        assert list(names_in("task.apply_async(countdown=3)")) == ["countdown"]


def put_off():
    for package in ("games", "players", "scopa_site"):
        for path in sorted((BASE_DIR / package).rglob("*.py")):
            for name in names_in(path.read_text()):
                yield f"{path.relative_to(BASE_DIR)}: {name}"


def names_in(source):
    """Yield each keyword argument by which Celery would delay a task."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.keyword) and node.arg in {"eta", "countdown"}:
            yield node.arg
