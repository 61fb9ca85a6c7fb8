"""How times are written in the answers about matches."""

from datetime import UTC, datetime

__all__ = ["time_or_null", "time_text"]


def time_text(moment: datetime) -> str:
    """Write a time as RFC 3339 in UTC, to the millisecond."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


def time_or_null(moment: datetime | None) -> str | None:
    """Write a time that need not be there."""
    return None if moment is None else time_text(moment)
