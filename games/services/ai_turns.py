"""Make the moves that AIs owe. Think outside every lock; play through the same door as people."""

import hashlib
import hmac
import logging
from datetime import datetime, timedelta

from django.conf import settings

from games import ai, engine, jobs
from games.errors import MatchCancelled, MatchFinished, NotSeated, StalePosition
from games.models import AiTurn, Match, MatchStatus, MoveSource
from games.queries import AI_SWEEP, record_of
from games.records import MatchRecord
from games.services.play import AiActor, play_move
from scopa_site.errors import DomainError
from scopa_site.outbox.claims import beat, claim, due, release

__all__ = ["ATTEMPTS", "LEASE", "run_ai_turn", "sweep_ai_turns"]

logger = logging.getLogger(__name__)

# Longer than the hard time limit of the task, so that a second hand never finds the first alive.
LEASE = timedelta(seconds=4)
ATTEMPTS = 5
# With the sweep's period, all attempts and the fallback come within a quarter of a minute.
_BACKOFF = (timedelta(seconds=1),)
_SWEEP_LIMIT = 200
_RUNG = timedelta(seconds=1)


def run_ai_turn(*, match_pk: int, ply: int, now: datetime) -> bool:
    """Make one AI move; False when it was not ours to make, or failed and will be tried again.

    After ATTEMPTS failures the first legal move is played and the log says so.
    """
    row = claim(AiTurn.objects.all(), match_id=match_pk, ply=ply, now=now, lease=LEASE)
    if row is None:
        return False
    record = record_of(Match.objects.get(pk=match_pk))
    if record.match.status != MatchStatus.ACTIVE or record.match.ply != ply:
        _set_aside(row, now)
        return False
    if row.attempts > ATTEMPTS:
        return _fall_back(row, record, now)
    try:
        _play(record, _chosen(record), MoveSource.AI, now + record.match.world_offset)
    except (StalePosition, MatchFinished, MatchCancelled, NotSeated):
        # Another hand was quicker, or somebody left or came back: nothing is owed any more.
        _set_aside(row, now)
        return False
    except Exception as error:
        # Whatever an AI does wrong is counted and tried again; it must not stop the match.
        logger.exception("AI turn %s @ %s failed, attempt %s", match_pk, ply, row.attempts)
        release(row, error=f"{type(error).__name__}: {error}", now=now, backoff=_BACKOFF)
        return False
    return True


def sweep_ai_turns(*, now: datetime) -> int:
    """Ring for each AI move that nobody is making; return how many.

    Those for which a person waits come first. What has just been rung is left for the next time.
    """
    owed = AiTurn.objects.filter(created_at__lte=now - _RUNG).order_by("-person_waits", "id")
    rows = due(owed, now=now, limit=_SWEEP_LIMIT)
    for row in rows:
        rung = jobs.ring_ai_turn(match_pk=row.match_id, ply=row.ply, person_waits=row.person_waits)
        if not rung:
            break
    beat(AI_SWEEP, now=now)
    return len(rows)


def _chosen(record: MatchRecord) -> engine.Move:
    seat = _seat_on_turn(record)
    view = engine.view(_state(record), seat)
    level = ai.LEVELS[record.seats[seat].playing_level]
    return level.choose(view, _seed(record.match), level.budget).move


def _fall_back(row: AiTurn, record: MatchRecord, now: datetime) -> bool:
    logger.error(
        "AI turn %s @ %s: %s attempts failed (%s); the first legal move is played",
        row.match_id,
        row.ply,
        ATTEMPTS,
        row.last_error,
    )
    try:
        move = engine.legal_moves(_state(record))[0]
        _play(record, move, MoveSource.FALLBACK, now + record.match.world_offset)
    except DomainError as error:
        release(row, error=f"fallback: {error.code}", now=now, backoff=_BACKOFF)
        return False
    return True


def _play(record: MatchRecord, move: engine.Move, source: MoveSource, now: datetime) -> None:
    play_move(
        match_id=record.match.public_id,
        actor=AiActor(_seat_on_turn(record), source),
        ply=record.match.ply,
        card=move.card,
        capture=move.capture,
        now=now,
    )


def _set_aside(row: AiTurn, now: datetime) -> None:
    """Close a turn that the match has passed, for example because somebody resigned."""
    AiTurn.objects.filter(pk=row.pk).update(done_at=now)


def _seed(match: Match) -> bytes:
    """Derive the AI's dice from a secret, the match and the ply: never from the pack."""
    message = f"{match.public_id}:{match.ply}".encode()
    return hmac.new(settings.AI_SECRET.encode(), message, hashlib.sha256).digest()


def _state(record: MatchRecord) -> engine.MatchState:
    assert record.state is not None, "an active match has a state"  # noqa: S101 - for the types
    return record.state


def _seat_on_turn(record: MatchRecord) -> int:
    assert record.match.turn_seat is not None, "an active match has a turn"  # noqa: S101
    return record.match.turn_seat
