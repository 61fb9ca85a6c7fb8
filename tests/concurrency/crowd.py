"""Many hands at once, each a thread with a database connection of its own."""

import re
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from django.db import connection, connections

PATIENCE = 30.0
_ROW_LOCK = re.compile(r" FOR (?:NO KEY )?UPDATE(?: OF \S+)?")


def all_at_once(actions: Sequence[Callable[[], object]]) -> list:
    """Run the actions at the same moment; return what each answered, or the error it raised."""
    gate = threading.Barrier(len(actions))

    def run(action):
        try:
            # Connecting takes longer than most actions: it must not spread them out.
            connection.ensure_connection()
            gate.wait(PATIENCE)
            return action()
        except Exception as error:  # noqa: BLE001 - an error is an answer here
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(run, actions))


def unlocked(actions: Sequence[Callable[[], object]]) -> list[Callable[[], object]]:
    """Return the same actions, whose row locks lock nothing: the control of a race test.

    The code under test runs as it is; the first statement of each that would lock a row loses its
    FOR UPDATE on the way to the database, and waits until all have read, which is the order that
    a lock forbids.
    """
    all_have_read = threading.Barrier(len(actions))
    mine = threading.local()

    def execute(execute, sql, params, many, context):
        stripped = sql if getattr(mine, "has_read", False) else _ROW_LOCK.sub("", sql)
        result = execute(stripped, params, many, context)
        if stripped != sql:
            mine.has_read = True
            all_have_read.wait(PATIENCE)
        return result

    @contextmanager
    def without_locks():
        with connection.execute_wrapper(execute):
            yield

    def sabotaged(action):
        def run():
            with without_locks():
                return action()

        return run

    return [sabotaged(action) for action in actions]
