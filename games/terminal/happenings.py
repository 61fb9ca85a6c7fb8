"""What happens at a table beside the moves, told in the places where it happened."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from games import engine
from games.records import MatchRecord, log_of
from games.telling import event_told

__all__ = ["Happenings", "happenings"]


@dataclass(slots=True)
class Happenings:
    """Sentences by the number of the deal that they open, and by the ply that they follow."""

    at_opening: dict[int, list[str]] = field(default_factory=dict)
    after_move: dict[int, list[str]] = field(default_factory=dict)


def happenings(record: MatchRecord, names: Sequence[str]) -> Happenings:
    """Play the log of a match again, and tell what everybody saw; `names` are by seat."""
    found, match = Happenings(), record.match
    state = engine.new_match(engine.decode_rules(match.rules), match.first_dealer or 0)
    log = log_of(match, until=match.ply)
    for entry, step in zip(log, engine.replay_steps(state, log), strict=True):
        told = [text for text in (event_told(event, names) for event in step.events) if text]
        if isinstance(entry, engine.PlayEntry):
            found.after_move[step.state.ply - 1] = [f"  {text}" for text in told]
        elif isinstance(entry, engine.DeckEntry):
            found.at_opening.setdefault(step.state.deal_number, []).extend(told)
    return found
