"""The sinks in a process of their own, for whoever tests or measures what is sent.

with running() as sinks:
    ...
    (entry,) = sinks.wait(kind="fcm")
"""

import json
import logging
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx

from sinks.book import Entry
from sinks.servers import READY_FILE

__all__ = ["NotArrived", "Sinks", "running"]

_ROOT: Final = Path(__file__).resolve().parent.parent
_UP_WITHIN: Final = 20.0
_ATTEMPTS: Final = 3


class NotArrived(AssertionError):
    """Nothing, or not enough, came in time."""


@dataclass
class Sinks:
    """What runs: where it is, what it got, and how it is directed.

    `push`: FCM, APNs and Web Push, by HTTPS. `hooks` and `hooks_tls`: what a name for a receiver of
    webhooks is put behind. `environment`: what a process that is to send here starts with.
    """

    push: str
    hooks: str
    hooks_tls: str
    control: str
    mail_port: int
    environment: Mapping[str, str]
    _client: httpx.Client = field(default_factory=lambda: httpx.Client(trust_env=False, timeout=60))

    def settings(self) -> dict[str, Any]:
        """Return the Django settings of a process that is to send here."""
        names = {key: value for key, value in self.environment.items() if key != "EMAIL_URL"}
        return {
            **names,
            "OUTBOUND_LOOPBACK": True,
            "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": self.mail_port,
            "EMAIL_HOST_USER": "",
            "EMAIL_HOST_PASSWORD": "",
            "EMAIL_USE_TLS": False,
            "EMAIL_USE_SSL": False,
        }

    def book(self, since: int = 0, *, kind: str = "", to: str = "", wait: float = 0) -> list[Entry]:
        """Return what came after that entry, of a kind and to a receiver where these are named."""
        query = {"since": since, "wait": wait}
        entries = [Entry(**each) for each in self._call("GET", "/book", params=query)]
        return [entry for entry in entries if entry.kind == kind or not kind if _is_for(entry, to)]

    def wait(
        self, count: int = 1, *, since: int = 0, kind: str = "", to: str = "", within: float = 10
    ) -> list[Entry]:
        """Return what came, once it is as much. Raises NotArrived."""
        end = time.monotonic() + within
        while len(found := self.book(since, kind=kind, to=to)) < count:
            left = end - time.monotonic()
            if left <= 0:
                raise NotArrived(f"{len(found)} of {count} {kind} {to} within {within} s: {found}")
            self.book(self._last(), wait=min(left, 1))
        return found

    def count(self) -> dict[str, int]:
        """Return how many messages of each kind were taken: cheap, however many there are."""
        counts: dict[str, int] = self._call("GET", "/count")
        return counts

    def behave(self, how: str, *, kind: str = "*", to: str = "*", **more: Any) -> None:
        """Have messages treated so; `more`: times, seconds, location, status. See `behaviour`."""
        self._call("POST", "/behave", json={"how": how, "kind": kind, "to": to, **more})

    def subscription(self, name: str) -> dict[str, Any]:
        """Make a browser's subscription for Web Push, whose messages can be read in the book."""
        made: dict[str, Any] = self._call("POST", f"/subscriptions/{name}")
        return made

    def forget_tokens(self) -> None:
        """Let all tokens that FCM's token endpoint handed out be worth nothing."""
        self._call("POST", "/forget-tokens")

    def clear(self) -> None:
        """Empty the book, and let everybody be treated well."""
        self._call("DELETE", "/book")

    def close(self) -> None:
        """Close what this holds open."""
        self._client.close()

    def _last(self) -> int:
        return max((entry.number for entry in self.book()), default=0)

    def _call(self, method: str, path: str, **more: Any) -> Any:
        answer = self._client.request(method, f"{self.control}{path}", **more)
        answer.raise_for_status()
        return answer.json()


@contextmanager
def running() -> Iterator[Sinks]:
    """Run the sinks for the length of a block, on free ports."""
    logging.getLogger("httpx").setLevel(logging.WARNING)  # it tells of every call
    with tempfile.TemporaryDirectory(prefix="scopa-sinks-") as name:
        folder = Path(name)
        process = _started(folder)
        sinks = Sinks(**json.loads((folder / READY_FILE).read_text()))
        try:
            yield sinks
        finally:
            sinks.close()
            _end(process)


def _started(folder: Path) -> subprocess.Popen[bytes]:
    """Start them; again where another took a port first."""
    command = [sys.executable, "-m", "sinks", "--quiet", "--attached", "--port", "0"]
    for _ in range(_ATTEMPTS):
        process = subprocess.Popen(
            [*command, "--folder", str(folder)], cwd=_ROOT, stdin=subprocess.PIPE
        )
        if _is_up(process, folder):
            return process
        _end(process)
    raise NotArrived("the sinks do not come up")


def _is_up(process: subprocess.Popen[bytes], folder: Path) -> bool:
    end = time.monotonic() + _UP_WITHIN
    while time.monotonic() < end and process.poll() is None:
        if (folder / READY_FILE).exists():
            return True
        time.sleep(0.02)
    return False


def _end(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    process.stdin.close()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _is_for(entry: Entry, to: str) -> bool:
    return not to or entry.to == to or entry.to.endswith(f"/{to}")
