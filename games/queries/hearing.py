"""Who hears what is said at a table."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from games.models import Remark, RemarkKind, Seat, SeatKind
from games.records import MatchRecord
from players.models import Tie, TieKind
from players.queries.ties import muted_by

__all__ = ["list_messages", "seats_that_hear"]


def seats_that_hear(speaker: Seat, seats: Iterable[Seat]) -> list[Seat]:
    """Choose, of these seats, the people for whom the speaker is neither muted nor blocked.

    The speaker is not among them. One query.
    """
    people = [
        seat for seat in seats if seat.kind == SeatKind.PERSON and seat.index != speaker.index
    ]
    ids = [seat.player_id for seat in people]
    ties = Tie.objects.filter(
        Q(player_id__in=ids, other_id=speaker.player_id)
        | Q(player_id=speaker.player_id, other_id__in=ids, kind=TieKind.BLOCK)
    )
    deaf = {each for pair in ties.values_list("player_id", "other_id") for each in pair}
    return [seat for seat in people if seat.player_id not in deaf]


def list_messages(record: MatchRecord, *, reader: Seat) -> QuerySet[Remark]:
    """Select what was written at a table after its end, but for what the reader will not hear."""
    others = [
        seat.player_id for seat in record.seats if seat.player_id not in {None, reader.player_id}
    ]
    unheard = set(muted_by(reader.player_id or 0)).intersection(others)
    silent = [seat.index for seat in record.seats if seat.player_id in unheard]
    written = Remark.objects.filter(match=record.match, kind=RemarkKind.MESSAGE)
    return written.exclude(seat__in=silent)
