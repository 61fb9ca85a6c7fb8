"""The service as in production, part by part: the database, Redis, web, worker and beat."""

import http.client
import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from chaos.databases import Database, Doorbells, free_port, postgres, redis_server
from chaos.processes import ROOT, Part, PartFailed
from chaos.proxy import Proxy, proxying
from scopa_site.limit_settings import LIMITS

__all__ = ["Stack", "standing"]

_BIN = Path(sys.executable).parent
_OK, _REFUSED = 200, 401
# The commands of the image and of docker-compose.yml, but for the addresses.
_WEB = [
    *("granian", "--interface", "wsgi", "scopa_site.wsgi:application", "--host", "127.0.0.1"),
    *("--port", "{port}", "--workers", "2", "--blocking-threads", "4"),
    *("--respawn-failed-workers", "--workers-kill-timeout", "10"),
]
_WORKER = [
    *("celery", "-A", "{app}", "worker", "--pool", "prefork", "--concurrency", "2"),
    *("--without-gossip", "--without-mingle"),
]
_BEAT = ["celery", "-A", "scopa_site", "beat", "--schedule", "{folder}/beat"]
_EVENTS = ["python", "manage.py", "events", "--bind", "127.0.0.1:{port}"]
APP, APP_BEHIND_THE_POSTMAN = "scopa_site", "chaos.postman_app"


@dataclass
class Stack:
    """All parts, running. `proxy` stands between the clients and the web."""

    folder: Path
    env: Mapping[str, str]
    database: Database
    redis: Doorbells
    web: Part
    worker: Part
    beat: Part
    events: Part
    events_port: int
    proxy: Proxy
    web_port: int
    restarted: list[str] = field(default_factory=list)

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the project on the database."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=dict(self.env),
            capture_output=True,
            text=True,
            check=False,
        )

    def part(self, role: str) -> Part:
        """Return a part by the name of what it does."""
        parts = (self.web, self.worker, self.beat, self.events)
        return next(part for part in parts if part.name == role)

    def supervise(self) -> None:
        """Start what has ended by itself, as a deployment's supervisor does, and note it.

        A worker of Celery now and then does not outlive the loss of Redis.
        """
        for part in (self.web, self.worker, self.beat, self.events):
            if not part.runs:
                self.restarted.append(part.name)
                part.start()

    def is_ready(self) -> bool:
        """Whether the service says of itself that a match can be played."""
        return _status(self.web_port, "/readyz") == _OK

    def owed(self, table: str) -> int:
        """Count the rows of work in a table that are not done."""
        statement = f"SELECT count(*) FROM {table} WHERE done_at IS NULL"  # noqa: S608 - ours
        ((count,),) = self.database.rows(statement)
        assert isinstance(count, int)
        return count


@contextmanager
def standing(folder: Path) -> Iterator[Stack]:
    """Start everything, and stop everything at the end of the block, in whatever state it is."""
    with ExitStack() as running:
        database = running.enter_context(postgres(folder))
        redis = running.enter_context(redis_server(folder))
        port, public_port, events_port = free_port(), free_port(), free_port()
        env = _environment(folder, database.url, redis.url)
        stack = Stack(
            folder=folder,
            env=env,
            database=database,
            redis=redis,
            web=_part("web", _WEB, env, folder, port=port),
            worker=_part("worker", _WORKER, {**env, "REDIS_SOCKET_TIMEOUT": "5"}, folder, app=APP),
            beat=_part("beat", _BEAT, env, folder),
            events=_part("events", _EVENTS, env, folder, port=events_port),
            events_port=events_port,
            proxy=running.enter_context(proxying(public_port, port)),
            web_port=port,
        )
        stack.web.answers = lambda: _status(port, "/healthz") == _OK
        # Without a token: who asks is refused, by a process that works.
        stack.events.answers = lambda: _status(events_port, "/api/v1/events") == _REFUSED
        done = stack.manage("migrate", "--noinput")
        if done.returncode:
            raise PartFailed(f"the database was not migrated: {done.stderr[-1500:]}")
        for part in (stack.web, stack.worker, stack.beat, stack.events):
            running.callback(part.stop)
            part.start()
        for part in (stack.web, stack.events):
            part.await_answer()
        yield stack


def _part(
    name: str, command: Sequence[str], env: Mapping[str, str], folder: Path, **values: object
) -> Part:
    words = [word.format(folder=folder, **values) for word in command]
    return Part(name, [str(_BIN / words[0]), *words[1:]], env, folder)


def _environment(folder: Path, database_url: str, redis_url: str) -> dict[str, str]:
    kept = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "VIRTUAL_ENV")
    return {
        **{name: os.environ[name] for name in kept if name in os.environ},
        # Out of reach and not lifted: that the counters are away must hold nobody up.
        **{f"LIMIT_{scope.upper()}": "1000000" for scope in LIMITS},
        "SECRET_KEY": secrets.token_urlsafe(48),
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "ALLOWED_HOSTS": "127.0.0.1",
        "TLS": "0",
        "SCOPA_DATA_DIR": str(folder / "data"),
        "PYTHONUNBUFFERED": "1",
    }


def _status(port: int, path: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=3)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        json.loads(response.read())
        return response.status
    except (OSError, http.client.HTTPException, ValueError):
        return 0
    finally:
        connection.close()
