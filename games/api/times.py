"""How times are written in the answers about matches."""

from datetime import datetime

from scopa_site.time import written as time_text

__all__ = ["time_or_null", "time_text"]


def time_or_null(moment: datetime | None) -> str | None:
    """Write a time that need not be there."""
    return None if moment is None else time_text(moment)
