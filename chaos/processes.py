"""Processes that are started again after they were killed, and never outlive the run."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chaos.leaving import not_now

__all__ = ["ROOT", "Part", "PartFailed", "kill", "wait_until"]

ROOT = Path(__file__).resolve().parent.parent
_STOP_SECONDS = 15.0


class PartFailed(RuntimeError):
    """A part of the service did not come up; the message ends with the last of its log."""


@dataclass
class Part:
    """One command in a session of its own, with whatever processes it starts.

    `answers` tells whether it does its work. `more` goes to Popen.
    """

    name: str
    command: Sequence[str]
    env: Mapping[str, str]
    folder: Path
    answers: Callable[[], bool] = lambda: True
    stop_by: signal.Signals = signal.SIGTERM
    more: Mapping[str, Any] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None
    # For the length of one fault: another environment, or another program.
    extra_env: Mapping[str, str] = field(default_factory=dict)

    @property
    def log(self) -> Path:
        """Where it writes: all its lives in one file."""
        return self.folder / f"{self.name}.log"

    @property
    def pid(self) -> int:
        """The id of the process that was started."""
        if self.process is None:
            raise PartFailed(f"{self.name} was not started")
        return self.process.pid

    @property
    def runs(self) -> bool:
        """Whether the process that was started is alive."""
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        """Start it; do not wait until it answers."""
        # A process that was forked and is known to nobody would outlive the run.
        with self.log.open("ab") as log, not_now():
            self.process = subprocess.Popen(
                list(self.command),
                cwd=ROOT,
                env={**self.env, **self.extra_env},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **self.more,
            )

    def await_answer(self, within: float = 60.0, *, supervised: bool = False) -> None:
        """Wait until it does its work; `supervised`: started again if it ends.

        Raises PartFailed.
        """

        def came_up() -> bool:
            if not self.runs and supervised:
                self.start()
                return False
            if not self.runs:
                raise PartFailed(f"{self.name} ended at once")
            return self.answers()

        try:
            wait_until(came_up, within=within, what=f"{self.name} answers")
        except PartFailed as error:
            raise PartFailed(f"{error}: {self.last_words()}") from error

    def descendants(self) -> list[int]:
        """List the processes below the one that was started, parents first."""
        return [] if self.process is None else _below(self.process.pid)

    def workers(self) -> list[int]:
        """List those of its children that do the work, not those that only keep watch."""
        return [pid for pid in self.descendants() if "resource_tracker" not in _command_of(pid)]

    def kill_tree(self) -> None:
        """Kill it and all that it started, as a power cut does."""
        if self.process is None:
            return
        for pid in [self.process.pid, *self.descendants()]:
            kill(pid)
        # What was forked meanwhile is in the group still.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Ask it to end, then make it."""
        if self.process is None:
            return
        if self.runs:
            self.process.send_signal(signal.SIGCONT)
            self.process.send_signal(self.stop_by)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(_STOP_SECONDS)
        self.kill_tree()

    def last_words(self) -> str:
        """Return the end of its log."""
        said = self.log.read_text(errors="replace") if self.log.exists() else ""
        return said[-1500:]


def kill(pid: int) -> None:
    """Kill one process that a part of ours started; it may be gone by now."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def wait_until(
    happened: Callable[[], object], *, within: float, what: str, every: float = 0.05
) -> float:
    """Wait for it; return how many seconds it took. Raises PartFailed when it is too late."""
    begun = time.monotonic()
    while not happened():
        if time.monotonic() - begun > within:
            raise PartFailed(f"not within {within:.0f} s: {what}")
        time.sleep(every)
    return time.monotonic() - begun


def _below(pid: int) -> list[int]:
    children = [
        int(child)
        for listed in Path(f"/proc/{pid}/task").glob("*/children")
        for child in _read(listed).split()
    ]
    return [each for child in children for each in (child, *_below(child))]


def _command_of(pid: int) -> str:
    return _read(Path(f"/proc/{pid}/cmdline")).replace("\0", " ")


def _read(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:  # it ended meanwhile
        return ""
