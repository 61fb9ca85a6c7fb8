"""A record written down from the log of a match."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from .events import (
    CardPlayed,
    DealerBonus,
    DealScored,
    DealStarted,
    DealVoided,
    Event,
    HandDeclared,
)
from .notation import UNKNOWN, GameRecord, RecordedDeal, RecordedHand, RecordedMove
from .play import Step, new_match
from .replay import DeckEntry, LogEntry, ResignEntry, replay_steps
from .ruleset import RuleSet
from .state import MatchState


def record_match(
    rules: RuleSet,
    first_dealer: int,
    log: Iterable[LogEntry],
    *,
    players: Sequence[str],
    match: str = UNKNOWN,
    date: str = UNKNOWN,
    engine: str = UNKNOWN,
) -> GameRecord:
    """Write down a match from its log, packs included.

    Raises the `EngineError` of the first entry that does not fit.
    """
    state = new_match(rules, first_dealer)
    deals: list[RecordedDeal] = []
    resigned, entries = None, list(log)
    for entry, step in zip(entries, replay_steps(state, entries), strict=True):
        if isinstance(entry, DeckEntry):
            deals.append(deal_opened(state, entry, step))
        elif isinstance(entry, ResignEntry):
            resigned = entry.seat
        else:
            deals[-1] = deal_continued(deals[-1], step)
        state = step.state
    return GameRecord(
        match=match,
        date=date,
        engine=engine,
        players=tuple(players),
        rules=rules,
        deals=tuple(deals),
        outcome=state.outcome,
        resigned=resigned,
    )


def without_packs(record: GameRecord) -> GameRecord:
    """Leave out the packs: what is left is what everybody at the table has seen."""
    return replace(record, deals=tuple(replace(deal, pack=None) for deal in record.deals))


def deal_opened(before: MatchState, entry: DeckEntry, step: Step) -> RecordedDeal:
    """Write down a deck that was dealt: the deal it opened, or threw in."""
    first = next(event for event in step.events if isinstance(event, DealStarted | DealVoided))
    table = first.void.table if isinstance(first, DealVoided) else first.table
    return RecordedDeal(
        number=before.deal_number,
        dealer=before.dealer,
        pack=entry.cards,
        table=table,
        void=isinstance(first, DealVoided),
        bonus=sum(event.scope for event in step.events if isinstance(event, DealerBonus)),
        declared=_declared(step.events),
    )


def deal_continued(deal: RecordedDeal, step: Step) -> RecordedDeal:
    """Write down a move that was made, and what came of it."""
    played = next(event.move for event in step.events if isinstance(event, CardPlayed))
    move = RecordedMove(played.card, played.capture, played.scopa)
    return replace(
        deal,
        moves=(*deal.moves, move),
        declared=deal.declared + _declared(step.events),
        points=_points(step.events),
    )


def _declared(events: Iterable[Event]) -> tuple[RecordedHand, ...]:
    return tuple(
        RecordedHand(event.seat, event.kind, event.points, event.cards)
        for event in events
        if isinstance(event, HandDeclared)
    )


def _points(events: Iterable[Event]) -> tuple[int, ...] | None:
    return next((event.score.points for event in events if isinstance(event, DealScored)), None)
