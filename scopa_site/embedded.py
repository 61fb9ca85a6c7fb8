"""Web, worker and beat in one process tree, for a machine with nothing else installed."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from celery import beat
from celery.worker import WorkController
from celery.worker import state as worker_state
from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger, SafeAtoms

from scopa_site.celery import app
from scopa_site.held import held
from scopa_site.log_lines import scrubbed

__all__ = ["EmbeddedServer"]

# What is cut short is in the database and goes on at the next start; nobody need wait for it.
_STOP_SECONDS = 2
_GRACE_SECONDS = 10
# Of the threads, those that may wait for events at once: the others go on serving.
_HELD = 4


class EmbeddedServer(BaseApplication):
    """Gunicorn with one worker process that also runs the tasks and their schedule.

    One process, because the in-memory broker is one a process.
    """

    def __init__(self, *, bind: str, threads: int, when_ready: Callable[[], None]) -> None:
        self._settings: dict[str, Any] = {
            "bind": bind,
            "worker_class": "gthread",
            "workers": 1,
            "threads": threads,
            "graceful_timeout": _GRACE_SECONDS,
            "post_worker_init": _start,
            "worker_exit": _stop,
            "when_ready": lambda _server: when_ready(),
            "loglevel": "warning",
            "logger_class": _Log,
            "accesslog": "-",
            "access_log_format": "%(t)s %(m)s %(U)s %(s)s, %(M)s ms",
            "proc_name": "scopa",
            "control_socket_disable": True,
            # No proxy stands in front: nobody is believed who speaks as one.
            "forwarded_allow_ips": "",
            "forwarder_headers": "",
            "secure_scheme_headers": {},
        }
        super().__init__()

    def load_config(self) -> None:
        """Hand our settings to gunicorn."""
        for name, value in self._settings.items():
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> Any:
        """Return the WSGI application."""
        from scopa_site.wsgi import application

        return application


class _Told(SafeAtoms):
    """What a line tells of a request, without the links that are secrets."""

    def __getitem__(self, name: str) -> str:
        return scrubbed(str(super().__getitem__(name)))  # some are numbers


class _Log(Logger):
    """Gunicorn's own log, which does not pass through the log of Django."""

    atoms_wrapper_class = _Told


class _Tasks:
    """The Celery worker and the beat, each in a thread."""

    def __init__(self) -> None:
        # Bare pieces instead of the celery command: they install no signal handlers, so that
        # Ctrl-C stays gunicorn's.
        self.worker = WorkController(
            app=app,
            pool_cls="threads",
            # Four that bring notifications (one for each channel and lane, see their tasks) to
            # somebody slow still leave two for opponents.
            concurrency=6,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        # A process of its own would be renamed and could not be joined.
        self.beat = beat.Service(app, max_interval=1, scheduler_cls=app.conf.beat_scheduler)
        self.threads = [
            threading.Thread(target=self.worker.start, name="celery-worker", daemon=True),
            threading.Thread(target=self.beat.start, name="celery-beat", daemon=True),
        ]

    def start(self) -> None:
        for thread in self.threads:
            thread.start()

    def stop(self) -> None:
        self.beat.stop()
        # How a worker is told to stop from outside; its types forget that it takes an exit code.
        worker_state.should_stop = 0  # type: ignore[assignment]
        until = time.monotonic() + _STOP_SECONDS
        for thread in self.threads:
            thread.join(max(0.0, until - time.monotonic()))


_running: list[_Tasks] = []


def _start(worker: Any) -> None:
    # Ctrl-C reaches every process of the terminal, and the parent tells this one to stop as well.
    # Gunicorn's handler is not made to be interrupted by itself: it would wait for its own lock.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    held.allow(_HELD, is_stopping=lambda: not worker.alive)
    tasks = _Tasks()
    tasks.start()
    _running.append(tasks)


def _stop(_server: object, _worker: object) -> None:
    if not _running:  # not the process that serves
        return
    print("Stopping ...", flush=True)  # noqa: T201 - for whoever pressed Ctrl-C
    while _running:
        _running.pop().stop()
    # Not by way of the interpreter's end: it would wait for threads that wait for nothing more,
    # and take its time to tidy a memory that is given back anyway.
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
