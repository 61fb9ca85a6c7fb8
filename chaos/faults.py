"""The faults, each a way to break the service and to put it right again."""

import signal
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from chaos.databases import free_port
from chaos.postman import delivering
from chaos.processes import Part, PartFailed, kill, wait_until
from chaos.proxy import proxying
from chaos.stack import APP, APP_BEHIND_THE_POSTMAN, Stack

__all__ = ["FAULTS", "NO_FAULT", "SLICE", "Fault", "NotTried", "Scene"]


class NotTried(PartFailed):
    """A fault could not be brought about, so nothing was shown."""


@dataclass
class Scene:
    """Where a fault happens, and what it has to tell. `short`: as in the slice of every check."""

    stack: Stack
    dice: Random
    short: bool = False
    notes: list[str] = field(default_factory=list)

    def last(self, long: float, short: float) -> None:
        """Let the fault last."""
        time.sleep(short if self.short else long)


@dataclass(frozen=True)
class Fault:
    """One fault. It is over, and all parts are up again, when `strike` returns.

    `stops_ai`: no move of an AI is to be expected meanwhile. `spares_moves`: a person's moves must
    be accepted all the while, each within a second and a half (99 of 100).
    """

    name: str
    strike: Callable[[Scene], None]
    stops_ai: bool = False
    spares_moves: bool = False


def _break_nothing(scene: Scene) -> None:
    scene.last(8.0, 3.0)


def _kill_a_worker_of(part: Part, scene: Scene) -> None:
    wait_until(part.workers, within=30, what=f"a worker of {part.name}")
    workers = part.workers()
    kill(scene.dice.choice(workers))

    def is_whole_again() -> bool:
        if not part.runs:
            part.start()  # what took it for a crash loop and ended, a supervisor starts
        return len(part.workers()) >= len(workers)

    wait_until(is_whole_again, within=30, what=f"a new worker of {part.name}")


def _kill_web_workers(scene: Scene) -> None:
    for _ in range(1 if scene.short else 3):
        _kill_a_worker_of(scene.stack.web, scene)
        # Granian takes a worker that dies twice in 5.5 s for a crash loop, and ends on purpose.
        scene.last(6.0, 0.5)
    scene.stack.web.await_answer(supervised=True)


def _kill_web(scene: Scene) -> None:
    scene.stack.web.kill_tree()
    scene.last(1.0, 0.5)
    scene.stack.web.start()
    scene.stack.web.await_answer()


def _kill_events(scene: Scene) -> None:
    for _ in range(1 if scene.short else 3):
        scene.stack.events.kill_tree()
        scene.last(1.0, 0.5)
        scene.stack.events.start()
        scene.stack.events.await_answer()


def _kill_children(scene: Scene) -> None:
    for _ in range(2 if scene.short else 6):
        _kill_a_worker_of(scene.stack.worker, scene)
        scene.last(0.5, 0.3)


def _kill_worker(scene: Scene) -> None:
    scene.stack.worker.kill_tree()
    scene.last(2.0, 1.0)
    scene.stack.worker.start()


def _kill_beat(scene: Scene) -> None:
    scene.stack.beat.kill_tree()
    scene.last(10.0, 4.0)
    scene.stack.beat.start()


def _two_beats(scene: Scene) -> None:
    one = scene.stack.beat
    command = [*one.command[:-1], f"{one.folder}/second-beat"]
    second = Part("second-beat", command, one.env, one.folder)
    second.start()
    try:
        scene.last(15.0, 6.0)
    finally:
        second.stop()


def _empty_redis(scene: Scene) -> None:
    for _ in range(3 if scene.short else 6):
        scene.stack.redis.empty()
        scene.last(1.5, 1.0)


def _kill_redis(scene: Scene) -> None:
    part = scene.stack.redis.part
    part.kill_tree()
    scene.last(8.0, 4.0)
    part.start()
    part.await_answer()


def _freeze_redis(scene: Scene) -> None:
    process = scene.stack.redis.part.process
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    try:
        scene.last(30.0, 6.0)
    finally:
        process.send_signal(signal.SIGCONT)
    scene.stack.redis.part.await_answer()


def _kill_postgres(scene: Scene) -> None:
    part = scene.stack.database.part
    part.kill_tree()
    scene.last(3.0, 1.0)
    part.start()
    part.await_answer()


def _cut_replies(scene: Scene) -> None:
    proxy = scene.stack.proxy
    before, proxy.cut = proxy.count, 0.4
    try:
        scene.last(10.0, 4.0)
    finally:
        proxy.cut = 0.0
    scene.notes.append(f"{proxy.count - before} replies cut")


def _sever_database(scene: Scene) -> None:
    """Cut the web off from the database at any moment, also between a COMMIT and its answer."""
    stack = scene.stack
    url = urlsplit(stack.database.url)
    with proxying(free_port(), url.port or 0) as proxy:
        address = url._replace(netloc=url.netloc.replace(f":{url.port}", f":{proxy.port}"))
        stack.web.extra_env = {"DATABASE_URL": address.geturl()}
        _restart(stack, stack.web)
        until = time.monotonic() + (4.0 if scene.short else 15.0)
        while time.monotonic() < until:
            time.sleep(scene.dice.uniform(0.05, 0.4))
            proxy.sever()
        stack.web.extra_env = {}
        _restart(stack, stack.web)
    scene.notes.append(f"{proxy.count} connections cut")


def _deliver_badly(scene: Scene) -> None:
    stack = scene.stack
    url, plain = stack.redis.address(1), list(stack.worker.command)
    behind = [APP_BEHIND_THE_POSTMAN if word == APP else word for word in plain]
    with delivering(stack.redis.url, url) as postman:
        _restart_worker(stack, behind, {"CHAOS_POSTMAN_URL": url})
        scene.last(30.0, 12.0)
        _restart_worker(stack, plain, {})
    scene.notes.append(
        f"{postman.taken} messages: {postman.dropped} dropped, {postman.delivered} delivered"
    )


def _restart_worker(stack: Stack, command: list[str], extra: Mapping[str, str]) -> None:
    stack.worker.kill_tree()
    stack.worker.command, stack.worker.extra_env = command, extra
    stack.worker.start()


def crash_at(name: str, *roles: str) -> Fault:
    """Return the fault that processes die at the crash point of this name, in these roles."""

    def strike(scene: Scene) -> None:
        stack = scene.stack
        parts = {role: stack.part(role) for role in roles}
        marks = {role: stack.folder / f"crash-{name}-{role}" for role in roles}
        for role, part in parts.items():
            marks[role].touch()
            part.extra_env = _armed(name, marks[role])
        _restart(stack, *parts.values())
        died = dict.fromkeys(roles, 0)
        for _ in range(1 if scene.short else 3):
            for role, mark in marks.items():
                died[role] += _die_once(mark, 10.0)
        for part in parts.values():
            part.extra_env = {}
        _restart(stack, *parts.values())
        scene.notes.append(", ".join(f"{count} x {role}" for role, count in died.items()))
        if not all(died.values()):
            raise NotTried(f"nobody came to {name} in {[r for r in roles if not died[r]]}")

    return Fault(f"crash-{name.replace('_', '-')}", strike, stops_ai="worker" in roles)


def _restart(stack: Stack, *parts: Part) -> None:
    for part in parts:
        part.kill_tree()
        part.start()
    stack.web.await_answer()


def _armed(name: str, mark: Path) -> dict[str, str]:
    return {"SCOPA_CRASH_POINTS": "1", "SCOPA_CRASH_AT": name, "SCOPA_CRASH_ONCE": str(mark)}


def _die_once(mark: Path, within: float) -> int:
    """Arm the point: the first process that reaches it dies, and leaves the mark."""
    mark.unlink()
    until = time.monotonic() + within
    while time.monotonic() < until:
        if mark.exists():
            return 1
        time.sleep(0.05)
    mark.touch()
    return 0


_LIST = (
    Fault("web-workers", _kill_web_workers),
    Fault("web-tree", _kill_web),
    Fault("events-tree", _kill_events, spares_moves=True),
    Fault("worker-children", _kill_children),
    Fault("worker-tree", _kill_worker, stops_ai=True),
    Fault("beat", _kill_beat),
    Fault("two-beats", _two_beats),
    Fault("redis-emptied", _empty_redis, spares_moves=True),
    Fault("redis-killed", _kill_redis, stops_ai=True, spares_moves=True),
    Fault("redis-frozen", _freeze_redis, stops_ai=True, spares_moves=True),
    Fault("postgres-killed", _kill_postgres, stops_ai=True),
    Fault("replies-cut", _cut_replies),
    Fault("database-cut", _sever_database),
    Fault("messages", _deliver_badly, stops_ai=True),
    crash_at("before_commit", "web", "worker"),
    crash_at("after_commit", "web", "worker"),
    crash_at("before_publish", "web", "worker"),
    crash_at("after_publish", "web", "worker"),
    crash_at("after_claim", "worker"),
    crash_at("after_handle", "worker"),
    crash_at("after_mark", "worker"),
)
NO_FAULT = Fault("no fault", _break_nothing, spares_moves=True)
FAULTS: Mapping[str, Fault] = {fault.name: fault for fault in _LIST}
# One of each kind, within three minutes.
SLICE = (
    "web-workers",
    "worker-children",
    "redis-frozen",
    "postgres-killed",
    "replies-cut",
    "messages",
    "crash-after-commit",
    "crash-after-claim",
)
