"""Matches against the clock, on a clock of the test's own."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from games import engine, services
from games.models import Match, MoveSource
from games.records import MatchRecord
from games.services import PersonActor
from players.models import FeedEvent, Player
from tests.games.tables import NOW, offered

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
# Hardly any grace and no rest: what has passed since the turn began is what it has used.
PLAIN = {
    "kind": "bank",
    "initial_s": 10 * 3600,
    "refill_s": 3600,
    "cap_s": 12 * 3600,
    "turn_max_s": 8 * 3600,
    "grace_s": 60,
    "first_turn_s": 8 * 3600,
    "holidays": True,
    "pauses_per_seat": 1,
    "pause_max_s": 24 * 3600,
    "on_timeout": "forfeit",
}
AFTER = timedelta(seconds=6)
LATE = NOW + 8 * HOUR + AFTER


def clocked(
    seated: Sequence[Player], *, preset: str = "scopa_classica", rated: bool = False, **changes
) -> MatchRecord:
    """Deal a match of these people at NOW, on the plain clock, changed as said, or a named one."""
    forced, named = changes.pop("auto_play_forced", False), changes.pop("clock", None)
    record = offered(
        seated,
        preset=preset,
        overrides={"deal.first_dealer": "seat_0"},
        clock=named or "normale",
        clock_overrides={} if named else {**PLAIN, **changes},
        rated=rated,
        auto_play_forced=forced,
    )
    for player in seated[1:]:
        record = services.join_match(match_id=record.match.public_id, player_id=player.pk, now=NOW)
    return record


def play_at(record: MatchRecord, at: datetime, move: engine.Move | None = None) -> MatchRecord:
    """Play for the seat on turn: the move given, else the first legal one."""
    state = record.match.state
    move = move or engine.legal_moves(state)[0]
    played = services.play_move(
        match_id=record.match.public_id,
        actor=PersonActor(record.seats[state.turn].player_id),
        ply=state.ply,
        card=move.card,
        capture=move.capture,
        now=at,
    )
    return played.record


def stored(record: MatchRecord) -> Match:
    """Return the match as it is in the database now."""
    return Match.objects.get(pk=record.match.pk)


def sources(record: MatchRecord) -> list[MoveSource]:
    """Return who chose each card of a match."""
    return [MoveSource(move.source) for move in record.match.moves.order_by("ply")]


def swept(record: MatchRecord, at: datetime = LATE) -> Match:
    """Let the sweep come by."""
    services.sweep_deadlines(now=at)
    return stored(record)


def kinds_told(player: Player) -> list[str]:
    """List what a player was told of, by type, in order."""
    events = FeedEvent.objects.filter(player=player).order_by("seq")
    return list(events.values_list("type", flat=True))
