"""The heartbeat of a web process: it beats at once and on, and only where requests are served."""

import os
import subprocess
import sys
import time

import pytest

from games.liveness import Heart
from games.services.outages import WEB
from scopa_site.outbox.claims import last_beat


@pytest.fixture
def heart():
    heart = Heart(period=0.05)
    yield heart
    heart.stop()


def wait_for(happened):
    until = time.monotonic() + 10
    while not happened():
        assert time.monotonic() < until, "it never happened"
        time.sleep(0.02)


@pytest.mark.django_db(transaction=True)
class TestTheHeart:
    def test_beats_at_once_and_goes_on(self, heart):
        heart.start()
        wait_for(lambda: last_beat(WEB) is not None)
        first = last_beat(WEB)
        wait_for(lambda: last_beat(WEB) > first)

    def test_beats_no_more_once_it_has_stopped(self, heart):
        heart.start()
        wait_for(lambda: last_beat(WEB) is not None)
        heart.stop()
        last = last_beat(WEB)
        time.sleep(0.2)
        assert last_beat(WEB) == last


class TestAProcess:
    """What is begun where the application is loaded to serve, and nowhere else."""

    @pytest.fixture
    def begun(self, tmp_path):
        """Run code in a process with data of its own; return the words that it prints."""
        here = {name: os.environ[name] for name in os.environ if not name.endswith("_URL")}

        def run(code):
            done = subprocess.run(
                [sys.executable, "-c", code],
                env={**here, "SCOPA_DATA_DIR": str(tmp_path)},
                capture_output=True,
                text=True,
                timeout=60,
                check=True,
            )
            return done.stdout.split()

        return run

    def test_beats_if_it_serves(self, begun):
        code = (
            "import threading\n"
            "import scopa_site.wsgi\n"
            "print(*[each.name for each in threading.enumerate()])"
        )
        assert "heartbeat" in begun(code)

    def test_does_not_if_it_runs_a_command(self, begun):
        code = (
            "import os, threading\n"
            "os.environ['DJANGO_SETTINGS_MODULE'] = 'scopa_site.settings'\n"
            "import django\n"
            "django.setup()\n"
            "print('up', *[each.name for each in threading.enumerate()])"
        )
        threads = begun(code)
        assert "up" in threads
        assert "heartbeat" not in threads
