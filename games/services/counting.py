"""What one finished match adds to what is counted of its people. Reckons; reads and writes nothing.

Counted is who held a seat at the end, whoever played its last cards. A place among three or more
counts as won or lost only against the winner.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import permutations
from typing import Final, NamedTuple, TypeAlias

from games import engine
from games.models import MoveSource, Seat, SeatStatus

__all__ = ["CLASSES", "Counted", "Counts", "Timing", "counted_match", "reply_class"]

# Columns, and in their place the classes of replies: what is to be added to each.
Counts: TypeAlias = Counter[str | int]

# Of the times of replies: under 1, 2, 4, ... minutes; the last takes all that are longer.
CLASSES: Final = 16
_LEFT: Final = frozenset(
    {SeatStatus.RESIGNED, SeatStatus.TIMED_OUT, SeatStatus.AI_SUBSTITUTE, SeatStatus.REMOVED}
)
_MINUTE: Final = timedelta(minutes=1)


class Timing(NamedTuple):
    """When a card was played, by whom, and who chose it."""

    ply: int
    seat: int
    source: str
    played_at: datetime


@dataclass(slots=True)
class Counted:
    """What is to be added, by (player, preset) and by (player, other)."""

    tallies: dict[tuple[int, str], Counts] = field(default_factory=dict)
    encounters: dict[tuple[int, int], Counts] = field(default_factory=dict)

    def add(self, more: "Counted") -> None:
        """Add what another match adds."""
        for key, counts in more.tallies.items():
            self.tallies.setdefault(key, Counter()).update(counts)
        for pair, counts in more.encounters.items():
            self.encounters.setdefault(pair, Counter()).update(counts)


def counted_match(
    preset: str,
    seats: Sequence[Seat],
    state: engine.MatchState,
    timings: Iterable[Timing],
    *,
    began: datetime | None,
    stopped: frozenset[int] = frozenset(),
) -> Counted:
    """Count a match that is over for the people who hold these seats.

    `timings` by ply; a turn begins with the card before it, the first at `began`. Of the plies in
    `stopped`, at which time did not count, no reply is counted.
    """
    people = [seat for seat in seats if seat.player_id is not None]
    replies = _replies(timings, began, stopped)
    counted = Counted()
    for seat in people:
        counts: Counts = Counter(_result(seat, state))
        counts.update(_deals(seat, state))
        counts.update(replies.get(seat.index, Counter()))
        counted.tallies[seat.player_id or 0, preset] = counts
    for one, other in permutations(people, 2):
        column = _against(one, other, state)
        if column:
            counted.encounters[one.player_id or 0, other.player_id or 0] = Counter({column: 1})
    return counted


def reply_class(taken: timedelta) -> int:
    """Give the class of a time: 0 under a minute, 1 under two, 2 under four, and so on.

    >>> [reply_class(timedelta(seconds=s)) for s in (0, 59, 60, 119, 120, 240, 10**9)]
    [0, 0, 1, 1, 2, 3, 15]
    """
    return min(max(taken // _MINUTE, 0).bit_length(), CLASSES - 1)


def _result(seat: Seat, state: engine.MatchState) -> Iterator[str | int]:
    winner = state.outcome.winner_side if state.outcome is not None else None
    yield "matches"
    yield "drawn" if winner is None else "won" if winner == seat.side else "lost"
    if seat.status in _LEFT:
        yield "left"


def _deals(seat: Seat, state: engine.MatchState) -> dict[str | int, int]:
    side = seat.side
    return {
        "deals": len(state.deals),
        "scope": sum(deal.scope[side] for deal in state.deals),
        "settebelli": sum(deal.settebello == side for deal in state.deals),
        "primiere": sum(deal.primiera == side for deal in state.deals),
    }


def _against(one: Seat, other: Seat, state: engine.MatchState) -> str:
    """Name the column of a pair; "" for partners, and for two of whom neither won."""
    if one.side == other.side or state.outcome is None:
        return ""
    results = {None: "drawn", one.side: "won", other.side: "lost"}
    return results.get(state.outcome.winner_side, "")


def _replies(
    timings: Iterable[Timing], began: datetime | None, stopped: frozenset[int]
) -> dict[int, Counts]:
    """Count by seat how long people took; what nobody had to be asked for is no reply."""
    replies: dict[int, Counts] = {}
    since = began
    for timing in timings:
        is_reply = timing.source == MoveSource.PERSON and timing.ply not in stopped
        if is_reply and since is not None:
            taken = reply_class(timing.played_at - since)
            replies.setdefault(timing.seat, Counter())[taken] += 1
        since = timing.played_at
    return replies
