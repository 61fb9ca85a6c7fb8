"""The service is broken in one way of each kind, while people play on it."""

import os
import subprocess
import sys

import pytest

from scopa_site.env import BASE_DIR

# It starts servers of its own, to kill them; the marks leave it to the run that has programs for
# them. So it takes nothing of the environment of these tests.
pytestmark = [pytest.mark.postgres, pytest.mark.redis]

_WITHIN_SECONDS = 180


class TestTheSlice:
    @pytest.mark.timeout(2 * _WITHIN_SECONDS)
    def test_breaks_no_promise(self):
        done = subprocess.run(
            [sys.executable, "-m", "chaos", "--slice"],
            cwd=BASE_DIR,
            env={"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert "No violation." in done.stdout
