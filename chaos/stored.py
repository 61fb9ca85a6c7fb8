"""What the database holds, by the ids that clients know."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from chaos.databases import Database

__all__ = ["AI_ANSWERS_WITHIN", "Card", "Stored", "read", "worst_answer_of_an_ai"]

AI_ANSWERS_WITHIN = 15.0


class Card(NamedTuple):
    """A card that lies in the log of a match. `capture`: cards, parted by spaces."""

    player: str
    card: str
    capture: str
    source: str


@dataclass(frozen=True)
class Stored:
    """All that clients could be told. Matches and players are named by their public ids."""

    matches: dict[str, str] = field(default_factory=dict)  # who created them
    moves: dict[tuple[str, int], Card] = field(default_factory=dict)  # by match and ply
    seats: set[tuple[str, str]] = field(default_factory=set)
    resigned: set[tuple[str, str]] = field(default_factory=set)
    remarks: dict[tuple[str, str], int] = field(default_factory=dict)  # how many
    events: dict[str, int] = field(default_factory=dict)  # the number of the last


def read(database: Database) -> Stored:
    """Read it."""
    seats = database.rows(
        "SELECT m.public_id::text, p.public_id::text, s.status FROM games_seat s"
        " JOIN games_match m ON m.id = s.match_id JOIN players_player p ON p.id = s.player_id"
    )
    return Stored(
        matches={str(match): str(creator) for match, creator in database.rows(_MATCHES)},
        moves={
            (str(row[0]), int(str(row[1]))): Card(*map(str, row[2:]))
            for row in database.rows(_MOVES)
        },
        seats={(str(match), str(player)) for match, player, _status in seats},
        resigned={(str(match), str(player)) for match, player, how in seats if how == "resigned"},
        remarks={
            (str(match), str(player)): int(str(count))
            for match, player, count in database.rows(_REMARKS)
        },
        events={str(player): int(str(last)) for player, last in database.rows(_EVENTS)},
    )


_MATCHES = (
    "SELECT m.public_id::text, p.public_id::text FROM games_match m"
    " JOIN players_player p ON p.id = m.creator_id"
)
_MOVES = (
    "SELECT m.public_id::text, v.ply, coalesce(p.public_id::text, ''), v.card, v.capture,"
    " v.source FROM games_move v JOIN games_match m ON m.id = v.match_id"
    " JOIN games_seat s ON s.match_id = m.id AND s.index = v.seat"
    " LEFT JOIN players_player p ON p.id = s.player_id"
)
_REMARKS = (
    "SELECT m.public_id::text, p.public_id::text, count(*)::int FROM games_remark r"
    " JOIN games_match m ON m.id = r.match_id"
    " JOIN games_seat s ON s.match_id = m.id AND s.index = r.seat"
    " JOIN players_player p ON p.id = s.player_id GROUP BY 1, 2"
)
_EVENTS = (
    "SELECT p.public_id::text, f.last_seq FROM players_feed f"
    " JOIN players_player p ON p.id = f.player_id"
)


def worst_answer_of_an_ai(
    database: Database, stops: Sequence[tuple[float, float]], *, since: float
) -> list[tuple[float, str]]:
    """List how long each AI took from when it could, worst first; and where.

    Of the turns that were open at `since` or came later. `stops`: when no AI could play.
    """
    turns = database.rows(
        "SELECT m.public_id::text, t.ply, extract(epoch FROM t.created_at)::float8,"
        " extract(epoch FROM coalesce(t.done_at, clock_timestamp()))::float8"
        " FROM games_aiturn t JOIN games_match m ON m.id = t.match_id"
        " WHERE t.done_at IS NULL OR t.done_at > to_timestamp(%s)",
        since,
    )
    found = []
    for match, ply, owed, done in turns:
        assert isinstance(owed, float)
        assert isinstance(done, float)
        could = owed
        for began, mended in sorted(stops):
            if began <= done and could < mended:
                could = max(could, mended)
        found.append((max(0.0, done - could), f"match {match}, ply {ply}"))
    return sorted(found, reverse=True)
