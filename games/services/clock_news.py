"""Tell the table that the time of the running turn has changed, though no card was played."""

from datetime import datetime

from games.records import MatchRecord
from games.services import news

__all__ = ["tell_of_clock"]


def tell_of_clock(record: MatchRecord, *, because: str, now: datetime) -> None:
    """Publish the deadline as it now is, and why it is another."""
    match = record.match
    data = {
        "version": match.version,
        "seat": match.turn_seat,
        "deadline_at": news.moment(match.deadline_at),
        "because": because,
    }
    news.tell(record, "match.clock_changed", data, now=now)
