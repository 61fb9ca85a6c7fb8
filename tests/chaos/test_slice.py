"""The service is broken in one way of each kind, while people play on it."""

import os
import signal
import subprocess
import sys

import pytest

from chaos.processes import Part, wait_until
from scopa_site.env import BASE_DIR
from tests.chaos.alive import is_alive

# It starts servers of its own, to kill them; the marks leave it to the run that has programs for
# them. So it takes nothing of the environment of these tests.
pytestmark = [pytest.mark.postgres, pytest.mark.redis]

_WITHIN_SECONDS = 180
_COMMAND = [sys.executable, "-m", "chaos", "--slice"]
_ENV = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")}


class TestTheSlice:
    @pytest.mark.timeout(2 * _WITHIN_SECONDS)
    def test_breaks_no_promise(self):
        done = subprocess.run(
            _COMMAND,
            cwd=BASE_DIR,
            env=_ENV,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert "No violation." in done.stdout


class TestAnEndInTheMiddle:
    def test_leaves_no_process_behind(self, tmp_path):
        run = Part("chaos", _COMMAND, _ENV, tmp_path)
        run.start()
        try:
            # PostgreSQL with its own, Redis, two for the web, the worker, the beat, the events.
            wait_until(lambda: len(run.descendants()) > 12, within=90, what="all parts")
            started = run.descendants()
            os.kill(run.pid, signal.SIGTERM)
            run.process.wait(60)
        finally:
            run.kill_tree()
        assert run.process.returncode == 128 + signal.SIGTERM
        wait_until(lambda: not any(map(is_alive, started)), within=10, what="their end")
