"""What is left in the database server by those who worked on it."""

from collections.abc import Iterator

from django.db import connection

from games.invariants.violation import Scope, Violation

__all__ = ["nobody_holds_a_transaction"]

# A statement may take five seconds; a transaction that is idle for longer was forgotten.
_FORGOTTEN = """
    SELECT pid, state, extract(epoch FROM clock_timestamp() - state_change)::int
    FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND state LIKE 'idle in transaction%%'
      AND clock_timestamp() - state_change > interval '5 seconds'
"""
_HELD = """
    SELECT pid, locktype, mode
    FROM pg_locks
    WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND (locktype = 'advisory' OR NOT granted)
"""


def nobody_holds_a_transaction(scope: Scope) -> Iterator[Violation]:
    """I-25: no transaction is idle; at rest no lock is waited for, and no advisory lock held."""
    if connection.vendor != "postgresql":
        return
    for pid, state, seconds in _rows(_FORGOTTEN):
        yield Violation("I-25", f"database session {pid}", f"{state} for {seconds} s")
    if scope.at_rest:
        for pid, kind, mode in _rows(_HELD):
            yield Violation("I-25", f"database session {pid}", f"a lock: {kind}, {mode}")


def _rows(statement: str) -> list[tuple[int, str, str]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, [])
        return list(cursor.fetchall())
