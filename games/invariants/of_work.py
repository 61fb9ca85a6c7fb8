"""What AIs owe: one row a move, made once, and not too late."""

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Exists, F, OuterRef, Q

from games.invariants.violation import Scope, Violation
from games.models import AiTurn, Move, MoveSource
from games.services.ai_turns import ATTEMPTS

__all__ = ["ai_moves_were_owed", "ai_turns_are_not_left", "ai_turns_are_not_tried_for_ever"]

# Fifteen seconds are promised after a fault; while people play, a worker may have a queue.
_PATIENCE_AT_REST = timedelta(seconds=15)
_PATIENCE = timedelta(seconds=60)


def ai_moves_were_owed(scope: Scope) -> Iterator[Violation]:
    """I-12: each move that an AI made was owed, and its row says that it is done."""
    moves = Move.objects.filter(match__in=scope.matches)
    done = AiTurn.objects.filter(
        match=OuterRef("match"), ply=OuterRef("ply"), done_at__isnull=False, attempts__gte=1
    )
    by_ai = moves.filter(~Exists(done), source__in=(MoveSource.AI, MoveSource.FALLBACK))
    for move in by_ai.values("match__public_id", "ply").iterator():
        where = f"match {move['match__public_id']}"
        yield Violation("I-12", where, f"no finished AI turn for the move at ply {move['ply']}")
    ahead = AiTurn.objects.filter(match__in=scope.matches, ply__gt=F("match__ply"))
    for turn in ahead.values("match__public_id", "ply").iterator():
        where = f"match {turn['match__public_id']}"
        yield Violation("I-12", where, f"an AI turn at ply {turn['ply']}, which is still to come")


def ai_turns_are_not_left(scope: Scope) -> Iterator[Violation]:
    """I-12: no AI turn is undone for long."""
    patience = _PATIENCE_AT_REST if scope.at_rest else _PATIENCE
    owed = AiTurn.objects.filter(match__in=scope.matches, done_at__isnull=True)
    for turn in owed.filter(created_at__lt=scope.now - patience).select_related("match"):
        age = (scope.now - turn.created_at).total_seconds()
        yield Violation(
            "I-12",
            f"match {turn.match.public_id}",
            f"the AI turn at ply {turn.ply} is undone after {age:.0f} s,"
            f" {turn.attempts} attempts, last error {turn.last_error!r}",
        )


def ai_turns_are_not_tried_for_ever(scope: Scope) -> Iterator[Violation]:
    """I-20: after so many attempts the server plays in an AI's place."""
    long_ago = Q(created_at__lt=scope.now - _PATIENCE)
    stuck = AiTurn.objects.filter(long_ago, match__in=scope.matches, done_at__isnull=True)
    for turn in stuck.filter(attempts__gte=ATTEMPTS).select_related("match"):
        yield Violation(
            "I-20",
            f"match {turn.match.public_id}",
            f"the AI turn at ply {turn.ply} was tried {turn.attempts} times",
        )
