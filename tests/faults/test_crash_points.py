"""A process that dies at a named point, as in a power cut, and what the next one finds."""

import json
import os
import subprocess
import sys

import pytest

from scopa_site import crash_points
from scopa_site.env import BASE_DIR

KILLED = 137

# One process of the service: prepare, or ask for a match under a key; say what is there.
_SERVICE = """
import json, os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "scopa_site.settings"
import django
django.setup()
from django.core.management import call_command
from django.test import Client
from scopa_site.celery import app
from scopa_site.time import now
app.conf.task_always_eager = False
if sys.argv[1] == "prepare":
    call_command("migrate", verbosity=0)
    from players.services import create_guest
    print(create_guest(now=now()).token)
else:
    answer = Client(SERVER_NAME="localhost").post(
        "/api/v1/matches",
        {"preset": "scopa_classica", "seats": [{"type": "me"}, {"type": "ai", "level": "random"}]},
        content_type="application/json",
        headers={"Authorization": "Bearer " + sys.argv[2], "Idempotency-Key": "k-1"},
    )
    from games.models import AiTurn, Match
    from scopa_site.models import IdempotencyRecord
    print(json.dumps({
        "status": answer.status_code, "id": answer.json().get("id"),
        "replayed": answer.get("Idempotency-Replayed"),
        "matches": Match.objects.count(), "replies": IdempotencyRecord.objects.count(),
    }))
"""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    """Return the folder of a service of its own, and a player's token."""
    folder = tmp_path_factory.mktemp("service")
    return folder, run(folder, "prepare").stdout.split()[-1]


def run(folder, *arguments, crash_at=None, once=None):
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    env = {**kept, "SCOPA_DATA_DIR": str(folder), "LOG_LEVEL": "ERROR"}
    if crash_at is not None:
        env |= {"SCOPA_CRASH_POINTS": "1", "SCOPA_CRASH_AT": crash_at}
    if once is not None:
        env["SCOPA_CRASH_ONCE"] = str(once)
    return subprocess.run(
        [sys.executable, "-c", _SERVICE, *arguments],
        env=env, cwd=BASE_DIR, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


class TestACrashBetweenEffectAndReply:
    """Effect and reply are one: the next process finds both, or neither."""

    def test_before_the_commit_leaves_neither_and_after_it_both(self, prepared):
        folder, token = prepared
        assert run(folder, "ask", token, crash_at="before_commit").returncode == KILLED
        assert run(folder, "ask", token, crash_at="after_commit").returncode == KILLED

        again = json.loads(run(folder, "ask", token).stdout)

        # The first crash left nothing, or this would be the second match.
        assert (again["status"], again["replayed"]) == (201, "true")
        assert (again["matches"], again["replies"]) == (1, 1)


class TestACrashPoint:
    def test_is_reached_once_where_a_file_counts(self, prepared, tmp_path):
        folder, token = prepared
        once = tmp_path / "crashed"
        died = run(folder, "ask", token, crash_at="before_commit", once=once)
        lived = run(folder, "ask", token, crash_at="before_commit", once=once)
        assert (died.returncode, lived.returncode) == (KILLED, 0)

    def test_is_not_armed_by_its_name_alone(self, monkeypatch):
        monkeypatch.setenv("SCOPA_CRASH_AT", "before_commit")
        assert crash_points.armed_at() is None
        crash_points.reach("before_commit")

    def test_has_a_name_that_is_known(self):
        with pytest.raises(ValueError, match="nowhere"):
            crash_points.reach("nowhere")

    @pytest.mark.parametrize("name", sorted(crash_points.NAMES - {"before_send"}))
    def test_is_somewhere_in_the_code(self, name):
        sources = (BASE_DIR / "scopa_site").rglob("*.py")
        assert any(f'reach("{name}")' in path.read_text() for path in sources)
