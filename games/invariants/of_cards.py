"""Where the forty cards are, after every move. Counted here, not taken from the engine's word."""

from collections import Counter
from collections.abc import Iterable, Iterator

from games import engine
from games.invariants.violation import Scope, Violation
from games.models import Match
from games.records import log_of

__all__ = ["cards_are_all_there", "misplaced", "not_taken"]

_PACK = Counter(map(str, engine.DECK))


def cards_are_all_there(scope: Scope) -> Iterator[Violation]:
    """I-2, I-3: each of the forty cards is in one place; at a deal's end, all have been taken."""
    for match in scope.matches.exclude(first_dealer=None).iterator(chunk_size=200):
        try:
            yield from _of_match(match)
        except engine.EngineError as error:
            yield Violation("I-4", f"match {match.public_id}", f"its log stops: {error.code}")


def misplaced(deal: engine.DealState) -> dict[str, int]:
    """Count the cards of a deal: how many too many, or too few, there are of which."""
    seen = Counter(map(str, _seen(deal)))
    seen.subtract(_PACK)
    return {card: count for card, count in seen.items() if count}


def not_taken(state: engine.MatchState) -> int:
    """Tell how many cards nobody took in the deal that ended a match; 0 while it goes on."""
    ended = state.outcome is not None and state.outcome.termination == "completed"
    if not ended or state.deal is None:
        return 0
    return len(engine.DECK) - sum(pile.bit_count() for pile in state.deal.piles)


def _of_match(match: Match) -> Iterator[Violation]:
    where = f"match {match.public_id}"
    state = engine.new_match(engine.decode_rules(match.rules), match.first_dealer or 0)
    for step in engine.replay_steps(state, log_of(match, until=match.ply)):
        state = step.state
        if state.deal is not None and (wrong := misplaced(state.deal)):
            yield Violation("I-2", where, f"cards after ply {state.ply - 1}: {wrong}")
            return
    if left := not_taken(state):
        yield Violation("I-3", where, f"{left} cards of the last deal were taken by nobody")


def _seen(deal: engine.DealState) -> Iterable[engine.Card]:
    yield from deal.stock
    for group in (*deal.hands, deal.table, *deal.piles):
        yield from engine.cards_in(group)
