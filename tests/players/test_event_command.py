"""`manage.py events`, as a deployment runs it."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack

import pytest
from django.db import connection

from scopa_site.env import BASE_DIR
from tests.players.accounts import signed_up
from tests.players.feeds import tell

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgres,
    pytest.mark.redis,
]

STREAM = "/api/v1/events/stream"


class TestTheCommand:
    @pytest.fixture
    def server(self, deployment_environment):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        running = subprocess.Popen(
            [sys.executable, "manage.py", "events", "--bind", f"127.0.0.1:{port}"],
            cwd=BASE_DIR, env=deployment_environment, start_new_session=True,
        )  # fmt: skip
        running.port = port
        yield running
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGKILL)
        running.wait()

    @pytest.fixture
    def connect(self, server):
        """Return a function that opens a stream; all of them are closed at the end."""
        with ExitStack() as opened:
            yield lambda token: opened.enter_context(self.stream(server, token))

    def stream(self, server, token):
        until = time.monotonic() + 60
        while True:
            try:
                client = socket.create_connection(("127.0.0.1", server.port), timeout=20)
                break
            except OSError:
                assert server.poll() is None
                assert time.monotonic() < until
                time.sleep(0.1)
        head = f"GET {STREAM} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}"
        client.sendall(f"{head}\r\n\r\n".encode())
        with client:  # the file keeps it open
            return client.makefile("rb")

    def until(self, stream, words):
        while words not in (line := stream.readline()):
            assert line, f"it ended before {words!r}"

    def test_holds_streams_on_two_connections_and_stops_with_them_open(self, server, connect):
        people = [signed_up() for _ in range(20)]
        streams = [connect(each.token) for each in people]
        for stream in streams:
            self.until(stream, b"retry: 3000")
        tell(*(each.player.pk for each in people))
        for stream in streams:
            self.until(stream, b"id: 1")
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*), count(*) FILTER (WHERE state <> 'idle') FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                " AND backend_type = 'client backend'"
            )
            connections, _busy = cursor.fetchone()
        assert connections <= 2

        begun = time.monotonic()
        server.send_signal(signal.SIGTERM)
        for stream in streams:
            assert stream.read().endswith(b"0\r\n\r\n")
        server.wait(10)
        assert time.monotonic() - begun < 5
