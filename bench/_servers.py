"""The web servers under test: the commands of production, and a client that loads them."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

from bench._machine import machine_cpu, tree_cpu

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
READY_SECONDS = 60.0
PROCESSES = 2
THREADS = 4
# The command of the Dockerfile but for the address, and gunicorn's as near to it as can be.
COMMANDS = {
    "granian": [
        "granian", "--interface", "wsgi", "scopa_site.wsgi:application", "--host", "127.0.0.1",
        "--port", "{port}", "--workers", str(PROCESSES), "--blocking-threads", str(THREADS),
        "--respawn-failed-workers", "--workers-kill-timeout", "10", "--access-log",
    ],
    "gunicorn": [
        "gunicorn", "scopa_site.wsgi", "--bind", "127.0.0.1:{port}", "--worker-class", "gthread",
        "--workers", str(PROCESSES), "--threads", str(THREADS), "--access-logfile", "-",
    ],
}  # fmt: skip


@dataclass(frozen=True)
class Measured:
    """One round on one server. CPU in microseconds a move; latencies in milliseconds."""

    moves: int
    a_second: float
    p50: float
    p99: float
    web_cpu: float
    postgres_cpu: float
    client_cpu: float
    others: float  # share of the machine that somebody else used


@dataclass(frozen=True)
class Server:
    """A running web server."""

    name: str
    port: int
    pid: int
    folder: Path

    def measure(self, lanes: list[list[str]], *, seconds: float, postmaster: int) -> Measured:
        """Send the lanes' requests until the time is up."""
        work = self.folder / "work.json"
        work.write_text(json.dumps({"port": self.port, "seconds": seconds, "lanes": lanes}))
        load = subprocess.Popen(
            [sys.executable, str(ROOT / "bench" / "_load.py"), str(work)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert load.stdin is not None
        assert load.stdout is not None
        load.stdout.readline()
        before = (tree_cpu(self.pid), tree_cpu(postmaster), machine_cpu())
        load.stdin.write("go\n")
        load.stdin.flush()
        answer = load.stdout.readline()
        after = (tree_cpu(self.pid), tree_cpu(postmaster), machine_cpu())
        load.communicate()
        if load.returncode or not answer:
            raise RuntimeError(f"the load on {self.name} failed; its log is above")
        web, postgres, machine = (new - old for old, new in zip(before, after, strict=True))
        return _measured(json.loads(answer), web, postgres, machine)


def _measured(result: dict[str, object], web: float, postgres: float, machine: float) -> Measured:
    seconds, elapsed, client = result["seconds"], result["elapsed"], result["client_cpu"]
    assert isinstance(seconds, list)
    assert isinstance(elapsed, float)
    assert isinstance(client, float)
    moves = len(seconds)
    others = (machine - web - postgres - client) / (elapsed * (os.cpu_count() or 1))
    return Measured(
        moves=moves,
        a_second=moves / elapsed,
        p50=1e3 * median(seconds),
        p99=1e3 * (quantiles(seconds, n=100)[98] if moves > 1 else seconds[0]),
        web_cpu=1e6 * web / moves,
        postgres_cpu=1e6 * postgres / moves,
        client_cpu=1e6 * client / moves,
        others=max(0.0, others),
    )


@contextmanager
def serving(name: str, folder: Path) -> Iterator[Server]:
    """Run a web server for the length of a block."""
    port = free_port()
    command = [str(BIN / COMMANDS[name][0])]
    command += [part.format(port=port) for part in COMMANDS[name][1:]]
    with (folder / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)
    try:
        wait_until_healthy(port, process, folder / f"{name}.log")
        yield Server(name, port, process.pid, folder)
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_until_healthy(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + READY_SECONDS
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5):
                return
        except (urllib.error.URLError, OSError) as error:
            if process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"the server did not start: {log.read_text()}") from error
            time.sleep(0.1)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
