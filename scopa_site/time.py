"""The one clock by which anything is decided.

On PostgreSQL it is the database's: web processes, workers and sweeps on many machines then agree
on what came before a deadline. On SQLite all is on this machine, and so is the clock.

Only the edge reads it (views, tasks, commands); services take the instant as `now`.
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection

__all__ = ["now", "written"]


def now() -> datetime:
    """Return this instant, in UTC. One statement on PostgreSQL; not that of the transaction."""
    if connection.vendor != "postgresql":
        return datetime.now(UTC) + _offset()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        instant: datetime = cursor.fetchone()[0]
    return instant


def _offset() -> timedelta:
    """Return how far a test has moved the clock: the seconds in the file CLOCK_OFFSET_FILE.

    Read at each call; no file moves nothing. A deployment cannot have one: see the settings.
    """
    path: Path | None = settings.CLOCK_OFFSET_FILE
    if path is None:
        return timedelta()
    try:
        return timedelta(seconds=float(path.read_text()))
    except FileNotFoundError:
        return timedelta()


def written(moment: datetime) -> str:
    """Write an instant as RFC 3339 in UTC, to the millisecond: as every answer and event does."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"
