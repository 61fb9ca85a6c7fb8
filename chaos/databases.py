"""A PostgreSQL and a Redis of the run's own, to be killed and frozen."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from signal import SIGINT, SIGTERM

import psycopg
import redis

from chaos.processes import ROOT, Part

sys.path.insert(0, str(ROOT / ".ci"))

# How a server is found and set up is one thing, wherever it is needed.
from servers import (
    UnavailableError,
    _as,
    _create_database,
    _free_port,
    _initdb,
    _postgres_sources,
    _reachable,
    _redis_binary,
    _unprivileged_user,
    _workspace,
)

__all__ = ["Database", "Doorbells", "free_port", "postgres", "redis_server"]


@dataclass(frozen=True)
class Database:
    """A running PostgreSQL."""

    part: Part
    url: str

    def rows(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        """Ask it something, on a connection of its own."""
        with psycopg.connect(self.url, connect_timeout=5) as connection:
            return list(connection.execute(statement, values).fetchall())


@dataclass(frozen=True)
class Doorbells:
    """A running Redis, without persistence, as in production."""

    part: Part
    url: str

    def address(self, number: int) -> str:
        """Return the address of one of its numbered databases."""
        return self.url.rpartition("/")[0] + f"/{number}"

    def empty(self) -> None:
        """Forget everything."""
        with redis.Redis.from_url(self.url) as client:
            client.flushall()


def free_port() -> int:
    """Return a port on which nobody listens."""
    return _free_port()


@contextmanager
def postgres(folder: Path) -> Iterator[Database]:
    """Run a PostgreSQL; durability is at its defaults, so that what is acknowledged is kept."""
    user = _unprivileged_user()
    with _workspace("scopa-chaos-postgres-", user) as home:
        password, data, port = token_hex(16), home / "data", _free_port()
        binaries = _set_up(home, data, password, user)
        url = f"postgres://scopa:{password}@127.0.0.1:{port}/scopa"
        command = [
            str(binaries / "postgres"),
            *("-D", str(data), "-p", str(port), "-k", str(home)),
            *("-c", "listen_addresses=127.0.0.1", "-c", "max_connections=100"),
        ]
        part = Part(
            "postgres",
            command,
            env={},
            folder=folder,
            answers=lambda: _postgres_answers(url),
            stop_by=SIGINT,
            more=_as(user),
        )
        try:
            part.start()
            part.answers = lambda: _postgres_answers(url.rpartition("/")[0] + "/postgres")
            part.await_answer()
            _create_database(url)
            part.answers = lambda: _postgres_answers(url)
            yield Database(part, url)
        finally:
            part.stop()


def _set_up(home: Path, data: Path, password: str, user: str | None) -> Path:
    reasons = []
    for source, found in _postgres_sources():
        try:
            binaries = _reachable(found, home, user)
            _initdb(binaries, data, password, user)
        except UnavailableError as error:
            reasons.append(f"{source}: {error}")
        else:
            return binaries
    raise UnavailableError("; ".join(reasons) or "no PostgreSQL: no wheel, none installed")


def _postgres_answers(url: str) -> bool:
    try:
        with psycopg.connect(url, connect_timeout=2) as connection:
            connection.execute("SELECT 1")
    except psycopg.Error:
        return False
    return True


@contextmanager
def redis_server(folder: Path) -> Iterator[Doorbells]:
    """Run a Redis without persistence."""
    _source, binary = _redis_binary()
    port = _free_port()
    url = f"redis://127.0.0.1:{port}/0"
    command = [
        binary,
        *("--bind", "127.0.0.1", "--port", str(port), "--dir", str(folder)),
        *("--save", "", "--appendonly", "no"),
    ]
    part = Part(
        "redis",
        command,
        env={},
        folder=folder,
        answers=lambda: _redis_answers(url),
        stop_by=SIGTERM,
    )
    try:
        part.start()
        part.await_answer()
        yield Doorbells(part, url)
    finally:
        part.stop()


def _redis_answers(url: str) -> bool:
    try:
        with redis.Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False
