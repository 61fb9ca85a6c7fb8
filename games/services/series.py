"""Matches lost by the clock one after another: whoever fell ill fell ill once."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import F

from games.models import Match, RatingNote, Seat, Timeout
from games.records import MatchRecord
from games.services import news, rated
from players.services import lock_feeds

__all__ = ["note_series"]

_SERIES: Final = timedelta(hours=24)
_SERIES_LENGTH: Final = 3
_ONCE_IN: Final = timedelta(days=30)


def note_series(record: MatchRecord, seat: Seat, *, now: datetime) -> None:
    """Let the first of a series of losses by the clock count, and no other; once in 30 days.

    Only matches make a series that would count: what costs nothing must not spare what does. The
    caller holds the row lock, and ends the match against this seat next.
    """
    match = record.match
    if not match.rated or match.rating_note:
        return
    # Two that are lost at once must see each other; telling the table takes these locks anyway.
    lock_feeds({each.player_id for each in news.people(record) if each.player_id is not None})
    timeouts = Timeout.objects.filter(match=match, seat=seat.index, ply=match.ply)
    _spare(_repeated(timeouts.latest("at", "id")), match, now)


def _repeated(last: Timeout) -> Sequence[Timeout]:
    """Give the timeouts that are to be spared now that `last` loses its match."""
    spared = Timeout.objects.filter(
        player_id=last.player_id,
        serial=True,
        at__gt=last.at - _ONCE_IN,
        at__lt=last.at + _ONCE_IN,
    )
    begun = spared.order_by("at").first()
    if begun is None:
        return _series(last)[1:]
    return [last] if abs(last.at - begun.at) < _SERIES else []


def _series(last: Timeout) -> list[Timeout]:
    """Give the series that `last` belongs to, in order: one timeout for each match; or nothing.

    A loss may be claimed days later, so others may have run out after it.
    """
    lost = Timeout.objects.filter(
        player_id=last.player_id,
        at__gt=last.at - _SERIES,
        at__lt=last.at + _SERIES,
        match__rated=True,
        match__rating_note=RatingNote.COUNTS,
        match__termination="timeout",
        match__ended_by_seat=F("seat"),
        match__ply=F("ply"),
    )
    of_match = {each.match_id: each for each in (*lost.order_by("at", "id"), last)}
    ordered = sorted(of_match.values(), key=lambda each: (each.at, each.pk))
    for place, first in enumerate(ordered):
        series = [each for each in ordered[place:] if each.at - first.at < _SERIES]
        if last in series and len(series) >= _SERIES_LENGTH:
            return series
    return []


def _spare(repeated: Sequence[Timeout], match: Match, now: datetime) -> None:
    Timeout.objects.filter(pk__in=[each.pk for each in repeated]).update(serial=True)
    keys = {each.match_id for each in repeated}
    if match.pk in keys:
        match.rating_note = RatingNote.SERIAL_TIMEOUT
    over = Match.objects.filter(pk__in=keys - {match.pk}).order_by("pk")
    for match_id in list(over.values_list("public_id", flat=True)):
        rated.owe_annulment(match_id, now=now)
