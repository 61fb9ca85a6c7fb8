"""The measurement of moves over HTTP runs and reports. No figure is asserted here."""

import os
import re
import subprocess
import sys

import pytest

from scopa_site.env import BASE_DIR

pytestmark = [pytest.mark.postgres, pytest.mark.redis]

TINY = [
    "--seconds", "1", "--rounds", "1", "--clients", "1", "2", "--rows", "50", "--stages", "36",
    "--no-claim",
]  # fmt: skip


class TestTheMeasurementOfMoves:
    """`bench/http_moves.py`, with numbers too small to mean anything."""

    def test_measures_both_servers_beside_the_limit(self, tmp_path):
        env = {**os.environ, "SCOPA_DATA_DIR": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "bench/http_moves.py", *TINY], cwd=BASE_DIR, env=env,
            capture_output=True, text=True, check=False, timeout=200,
        )  # fmt: skip

        assert done.returncode == 0, done.stderr
        assert "fsync on, synchronous_commit on" in done.stdout
        for program in ("pgbench", "gunicorn", "granian"):
            for clients in (1, 2):
                assert re.search(rf"^{program} +{clients} +[1-9]", done.stdout, re.M), done.stdout
        assert re.search(r"The best share at 2 clients is \d+\.\d%", done.stdout)
        assert re.search(r"^\d+\.\d statements a move", done.stdout, re.M)
