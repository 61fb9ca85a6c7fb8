"""Idle event streams on one process: memory and CPU of each, delivery, and the stop.

    .venv/bin/python .ci/with_services.py --require -- .venv/bin/python bench/event_streams.py

Opens many streams, each of a player of its own, and leaves them alone. Memory is what the worker
process holds for itself alone (USS) with the streams open, less what it held before, by the
number of streams; CPU is the share of one core. Then one event is published to everybody, and at
last the process is told to stop with all streams open.

`--server granian` measures the same application on another server.
"""

import argparse
import asyncio
import importlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

import psycopg

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench._databases import own_database  # noqa: E402
from bench._machine import machine_cpu, parent_of, tree_cpu  # noqa: E402
from bench._servers import BIN, free_port, wait_until_healthy  # noqa: E402

MOST_KILOBYTES = 64
STOP_SECONDS = 2.0
OPENED_AT_ONCE = 20
SETTLED_SECONDS = 3.0
WARM_UP = 50
COMMANDS = {
    "gunicorn": [sys.executable, "manage.py", "events", "--bind", "127.0.0.1:{port}"],
    "granian": [
        str(BIN / "granian"), "--interface", "asgi", "players.streams.asgi:application",
        "--host", "127.0.0.1", "--port", "{port}", "--workers", "1",
        "--workers-kill-timeout", "2", "--backlog", "2048",
    ],
}  # fmt: skip


def main() -> int:
    options = _arguments()
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        raise SystemExit("Streams are measured on PostgreSQL: run this by .ci/with_services.py.")
    with tempfile.TemporaryDirectory() as folder, own_database(url) as own:
        postmaster = _postmaster(own)
        _set_up_django(own, Path(folder))
        players = _players(options.streams)
        fits = [
            asyncio.run(_measure(name, Path(folder), players, postmaster, options.seconds))
            for name in options.server
        ]
    return 0 if any(fits) or options.no_claim else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Idle event streams on one process.")
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long they are left alone")
    parser.add_argument("--server", nargs="+", choices=COMMANDS, default=["gunicorn"])
    parser.add_argument("--no-claim", action="store_true", help="exit 0 whatever the figures")
    return parser.parse_args()


# --- the measurement ----------------------------------------------------------------------------


async def _measure(
    name: str, folder: Path, players: list[tuple[int, str]], postmaster: int, seconds: float
) -> bool:
    port = free_port()
    log = folder / f"{name}.log"
    command = [part.format(port=port) for part in COMMANDS[name]]
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=output)
    try:
        wait_until_healthy(port, process, log)
        clients = await _open(port, players[:WARM_UP])
        await _close(clients)
        before = _memory(process.pid)
        begun = time.monotonic()
        clients = await _open(port, players)
        opened = time.monotonic() - begun
        kilobytes = (_memory(process.pid) - before) / len(clients) / 1024
        print(f"{name}: {len(clients)} streams open after {opened:.1f} s")
        print(f"  memory of the process before        {before / 1048576:8.1f} MB")
        print(f"  memory of each stream               {kilobytes:8.1f} KB")
        await _leave_alone(process.pid, postmaster, clients, seconds)
        await _deliver(players, clients)
        stopped = await _stop(process, clients)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
    fits = kilobytes <= MOST_KILOBYTES and stopped <= STOP_SECONDS
    claim = f"at most {MOST_KILOBYTES} KB each, stopped within {STOP_SECONDS:.0f} s"
    print(f"  claimed is {claim}: {'it is so' if fits else 'IT IS NOT SO'}")
    return fits


async def _leave_alone(pid: int, postmaster: int, clients: list["Client"], seconds: float) -> None:
    heard = sum(client.heartbeats for client in clients)
    begun = (time.monotonic(), tree_cpu(pid), tree_cpu(postmaster), machine_cpu())
    await asyncio.sleep(seconds)
    ended = (time.monotonic(), tree_cpu(pid), tree_cpu(postmaster), machine_cpu())
    elapsed, own, postgres, machine = (b - a for a, b in zip(begun, ended, strict=True))
    heard = sum(client.heartbeats for client in clients) - heard
    print(f"  CPU while idle, share of a core     {own / elapsed:8.1%}")
    print(f"  CPU of PostgreSQL meanwhile         {postgres / elapsed:8.1%}")
    print(f"  the machine was busy with           {machine / elapsed / (os.cpu_count() or 1):8.1%}")
    print(f"  heartbeats of each in {seconds:3.0f} s        {heard / len(clients):10.1f}")


async def _deliver(players: list[tuple[int, str]], clients: list["Client"]) -> None:
    published = await asyncio.to_thread(_publish, [player_id for player_id, _token in players])
    until = time.monotonic() + 30
    while any(not client.events for client in clients) and time.monotonic() < until:
        await asyncio.sleep(0.05)
    if any(len(client.events) != 1 for client in clients):
        raise RuntimeError("not everybody was told, or somebody twice")
    late = [client.events[0] - published for client in clients]
    print(
        f"  one event to all: told after p50 {median(late):.2f} s,"
        f" p99 {quantiles(late, n=100)[98]:.2f} s"
    )


async def _stop(process: subprocess.Popen[bytes], clients: list["Client"]) -> float:
    begun = time.monotonic()
    process.send_signal(signal.SIGTERM)
    await asyncio.to_thread(process.wait, 60)
    stopped = time.monotonic() - begun
    print(f"  stopped with all of them open in    {stopped:8.2f} s")
    await _close(clients)
    ended = sum(client.ended_well for client in clients)
    print(f"  streams that were ended properly    {ended:8} of {len(clients)}")
    return stopped


# --- the clients --------------------------------------------------------------------------------


@dataclass
class Client:
    """One open stream, and what was heard on it."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    heartbeats: int = 0
    events: list[float] = field(default_factory=list)
    ended_well: bool = False
    task: "asyncio.Task[None] | None" = None

    async def listen(self) -> None:
        while line := await self.reader.readline():
            if line.startswith(b":"):
                self.heartbeats += 1
            elif line.startswith(b"data:"):
                self.events.append(time.monotonic())
            elif line == b"0\r\n":  # the last chunk
                self.ended_well = True


async def _open(port: int, players: list[tuple[int, str]]) -> list[Client]:
    clients: list[Client] = []
    for start in range(0, len(players), OPENED_AT_ONCE):
        some = players[start : start + OPENED_AT_ONCE]
        clients += await asyncio.gather(*(_connect(port, token) for _pk, token in some))
    await asyncio.sleep(SETTLED_SECONDS)
    return clients


async def _connect(port: int, token: str) -> Client:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=4096)
    request = "GET /api/v1/events/stream HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream"
    writer.write(f"{request}\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    if b" 200 " not in head.split(b"\r\n")[0]:
        raise RuntimeError(f"no stream: {head!r}")
    client = Client(reader, writer)
    client.task = asyncio.create_task(client.listen())
    return client


async def _close(clients: list[Client]) -> None:
    for client in clients:
        client.writer.close()
    await asyncio.gather(
        *(client.task for client in clients if client.task), return_exceptions=True
    )


# --- the process and the database ---------------------------------------------------------------


def _memory(root: int) -> int:
    """Return the bytes that the heaviest process of the tree shares with nobody."""
    tree = [root, *_children(root)]
    return max(_unshared(pid) for pid in tree)


def _children(parent: int) -> list[int]:
    pids = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal()]
    found = []
    for pid in pids:
        try:
            if parent_of(pid) == parent:
                found += [pid, *_children(pid)]
        except OSError:  # it ended while we looked
            continue
    return found


def _unshared(pid: int) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    own = (line.split() for line in lines if line.startswith(("Private_Clean", "Private_Dirty")))
    return 1024 * sum(int(words[1]) for words in own)


def _postmaster(url: str) -> int:
    with psycopg.connect(url) as connection:
        return parent_of(connection.info.backend_pid)


def _set_up_django(url: str, folder: Path) -> None:
    os.environ["DATABASE_URL"] = url
    os.environ["SCOPA_DATA_DIR"] = str(folder / "data")
    os.environ["LIMIT_READ_PER_PLAYER"] = "1000000000"  # counted, and never reached
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scopa_site.settings")
    importlib.import_module("django").setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def _players(count: int) -> list[tuple[int, str]]:
    from django.utils import timezone

    from players.services import create_guest

    sessions = [create_guest(now=timezone.now()) for _ in range(count)]
    return [(session.player.pk, session.token) for session in sessions]


def _publish(player_ids: list[int]) -> float:
    from django.db import connection, transaction
    from django.utils import timezone

    from players.services import NewEvent, publish

    with transaction.atomic():
        publish([NewEvent(each, "match.your_turn") for each in player_ids], now=timezone.now())
    published = time.monotonic()
    connection.close()
    return published


if __name__ == "__main__":
    sys.exit(main())
