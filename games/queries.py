"""Reads. The only functions that hand out a match check that the caller may see it."""

from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from games import engine
from games.errors import MatchNotFound
from games.models import Match, MatchStatus, Move, Seat, SeatKind, SeatStatus
from games.models.statements import match_row, seat_rows
from games.records import MatchRecord, log_of
from scopa_site.outbox.claims import last_beat

__all__ = [
    "AI_SWEEP",
    "DEADLINE_SWEEP",
    "ai_sweep_last_ran_at",
    "all_matches",
    "get_game_record",
    "get_match",
    "list_matches",
    "list_moves",
    "record_of",
    "seats_of",
]

AI_SWEEP = "ai-turns"
DEADLINE_SWEEP = "deadlines"


def get_match(*, match_id: UUID, viewer_id: int | None) -> MatchRecord:
    """Return a match that the viewer may see.

    Raises MatchNotFound alike for no match and for one that is not theirs to see.
    """
    match = match_row(match_id)
    if match is None:
        raise MatchNotFound
    record = record_of(match)
    if not record.is_visible_to(viewer_id):
        raise MatchNotFound
    return record


def list_matches(
    *,
    viewer_id: int,
    status: str | None = None,
    awaiting_me: bool = False,
    joinable: bool = False,
) -> QuerySet[Match]:
    """Select matches with their seats, newest first.

    Without `joinable`: those the viewer sits in or created. With it: those with a seat that the
    viewer could take now. `awaiting_me`: those whose next move is the viewer's.
    """
    mine = Exists(Seat.objects.filter(match=OuterRef("pk"), player_id=viewer_id))
    if joinable:
        matches = Match.objects.filter(_joinable_by(viewer_id), status=MatchStatus.OFFERED)
    else:
        matches = Match.objects.filter(Q(creator_id=viewer_id) | Q(mine))
    if awaiting_me:
        matches = matches.filter(_awaiting(viewer_id), status=MatchStatus.ACTIVE)
    if status is not None:
        matches = matches.filter(status=status)
    seats = Seat.objects.select_related("player").order_by("index")
    return matches.prefetch_related(Prefetch("seats", seats)).order_by("-id")


def list_moves(*, match_id: UUID, viewer_id: int | None, after_ply: int) -> QuerySet[Move]:
    """Select the moves after `after_ply` (-1: all), in order of play.

    Raises MatchNotFound as get_match does.
    """
    record = get_match(match_id=match_id, viewer_id=viewer_id)
    moves = Move.objects.filter(match=record.match, ply__gt=after_ply)
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


def ai_sweep_last_ran_at() -> datetime | None:
    """Tell when the sweep of AI turns last ran; None if it never did."""
    return last_beat(AI_SWEEP)


def _name_written(seat: Seat) -> str:
    """Name a seat alike in every language: by its player, or its opponent's slug."""
    return seat.level or "?" if seat.player is None else seat.player.display_name


def _joinable_by(viewer_id: int) -> Q:
    seats = Seat.objects.filter(match=OuterRef("pk"))
    free = Exists(seats.filter(kind=SeatKind.OPEN))
    seated = Exists(seats.filter(player_id=viewer_id))
    invited = Exists(seats.filter(player_id=viewer_id, status=SeatStatus.INVITED))
    return Q(invited) | (Q(free) & ~Q(seated))


def _awaiting(viewer_id: int) -> Q:
    on_turn = Seat.objects.filter(
        match=OuterRef("pk"), index=OuterRef("turn_seat"), player_id=viewer_id
    )
    return Q(Exists(on_turn))
