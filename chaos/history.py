"""What the clients did and what they were told, written down as it happens."""

import json
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

__all__ = ["Attempt", "History", "Operation", "Outcome", "operations_in"]

# ok: it happened. fail: refused, it did not happen. info: no answer, it may have happened.
Outcome = Literal["ok", "fail", "info"]


@dataclass
class Attempt:
    """One sending of an operation. Times are of this machine, in seconds."""

    began: float
    ended: float
    outcome: Outcome
    status: int = 0
    code: str = ""
    reply: Mapping[str, Any] = field(default_factory=dict)

    @property
    def seconds(self) -> float:
        """How long the client waited."""
        return self.ended - self.began


@dataclass
class Operation:
    """One thing that a client wanted, with all its attempts."""

    id: int
    kind: str
    player: str
    path: str
    method: str = "POST"
    key: str | None = None
    match: str = ""
    body: Mapping[str, Any] = field(default_factory=dict)
    attempts: list[Attempt] = field(default_factory=list)

    @property
    def outcome(self) -> Outcome:
        """What the client knows in the end: done, refused, or neither."""
        outcomes = {attempt.outcome for attempt in self.attempts}
        if "ok" in outcomes:
            return "ok"
        return "info" if "info" in outcomes or not outcomes else "fail"

    @property
    def acknowledged(self) -> Attempt | None:
        """The first attempt that was answered with success."""
        done = [attempt for attempt in self.attempts if attempt.outcome == "ok"]
        return min(done, key=lambda attempt: attempt.ended, default=None)


class History:
    """A file of JSON lines: what was asked, what was answered, what was broken, and when."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.open("a", encoding="utf-8")
        self._lock = threading.Lock()
        self._last = 0

    def new_id(self) -> int:
        """Number an operation."""
        with self._lock:
            self._last += 1
            return self._last

    def write(self, event: str, **members: object) -> None:
        """Append one line."""
        line = json.dumps({"event": event, "t": time.time(), **members}, separators=(",", ":"))
        with self._lock:
            self._file.write(line + "\n")
            self._file.flush()

    def close(self) -> None:
        """Write no more."""
        self._file.close()


def operations_in(path: Path) -> list[Operation]:
    """Read the operations of a history back. An attempt that never ended is an `info`."""
    operations: dict[int, Operation] = {}
    open_attempts: dict[tuple[int, int], float] = {}
    for line in _lines(path):
        if line["event"] == "invoke":
            known = {name: line[name] for name in _TOLD if name in line}
            operations.setdefault(line["op"], Operation(id=line["op"], **known))
            open_attempts[line["op"], line["attempt"]] = line["t"]
        elif line["event"] in {"ok", "fail", "info"}:
            began = open_attempts.pop((line["op"], line["attempt"]))
            attempt = Attempt(
                began, line["t"], line["event"], line["status"], line["code"], line["reply"]
            )
            operations[line["op"]].attempts.append(attempt)
    for (number, _attempt), began in open_attempts.items():
        operations[number].attempts.append(Attempt(began, float("inf"), "info"))
    return list(operations.values())


_TOLD = ("kind", "player", "method", "path", "key", "match", "body")


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)
