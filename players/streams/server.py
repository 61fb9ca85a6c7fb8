"""Serve the events from a process of their own."""

import os
import signal
import sys
from typing import Any

from gunicorn.app.base import BaseApplication

__all__ = ["EventServer"]

_FAREWELL_SECONDS = 0.7


class EventServer(BaseApplication):
    """Gunicorn with one worker that runs a loop: all who wait are in one process."""

    def __init__(self, *, bind: str) -> None:
        self._settings: dict[str, Any] = {
            "bind": bind,
            "worker_class": "asgi",
            "workers": 1,
            "worker_connections": 5000,
            "backlog": 1024,
            "graceful_timeout": 2,
            "keepalive": 30,
            "post_worker_init": _say_farewell_when_stopped,
            "on_exit": lambda _server: _leave(),
            "loglevel": "warning",
            "proc_name": "scopa-events",
            "control_socket_disable": True,
            # What a proxy says of the client matters nowhere here.
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
        """Return the ASGI application."""
        from players.streams.asgi import application

        return application


def _say_farewell_when_stopped(worker: Any) -> None:
    """Let all who wait be answered at once, and then end: a stream would never end by itself.

    Who has not taken the end of the answer by then is cut off, and comes back with the cursor.
    """
    from players.streams.asgi import application

    def stop() -> None:
        application.watch.close()
        worker.loop.call_later(_FAREWELL_SECONDS, _leave)

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        worker.loop.add_signal_handler(number, stop)


def _leave() -> None:
    """End this process here and now: it changes nothing, and has only memory to give back."""
    sys.stderr.flush()
    os._exit(0)
