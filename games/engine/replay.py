"""A match rebuilt from its log: the decks, the plays and the resignation, in order."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .cards import Card
from .errors import LogUnreadable
from .play import Step, apply, new_match, resign, start_deal
from .ruleset import RuleSet
from .state import MatchState, Move


@dataclass(frozen=True, slots=True)
class DeckEntry:
    """A deck was dealt."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PlayEntry:
    """A seat made a move."""

    seat: int
    move: Move


@dataclass(frozen=True, slots=True)
class ResignEntry:
    """A seat gave up."""

    seat: int


LogEntry = DeckEntry | PlayEntry | ResignEntry


def replay(rules: RuleSet, first_dealer: int, log: Iterable[LogEntry]) -> MatchState:
    """Rebuild the state that a log leads to.

    Raises the `EngineError` of the first entry that does not fit, or `LogUnreadable`.
    """
    state = new_match(rules, first_dealer)
    for step in replay_steps(state, log):
        state = step.state
    return state


def replay_steps(state: MatchState, log: Iterable[LogEntry]) -> Iterator[Step]:
    """Yield the step that each entry of a log makes, from a state on."""
    for entry in log:
        step = _step_of(state, entry)
        yield step
        state = step.state


def _step_of(state: MatchState, entry: LogEntry) -> Step:
    match entry:
        case DeckEntry(cards):
            return start_deal(state, cards)
        case PlayEntry(seat, move):
            return apply(state, seat, move)
        case ResignEntry(seat):
            return resign(state, seat)
    raise LogUnreadable(f"{entry!r} is not an entry of a log")
