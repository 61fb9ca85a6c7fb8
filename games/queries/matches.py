"""One match: as it stands, its moves, its record. Whoever asks must be allowed to see it."""

from collections.abc import Sequence
from datetime import UTC
from uuid import UUID

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet, Value

from games import engine
from games.errors import MatchNotFound
from games.models import Match, MatchStatus, Move, Seat
from games.models.statements import match_row, seat_rows
from games.records import MatchRecord, log_of
from players.queries.ties import kept_apart

__all__ = [
    "all_matches",
    "get_game_record",
    "get_match",
    "is_kept_from",
    "list_moves",
    "record_of",
    "seats_of",
]


def get_match(*, match_id: UUID, viewer_id: int | None) -> MatchRecord:
    """Return a match that the viewer may see.

    Raises MatchNotFound alike for no match and for one that is not theirs to see.
    """
    match = match_row(match_id)
    if match is None:
        raise MatchNotFound
    record = record_of(match)
    if not record.is_visible_to(viewer_id) or is_kept_from(record, viewer_id):
        raise MatchNotFound
    return record


def is_kept_from(record: MatchRecord, player_id: int | None) -> bool:
    """Tell whether an open match is not for this player: elsewhere, or with somebody blocked.

    Asks nothing where the player sits at the table or created the match.
    """
    creator_id = record.match.creator_id
    if player_id is None or player_id == creator_id or record.seat_of(player_id) is not None:
        return False
    there = {creator_id, *(seat.player_id for seat in record.seats)}
    there.add(player_id)
    return not there.isdisjoint(kept_apart(player_id, world_id=record.match.world_id))


def list_moves(*, match_id: UUID, viewer_id: int | None, after_ply: int) -> QuerySet[Move]:
    """Select the moves after `after_ply` (-1: all), in order of play.

    `is_own` of each: whether the viewer's seat played it. Raises MatchNotFound as get_match does.
    """
    record = get_match(match_id=match_id, viewer_id=viewer_id)
    own = record.seat_of(viewer_id)
    is_own = Value(False) if own is None else ExpressionWrapper(Q(seat=own.index), BooleanField())
    moves = Move.objects.filter(match=record.match, ply__gt=after_ply).annotate(is_own=is_own)
    return moves.select_related("deal").defer("deal__deck").order_by("ply")


def get_game_record(*, match_id: UUID, viewer_id: int | None) -> engine.GameRecord:
    """Write down a match for a viewer: all of it once it is over, until then what all have seen.

    Raises MatchNotFound as get_match does.
    """
    record = get_match(match_id=match_id, viewer_id=viewer_id)
    match, is_over = record.match, record.match.status == MatchStatus.FINISHED
    log = [] if match.first_dealer is None else log_of(match, until=match.ply)
    game = engine.record_match(
        engine.decode_rules(match.rules),
        match.first_dealer or 0,
        # Whoever gave up since the match was read has not done so yet.
        [entry for entry in log if is_over or not isinstance(entry, engine.ResignEntry)],
        players=[_name_written(seat) for seat in record.seats],
        match=str(match.public_id),
        date="?" if match.started_at is None else f"{match.started_at.astimezone(UTC):%Y-%m-%d}",
        engine=match.engine_version,
    )
    return game if is_over else engine.without_packs(game)


def all_matches(public_ids: Sequence[str] = ()) -> QuerySet[Match]:
    """Select all matches, or those named, oldest first: for the operator, not for players."""
    matches = Match.objects.order_by("id")
    return matches.filter(public_id__in=public_ids) if public_ids else matches


def record_of(match: Match) -> MatchRecord:
    """Read the seats and decode the state of a match. Whoever calls answers for who sees it."""
    return MatchRecord(match=match, seats=seats_of(match), state=match.state)


def seats_of(match: Match) -> tuple[Seat, ...]:
    """Read the seats of a match with their players, in order."""
    return seat_rows(match.pk)


def _name_written(seat: Seat) -> str:
    """Name a seat alike in every language: by its player, or its opponent's slug."""
    return seat.level or "?" if seat.player is None else seat.player.display_name
