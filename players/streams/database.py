"""Ask the database from a loop, on the few connections that this process has."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import close_old_connections, connections

__all__ = ["Database"]

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")

_CONNECTIONS = 2  # so that the look at the counters need not wait for somebody's long page


class Database:
    """Threads that ask, each with a connection of its own, one question at a time."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(_CONNECTIONS, thread_name_prefix="database")

    async def ask(
        self, question: Callable[Asked, Answer], *args: Asked.args, **kwargs: Asked.kwargs
    ) -> Answer:
        """Return what the function returns, run where it may wait. Raises what it raises."""

        def asked() -> Answer:
            close_old_connections()
            return question(*args, **kwargs)

        return await asyncio.get_running_loop().run_in_executor(self._threads, asked)

    def close(self) -> None:
        """Answer what is being asked, and close the connections."""
        everywhere = threading.Barrier(_CONNECTIONS)

        def last() -> None:
            everywhere.wait()  # each thread has its own connection, and must do this itself
            connections.close_all()

        for _thread in range(_CONNECTIONS):
            self._threads.submit(last)
        self._threads.shutdown()
