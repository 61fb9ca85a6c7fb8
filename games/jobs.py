"""Names of the tasks, so that services ring them without importing them."""

from scopa_site.outbox.doorbell import ring, ring_on_commit

__all__ = ["AI_TURN", "SWEEP_AI_TURNS", "ring_ai_turn", "ring_ai_turn_on_commit"]

AI_TURN = "games.ai_turn"
SWEEP_AI_TURNS = "games.sweep_ai_turns"


def ring_ai_turn(*, match_pk: int, ply: int) -> bool:
    """Ring for an AI's move now."""
    return ring(AI_TURN, match_pk=match_pk, ply=ply)


def ring_ai_turn_on_commit(*, match_pk: int, ply: int) -> None:
    """Ring for an AI's move once the running transaction has committed."""
    ring_on_commit(AI_TURN, match_pk=match_pk, ply=ply)
