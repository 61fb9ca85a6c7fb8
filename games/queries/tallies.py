"""What is counted of players, as it is shown. Nothing here grows with what they have played."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import reduce
from typing import Final

from games.models import Encounter, Tally

__all__ = ["Figures", "Met", "added_up", "figures_of", "met", "typical_reply"]

# Of fewer replies nobody can tell what is typical.
LEAST_REPLIES: Final = 10
_MINUTE: Final = 60


@dataclass(frozen=True, slots=True)
class Figures:
    """What a player did in the finished matches of a preset, or of all: `preset` None."""

    preset: str | None
    matches: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    left: int = 0
    deals: int = 0
    scope: int = 0
    settebelli: int = 0
    primiere: int = 0
    replies: tuple[int, ...] = ()

    @property
    def finished(self) -> float | None:
        """The share of matches that the player did not leave; None before the first."""
        return None if not self.matches else 1 - self.left / self.matches

    def per_deal(self, count: int) -> float | None:
        """Give a number by deal; None before the first deal was scored."""
        return count / self.deals if self.deals else None


@dataclass(frozen=True, slots=True)
class Met:
    """How matches between two players ended, from the side of one."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


def figures_of(player_id: int) -> list[Figures]:
    """List what a player did, a preset each, what was played most first. One query."""
    tallies = Tally.objects.filter(player_id=player_id).order_by("-matches", "preset")
    columns = [column for column in _COLUMNS if column != "replies"]
    return [
        Figures(**{name: getattr(row, name) for name in columns}, replies=tuple(row.replies))
        for row in tallies
    ]


def added_up(figures: Sequence[Figures]) -> Figures:
    """Add what was done by preset."""
    return reduce(_sum, figures, Figures(None))


def met(player_id: int, other_id: int) -> Met:
    """Tell how often `player_id` beat the other in matches that both finished. One query."""
    row = Encounter.objects.filter(player_id=player_id, other_id=other_id).first()
    return Met() if row is None else Met(row.won, row.drawn, row.lost)


def typical_reply(replies: Sequence[int]) -> int | None:
    """Return the seconds within which half the replies came; None for too few.

    Known by classes: 60, 120, 240 and so on.
    """
    total = sum(replies)
    if total < LEAST_REPLIES:
        return None
    before = 0
    for number, count in enumerate(replies):
        before += count
        if 2 * before >= total:
            return _MINUTE << number
    raise AssertionError("half of all replies come before the last")


_COLUMNS = tuple(field.name for field in fields(Figures))


def _sum(one: Figures, other: Figures) -> Figures:
    numbers = {
        name: getattr(one, name) + getattr(other, name)
        for name in _COLUMNS
        if name not in {"preset", "replies"}
    }
    longest = max(len(one.replies), len(other.replies))
    padded = [[*each.replies, *[0] * (longest - len(each.replies))] for each in (one, other)]
    return Figures(None, **numbers, replies=tuple(map(sum, zip(*padded, strict=True))))
