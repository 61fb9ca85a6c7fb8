"""The heartbeat of a web process: as long as it beats, moves can arrive."""

import logging
import threading
from typing import Final

from django.db import close_old_connections, connections

from games.services.outages import web_is_alive
from scopa_site import time

__all__ = ["PERIOD", "Heart", "start"]

logger = logging.getLogger(__name__)

PERIOD: Final = 10.0  # seconds


class Heart:
    """Beats in a thread that dies with its process. The first beat is at once."""

    def __init__(self, *, period: float = PERIOD) -> None:
        self._period = period
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)

    def start(self) -> None:
        """Begin to beat."""
        self._thread.start()

    def stop(self) -> None:
        """Beat no more, and wait until the last beat is over."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        self._beat()
        while not self._stopped.wait(self._period):
            self._beat()
        connections.close_all()  # those of this thread

    def _beat(self) -> None:
        try:
            close_old_connections()
            web_is_alive(now=time.now())
        except Exception:  # a database that is away is an outage, and is noted once it is back
            logger.warning("the heartbeat of this process was not written", exc_info=True)


def start() -> None:
    """Beat until this process ends."""
    Heart().start()
