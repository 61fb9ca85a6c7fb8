"""What a newcomer gets: the one process tree of `make run`, from an empty data directory."""

import fcntl
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

from scopa_site.env import BASE_DIR

READY_WITHIN_SECONDS = 90
STOPS_WITHIN_SECONDS = 10
PLAYED_WITHIN_SECONDS = 150
SCRIPT = BASE_DIR / "tests" / "e2e" / "play_match.py"

HEALTHZ = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
GUEST_IN_CHUNKS = (
    b"POST /api/v1/auth/guest HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
)


def newcomer(data_dir, **more):
    """Return an environment in which nothing is set up but where the data goes."""
    own = {"PATH": os.environ["PATH"], "HOME": str(data_dir), "SCOPA_DATA_DIR": str(data_dir)}
    return own | more


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Serving:
    """A running `manage.py serve` in a process group of its own."""

    def __init__(self, data_dir, port, log, **more):
        self.base = f"http://127.0.0.1:{port}"
        self.log = log
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--port", str(port)],
                cwd=BASE_DIR, env=newcomer(data_dir, **more), stdin=subprocess.DEVNULL,
                stdout=output, stderr=output, start_new_session=True,
            )  # fmt: skip

    @property
    def said(self):
        return self.log.read_text()

    def wait_until_ready(self):
        until = time.monotonic() + READY_WITHIN_SECONDS
        while not self._is_ready():
            assert self.process.poll() is None, f"it ended: {self.said}"
            assert time.monotonic() < until, f"not ready: {self.said}"
            time.sleep(0.1)

    def _is_ready(self):
        try:
            with urllib.request.urlopen(f"{self.base}/readyz", timeout=5) as answer:  # noqa: S310
                return answer.status == 200
        except urllib.error.HTTPError as error:
            error.close()
            return False
        except OSError:
            return False

    def send(self, request, *, listen=True):
        """Send bytes as they are, and nothing more; return the whole answer."""
        address = ("127.0.0.1", int(self.base.rpartition(":")[2]))
        with socket.create_connection(address, timeout=10) as client:
            client.sendall(request)
            client.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: client.recv(65536), b"")) if listen else b""

    def wait_until_it_says(self, words):
        until = time.monotonic() + READY_WITHIN_SECONDS
        while words not in self.said:
            assert self.process.poll() is None, f"it ended: {self.said}"
            assert time.monotonic() < until, f"not a word of it: {self.said}"
            time.sleep(0.1)

    def interrupt(self):
        """Press Ctrl-C; return the exit status."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.process.wait(STOPS_WITHIN_SECONDS)

    def is_gone(self):
        """Tell whether no process of the group is left."""
        try:
            os.killpg(self.process.pid, 0)
        except ProcessLookupError:
            return True
        return False

    def kill(self):
        if not self.is_gone():
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def serving(data_dir: Path, name: str = "serve", **more: str):
    server = Serving(data_dir, free_port(), data_dir / f"{name}.log", **more)
    try:
        server.wait_until_ready()
        yield server
    finally:
        server.kill()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("newcomer")) as running:
        yield running


def play(base, preset):
    return subprocess.run(
        [sys.executable, str(SCRIPT), "--base", base, "--preset", preset, "--ai", "greedy"],
        capture_output=True, text=True, check=False, timeout=PLAYED_WITHIN_SECONDS,
    )  # fmt: skip


class TestAWholeMatchOverHttp:
    """The script knows the API and nothing else."""

    @pytest.mark.parametrize("preset", ["scopa_classica", "scopone_scientifico", "scopa_in_tre"])
    def test_is_played_to_its_end(self, server, preset):
        done = play(server.base, preset)

        assert done.returncode == 0, f"{done.stderr}\n{server.said}"
        assert "finished after" in done.stdout

    def test_is_refused_in_words_when_there_is_no_such_game(self, server):
        done = play(server.base, "briscola")

        assert done.returncode == 1
        assert done.stderr.startswith("FAILED: no preset 'briscola'")

    def test_is_refused_in_words_when_nobody_serves(self):
        done = play(f"http://127.0.0.1:{free_port()}", "scopa_classica")

        assert done.returncode == 1
        assert "no answer from" in done.stderr


class TestTheServer:
    """What reaches the application is what the client sent, and nothing a proxy would add."""

    @pytest.mark.parametrize(
        "chunks",
        [
            b"ZZ\r\n{}\r\n0\r\n\r\n",
            b"-1\r\n{}",
            b"2\r\n{}XX\r\n",
            b"2\r\n{",
            b"",
        ],
    )
    def test_refuses_broken_chunks_without_a_fuss(self, server, chunks):
        answer = server.send(GUEST_IN_CHUNKS + chunks)

        assert answer.startswith(b"HTTP/1.1 400 ")
        assert b'"code":"body_unreadable"' in answer
        assert "Traceback" not in server.said

    def test_makes_no_fuss_of_a_client_that_is_gone(self, server):
        for chunks in (b"", b"2\r\n{", b"2\r\n{}\r\n"):
            server.send(GUEST_IN_CHUNKS + chunks, listen=False)
        assert b"200 OK" in server.send(HEALTHZ + b"\r\n")
        assert "Traceback" not in server.said

    @pytest.mark.parametrize(
        "claims",
        [
            b"SCRIPT_NAME: /zzz\r\n",
            b"PATH_INFO: /nothing\r\n",
            b"X-Forwarded-Proto: https\r\nX-Forwarded-SSL: off\r\n",
            b"X-Forwarded-Proto: http\r\nX-Forwarded-Protocol: ssl\r\n",
        ],
    )
    def test_believes_nobody_who_speaks_as_a_proxy(self, server, claims):
        answer = server.send(HEALTHZ + claims + b"\r\n")

        assert answer.startswith(b"HTTP/1.1 200 "), answer


class TestTheProcessTree:
    """It starts, tells where it is, and is gone when asked."""

    def test_tells_the_addresses_and_how_to_begin(self, server):
        for text in (f"{server.base}/api/v1", f"{server.base}/admin/", "curl -s -X POST"):
            assert text in server.said
        assert "is printed here, the codes in it too" in server.said

    def test_writes_no_link_into_its_log_that_is_a_secret(self, server):
        answer = server.send(
            b"GET /unsubscribe/abc~digest~sig-1 HTTP/1.1\r\nHost: localhost\r\n"
            b"Connection: close\r\n\r\n"
        )
        assert answer.startswith(b"HTTP/1.1 404 ")
        server.wait_until_it_says("GET /unsubscribe/[link] 404")
        assert "sig-1" not in server.said

    def test_ends_on_one_interrupt_and_leaves_no_process(self, tmp_path):
        with serving(tmp_path) as server:
            before = server.said
            status = server.interrupt()

            assert status in (0, -signal.SIGINT, 128 + signal.SIGINT), server.said
            assert server.is_gone()
            assert "Traceback" not in server.said.removeprefix(before)

    def test_keeps_the_data_for_the_next_start(self, tmp_path):
        with serving(tmp_path, "first") as first:
            assert play(first.base, "smazzata_singola").returncode == 0
            first.interrupt()
        before = matches_and_admins(tmp_path)
        assert before == (1, 1)

        with serving(tmp_path, "second") as second:
            assert matches_and_admins(tmp_path) == before
            assert play(second.base, "smazzata_singola").returncode == 0
        assert matches_and_admins(tmp_path) == (2, 1)

    def test_waits_for_another_start_that_prepares_the_same_data(self, tmp_path):
        with (tmp_path / "starting.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            starts = [
                Serving(tmp_path, free_port(), tmp_path / f"{name}.log") for name in ("one", "two")
            ]
            try:
                for start in starts:
                    start.wait_until_it_says("Another start is preparing")
                assert not (tmp_path / "scopa.sqlite3").exists()
                fcntl.flock(lock, fcntl.LOCK_UN)
                for start in starts:
                    start.wait_until_ready()
                assert matches_and_admins(tmp_path) == (0, 1)
            finally:
                for start in starts:
                    start.kill()

    def test_says_that_the_port_is_taken(self, tmp_path):
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            port = other.getsockname()[1]
            done = subprocess.run(
                [sys.executable, "manage.py", "serve", "--port", str(port)],
                cwd=BASE_DIR, env=newcomer(tmp_path), capture_output=True, text=True,
                check=False, timeout=60,
            )  # fmt: skip

        assert done.returncode == 1
        assert f"Cannot listen on 127.0.0.1:{port}" in done.stderr
        assert f"Choose another port, such as PORT={port + 1} make run" in done.stderr
        assert "Traceback" not in done.stderr


def matches_and_admins(data_dir):
    """Count in the newcomer's own database, from outside."""
    connection = sqlite3.connect(data_dir / "scopa.sqlite3")
    try:
        (matches,) = connection.execute("SELECT count(*) FROM games_match").fetchone()
        (admins,) = connection.execute(
            "SELECT count(*) FROM players_player WHERE is_superuser"
        ).fetchone()
    finally:
        connection.close()
    return matches, admins
