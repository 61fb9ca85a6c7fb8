"""Names of the tasks, so that services ring them without importing them."""

from scopa_site.outbox.doorbell import ring, ring_on_commit, run_on_commit

__all__ = [
    "AI_TURN",
    "SWEEP_ABANDONED",
    "SWEEP_AI_TURNS",
    "SWEEP_CLOSED_WORLDS",
    "SWEEP_DEADLINES",
    "SWEEP_OFFERS",
    "SWEEP_REMINDERS",
    "ring_ai_turn",
    "ring_ai_turn_on_commit",
    "run_ai_turn_on_commit",
]

AI_TURN = "games.ai_turn"
SWEEP_AI_TURNS = "games.sweep_ai_turns"
SWEEP_DEADLINES = "games.sweep_deadlines"
SWEEP_REMINDERS = "games.sweep_reminders"
SWEEP_OFFERS = "games.sweep_offers"
SWEEP_ABANDONED = "games.sweep_abandoned"
SWEEP_CLOSED_WORLDS = "games.sweep_closed_worlds"

# Workers take from the queues in turn, so a thousand matches of AIs among themselves slow one
# another down, and neither the opponent of a person nor the sweeps.
_AWAITED, _UNWATCHED = "ai", "ai_unwatched"


def ring_ai_turn(*, match_pk: int, ply: int, person_waits: bool) -> bool:
    """Ring for an AI's move now."""
    return ring(AI_TURN, queue=_queue(person_waits), match_pk=match_pk, ply=ply)


def ring_ai_turn_on_commit(*, match_pk: int, ply: int, person_waits: bool) -> None:
    """Ring for an AI's move once the running transaction has committed."""
    ring_on_commit(AI_TURN, queue=_queue(person_waits), match_pk=match_pk, ply=ply)


def run_ai_turn_on_commit(*, match_pk: int, ply: int) -> None:
    """Make an AI's move in this process, as soon as the running transaction has committed.

    For sandboxes, whose bots answer at once. Each move calls the next; a person's turn ends it.
    """
    run_on_commit(AI_TURN, match_pk=match_pk, ply=ply)


def _queue(person_waits: bool) -> str:
    return _AWAITED if person_waits else _UNWATCHED
