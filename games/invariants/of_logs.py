"""The replay of each match, and which invariant it is that a difference breaks."""

from collections.abc import Iterator

from games import services
from games.invariants.violation import Scope, Violation

__all__ = ["stored_equals_replayed"]

# The first that fits. What is left over is the state itself.
_BROKEN_BY = (
    ("log", "I-4"),
    ("moves", "I-4"),
    ("match.ply", "I-1"),
    ("match.turn_seat", "I-5"),
    ("match.open_deal", "I-5"),
    ("match.status", "I-7"),
    ("match.winner_side", "I-6"),
    ("match.termination", "I-6"),
    ("state.scores", "I-6"),
    ("state.deals", "I-6"),
    ("state.outcome", "I-6"),
    ("deals", "I-8"),
    ("seats", "I-24"),
    ("ai_turns", "I-12"),
)


def stored_equals_replayed(scope: Scope) -> Iterator[Violation]:
    """I-4 to I-9: what is stored of a match is what its packs and its moves lead to."""
    for match in scope.matches.iterator(chunk_size=200):
        for each in services.differences(match):
            told = f"{each.path}: stored {each.stored!r}, replayed {each.replayed!r}"
            yield Violation(_broken_by(each.path), f"match {each.match_id}", told)


def _broken_by(path: str) -> str:
    return next((name for start, name in _BROKEN_BY if path.startswith(start)), "I-9")
