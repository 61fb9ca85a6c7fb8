"""Receive on loopback all that the service sends, and print it.

    python -m sinks [--folder var/sinks] [--port 8500] [--quiet]

Prints how to start the service with them. Ctrl-C ends it. What else it can: docs/notifications.md.
"""

import argparse
import asyncio
import contextlib
import signal
import sys
import time
from pathlib import Path

from sinks.app import CALLS, App
from sinks.behaviour import HOW, Behaviours
from sinks.book import Book, Entry
from sinks.identities import Identities
from sinks.servers import READY_FILE, Ports, serve

_LONGEST_LINE = 160


def main() -> int:
    """Serve until Ctrl-C, or with --attached until whoever started this is gone."""
    options = _arguments()
    options.folder.mkdir(parents=True, exist_ok=True)
    (options.folder / READY_FILE).unlink(missing_ok=True)
    asyncio.run(_serve(options))
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m sinks", description=__doc__.split("\n")[0])
    parser.add_argument("--folder", type=Path, default=Path("var/sinks"), help="for keys")
    parser.add_argument("--port", type=int, default=8500, help="the first of four; 0: free ones")
    parser.add_argument("--quiet", action="store_true", help="print nothing")
    parser.add_argument("--attached", action="store_true", help="end when standard input ends")
    return parser.parse_args()


async def _serve(options: argparse.Namespace) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for each in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(each, stop.set)
    if options.attached:
        loop.run_in_executor(None, lambda: _when_alone(loop, stop))
    app = App(
        Identities(options.folder.resolve()),
        Book(_unheard if options.quiet else _print_entry),
        Behaviours(),
    )
    ports = Ports.following(options.port) if options.port else Ports()
    telling = None if options.quiet else asyncio.create_task(_tell(options.folder))
    await serve(app, ports, stop)
    if telling is not None:
        telling.cancel()


def _when_alone(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    sys.stdin.read()
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(stop.set)


async def _tell(folder: Path) -> None:
    """Say how to use them, once they answer."""
    while not (folder / READY_FILE).exists():
        await asyncio.sleep(0.05)
    print("Whatever is sent arrives here. In another terminal:\n")
    print(f"    . {folder}/environment.sh && make run\n")
    print(f"Keys, addresses and ports: {folder}/{READY_FILE}")
    print("On the address called `control` there:")
    print("".join(f"    {call}\n" for call in CALLS))
    print("A receiver named `gone-1`, or told to by /behave, does so:")
    print("".join(f"    {how:12} {what}\n" for how, what in HOW.items()), flush=True)


def _print_entry(entry: Entry) -> None:
    at = time.strftime("%H:%M:%S", time.localtime(entry.at))
    print(
        f"{at} {entry.kind:8} {entry.status or '-':>3} {entry.to[:40]:40} {_gist(entry)}",
        flush=True,
    )


def _gist(entry: Entry) -> str:
    """Return what a person would have seen of it."""
    body = entry.body
    if entry.kind == "mail":
        body = f"{entry.headers.get('subject', '')} — {body['plain']}"
    if entry.kind == "apns" and isinstance(body, dict):
        body = body.get("aps", body)
    if entry.kind == "fcm" and isinstance(body, dict):
        body = body.get("message", body).get("notification", body)
    if entry.kind == "webhook" and isinstance(body, dict):
        body = body["json"]
    return " ".join(str(body).split())[:_LONGEST_LINE]


def _unheard(_entry: Entry) -> None:
    pass


if __name__ == "__main__":
    raise SystemExit(main())
