"""What the rows of a match must say, given its rules, its packs, and the cards played."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from games import engine
from games.models import DealStatus, Match, MatchStatus, Seat, SeatKind
from games.services.earlier import as_begun

__all__ = ["Data", "Replayed", "expected_rows", "replayed"]

Data: TypeAlias = dict[str, Any]


@dataclass(slots=True)
class Replayed:
    """The state that a log leads to, and the deals and plays on the way."""

    state: engine.MatchState
    deals: list[Data] = field(default_factory=list)
    plays: list[tuple[int, engine.PlayedMove]] = field(default_factory=list)


def replayed(state: engine.MatchState, log: Iterable[engine.LogEntry]) -> Replayed:
    """Play a log through. Raises the EngineError of the first entry that does not fit."""
    known = Replayed(state)
    for step in engine.replay_steps(state, log):
        for event in step.events:
            _note(known, event)
        known.state = step.state
    return known


def expected_rows(
    rules: engine.RuleSet, match: Match, seats: Sequence[Seat], known: Replayed | None
) -> Data:
    """Say what the rows must hold; without a replay, those of a match before its first deal."""
    state = None if known is None else known.state
    if known is not None and _was_stopped(match, seats, known):
        known.deals[-1]["status"] = DealStatus.BROKEN_OFF
        return _rows(rules, match, known, _stopped(rules, known.state), [])
    return _rows(rules, match, known, _match(match, rules, state), _owed(seats, state))


def _rows(
    rules: engine.RuleSet, match: Match, known: Replayed | None, columns: Data, owed: list[int]
) -> Data:
    state = None if known is None else known.state
    return {
        "match": columns,
        "state": None if state is None else Match.snapshot_of(as_begun(match, state)),
        "seats": [
            {"side": engine.side_of(rules, index), "index": index}
            for index in range(rules.table.players)
        ],
        "deals": [] if known is None else known.deals,
        "moves": [] if known is None else [_move(match, *play) for play in known.plays],
        "ai_turns": owed,
    }


def _was_stopped(match: Match, seats: Sequence[Seat], known: Replayed) -> bool:
    """Tell whether a match that only computers play was called off, which no log can tell."""
    goes_on = known.state.outcome is None and match.status == MatchStatus.CANCELLED
    return goes_on and all(seat.kind == SeatKind.AI for seat in seats)


def _stopped(rules: engine.RuleSet, state: engine.MatchState) -> Data:
    return _columns(rules, status=MatchStatus.CANCELLED, ply=state.ply)


def _note(known: Replayed, event: engine.Event) -> None:
    match event:
        case engine.DealStarted(number, dealer, _table):
            known.deals.append(_deal(known, number, dealer, DealStatus.OPEN))
        case engine.DealVoided(void):
            known.deals.append(_deal(known, void.number, known.state.dealer, DealStatus.VOID))
        case engine.CardPlayed(move):
            known.plays.append((known.state.deal_number, move))
        case engine.DealScored(_score):
            known.deals[-1]["status"] = DealStatus.SCORED
        case engine.MatchEnded(_outcome) if known.deals[-1]["status"] == DealStatus.OPEN:
            known.deals[-1]["status"] = DealStatus.BROKEN_OFF


def _deal(known: Replayed, number: int, dealer: int, status: DealStatus) -> Data:
    return {
        "number": number,
        "attempt": sum(deal["number"] == number for deal in known.deals),
        "dealer": dealer,
        "first_ply": known.state.ply,
        "status": status,
    }


def _move(match: Match, deal_number: int, move: engine.PlayedMove) -> Data:
    return {
        "ply": move.ply,
        "deal": [match.pk, deal_number],
        "seat": move.seat,
        "card": str(move.card),
        "capture": sorted(map(str, move.capture)),
        "scopa": move.scopa,
        "sole": move.sole,
    }


def _match(match: Match, rules: engine.RuleSet, state: engine.MatchState | None) -> Data:
    if state is None:
        # Whether it still stands or was called off, no log can tell.
        before = {MatchStatus.OFFERED, MatchStatus.CANCELLED}
        status = match.status if match.status in before else MatchStatus.OFFERED
        return _columns(rules, status=status)
    outcome = state.outcome
    return _columns(
        rules,
        status=MatchStatus.ACTIVE if outcome is None else MatchStatus.FINISHED,
        ply=state.ply,
        turn_seat=state.turn,
        winner_side=None if outcome is None else outcome.winner_side,
        termination="" if outcome is None else outcome.termination,
        open_deal=[match.pk, state.deal_number] if outcome is None else None,
    )


def _columns(rules: engine.RuleSet, **known: Any) -> Data:
    before_the_deal = {
        "preset": rules.slug,
        "ply": 0,
        "turn_seat": None,
        "winner_side": None,
        "termination": "",
        "open_deal": None,
    }
    return before_the_deal | known


def _owed(seats: Sequence[Seat], state: engine.MatchState | None) -> list[int]:
    """Give the ply at which an AI owes a move; a row for it must be there, and not done."""
    if state is None or state.turn is None or state.turn >= len(seats):
        return []
    return [state.ply] if seats[state.turn].kind == SeatKind.AI else []
