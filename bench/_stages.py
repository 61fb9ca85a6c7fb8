"""Where the time of one POST goes: the service in this process, timed stage by stage.

Each stage's own time, without the stages inside it. Wall time includes waiting for PostgreSQL; CPU
time is this process alone. The clocks themselves cost about a microsecond a stage.
"""

import importlib
import io
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from time import perf_counter, thread_time
from typing import Any

import psycopg
from django.core.wsgi import get_wsgi_application
from django.db import connection

from bench._matches import Post

STATEMENT = "SQL: "
# Where each stage is entered: the owner of the name by which its caller calls it.
STAGES = (
    ("players.api.authentication", "caller_for_token", "token"),
    ("games.api.bodies:PlayMove", "parse", "body: fields"),
    ("scopa_site.api.views", "read_json", "body: strict JSON"),
    ("games.services", "play_move", "service: checks, transaction"),
    ("games.services.play", "lock_match", "lock and read"),
    ("games.queries.matches", "seats_of", "seats"),
    ("games.engine", "decode", "decode the state"),
    ("games.engine", "apply", "apply the move"),
    ("games.engine", "encode", "encode the state"),
    ("games.services.play", "write_move", "write the rows"),
    ("games.engine", "view", "engine.view"),
    ("games.services.progress:news", "moved", "tell the people"),
    ("games.services.progress:turns", "give_turn", "reckon the deadline"),
    ("games.api.showing", "match_view", "write the view"),
    ("scopa_site.api.rendering", "render_json", "view to JSON"),
)
REST = "Django, REST framework, WSGI"


@dataclass
class Clock:
    """Adds up the own time of nested stages, in seconds."""

    wall: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    cpu: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    entered: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    _open: list[str] = field(default_factory=list)
    _wall_at: float = 0.0
    _cpu_at: float = 0.0

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time a block as `name`, and stop the clock of the stage around it meanwhile."""
        self._turn()
        self._open.append(name)
        self.entered[name] += 1
        try:
            yield
        finally:
            self._turn()
            self._open.pop()

    def _turn(self) -> None:
        wall, cpu = perf_counter(), thread_time()
        if self._open:
            self.wall[self._open[-1]] += wall - self._wall_at
            self.cpu[self._open[-1]] += cpu - self._cpu_at
        self._wall_at, self._cpu_at = wall, cpu

    def timed(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function, timed as a stage."""

        def run(*args: Any, **kwargs: Any) -> Any:
            with self.stage(name):
                return function(*args, **kwargs)

        return run

    def statement(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        """Time one statement; the signature is that of Django's execute wrappers."""
        with self.stage(STATEMENT + _told(sql)):
            return execute(sql, params, many, context)


def measure(posts: list[Post]) -> Clock:
    """Send the moves through the WSGI application in this process; the first tenth warms up."""
    application = get_wsgi_application()
    warm = len(posts) // 10
    for post in posts[:warm]:
        _send(application, post)
    clock = Clock()
    with _clocks_in_place(clock):
        for post in posts[warm:]:
            with clock.stage(REST):
                _send(application, post)
    return clock


@contextmanager
def _clocks_in_place(clock: Clock) -> Iterator[None]:
    with ExitStack() as undo:
        for path, name, stage in STAGES:
            module, _colon, inner = path.partition(":")
            owner = importlib.import_module(module)
            owner = getattr(owner, inner) if inner else owner
            undo.enter_context(_replaced(owner, name, clock.timed(stage, getattr(owner, name))))
        commit = clock.timed(STATEMENT + "COMMIT", psycopg.Connection.commit)
        undo.enter_context(_replaced(psycopg.Connection, "commit", commit))
        undo.enter_context(connection.execute_wrapper(clock.statement))
        yield


@contextmanager
def _replaced(owner: Any, name: str, value: object) -> Iterator[None]:
    own = vars(owner).get(name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        if own is None:
            delattr(owner, name)
        else:
            setattr(owner, name, own)


def _send(application: Callable[..., Any], post: Post) -> None:
    head, _blank, body = post.text.partition("\r\n\r\n")
    environ = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": head.split(" ", 2)[1],
        "QUERY_STRING": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost",
        "HTTP_AUTHORIZATION": f"Bearer {post.token}",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body.encode()),
        "wsgi.errors": io.StringIO(),
        "wsgi.url_scheme": "http",
    }
    statuses: list[str] = []
    response = application(environ, lambda status, _headers: statuses.append(status))
    content = b"".join(response)
    response.close()
    if not statuses[0].startswith("201"):
        raise RuntimeError(f"{statuses[0]}: {content[:500].decode()}")


def _told(sql: str) -> str:
    words = sql.split()
    verb = words[0].upper()
    before = {"SELECT": "FROM", "INSERT": "INTO", "UPDATE": "UPDATE", "DELETE": "FROM"}.get(verb)
    upper = [word.upper() for word in words]
    if before not in upper:
        return verb
    return f"{verb} {words[upper.index(before) + 1].strip(chr(34))}"
