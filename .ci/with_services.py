"""Run a command with a real PostgreSQL and a real Redis, and stop them afterwards.

    .venv/bin/python .ci/with_services.py [--require] [--notes FILE] -- command ...

A service is taken from TEST_DATABASE_URL or TEST_REDIS_URL where given. Otherwise it is started
in a temporary directory: PostgreSQL from the development lock's wheel, else from installed
binaries; Redis from `redis-server` on PATH, else from the wheel. Durability stays at the servers'
defaults (fsync and synchronous_commit on for PostgreSQL), so what is measured and tested is real.

The command sees DATABASE_URL, REDIS_URL, and the rest that a deployment must give. A service that
cannot be had is said in a line `NOT RUN: ...`, at the end or in FILE; with --require or
REQUIRE_SERVICES=1 the command does not even start, and the exit code is 1.
"""

import argparse
import contextlib
import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from servers import Service, UnavailableError, postgres_service, redis_service


def main() -> int:
    options = _arguments()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _leave)
    with contextlib.ExitStack() as running:
        missing: list[str] = []
        postgres = _start("PostgreSQL", postgres_service, running, missing)
        redis_server = _start("Redis", redis_service, running, missing)
        if missing and options.require:
            return _refuse(missing)
        code = (
            _run(options.command, _environment(postgres, redis_server))
            if postgres or redis_server
            else 0
        )
    _say_missing(missing, options.notes)
    return code


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Run a command with PostgreSQL and Redis.")
    required = os.environ.get("REQUIRE_SERVICES") == "1"
    parser.add_argument("--require", action="store_true", default=required)
    parser.add_argument("--notes", type=Path, help="append NOT RUN lines here instead")
    parser.add_argument("command", nargs="+")
    return parser.parse_args()


def _leave(number: int, frame: FrameType | None) -> None:
    """Turn a signal into an exit that runs the clean-up."""
    sys.exit(128 + number)


def _start(
    name: str,
    service: Callable[[contextlib.ExitStack], Service],
    running: contextlib.ExitStack,
    missing: list[str],
) -> Service | None:
    try:
        started = service(running)
    except UnavailableError as error:
        missing.append(f"{name}: {error}")
        return None
    print(f"{name}: {started.description}", flush=True)
    return started


def _refuse(missing: list[str]) -> int:
    for line in missing:
        print(f"NOT RUN: {line}", file=sys.stderr)
    print("Both services are required here, and one could not be had.", file=sys.stderr)
    return 1


def _say_missing(missing: list[str], notes: Path | None) -> None:
    lines = "".join(f"NOT RUN: tests on {line}\n" for line in missing)
    if notes is None:
        sys.stdout.write(lines)
        return
    with notes.open("a", encoding="utf-8") as file:
        file.write(lines)


def _environment(postgres: Service | None, redis_server: Service | None) -> dict[str, str]:
    """Return the environment of a deployment, on plain HTTP, with these services."""
    env = dict(os.environ)
    env.setdefault("SECRET_KEY", secrets.token_urlsafe(48))
    env.setdefault("ALLOWED_HOSTS", "localhost,127.0.0.1,testserver")
    env.setdefault("TLS", "0")
    for name, service in (("DATABASE_URL", postgres), ("REDIS_URL", redis_server)):
        env.pop(name, None)
        if service:
            env[name] = env[f"TEST_{name}"] = service.url
    return env


def _run(command: list[str], env: dict[str, str]) -> int:
    # Ctrl-C reaches the command through the terminal; this process waits for it to end.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    process = subprocess.Popen(
        command, env=env, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    )
    try:
        code = process.wait()
    except SystemExit:
        process.terminate()
        process.wait()
        raise
    finally:
        signal.signal(signal.SIGINT, before)
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main())
