"""A record replayed: every move and every number in it, up to the first that is wrong."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final

from .cards import Card
from .errors import DeckInvalid, EngineError, RuleError
from .events import Event
from .notation import GameRecord, RecordedDeal, RecordedHand, RecordedMove
from .notation_log import deal_continued, deal_opened
from .notation_packs import pieced_pack, seen_cards
from .play import apply, new_match, resign, start_deal
from .replay import DeckEntry
from .state import MatchState

# What is looked at in a deal or at the end: the clause, the name, what is written, what is so.
_Claim = tuple[str, str, object, object]

_THE_SCORE: Final = "R6"  # the whole chapter: which of its clauses, the numbers do not tell


@dataclass(frozen=True, slots=True)
class RecordDifference:
    """Where a record is not what the rules make of it.

    `ply` counts the moves before that place. `rule` is the id of the clause in
    docs/rules.md, or of its chapter. `what` is a part of the record, such as "scopa", with
    what is written there, and what the replay says: an error where the engine refuses it.
    """

    ply: int
    rule: str
    what: str
    recorded: object
    replayed: object


@dataclass(frozen=True, slots=True)
class CheckedStep:
    """The position that a part of a record leads to; nothing follows a difference.

    `deal` and `move` are the part of the record; `move` is None for a deal and for the end.
    `knows_hands` is False where the pack is not known, so that hidden cards are made up.
    """

    state: MatchState
    events: tuple[Event, ...]
    deal: RecordedDeal | None
    move: RecordedMove | None
    difference: RecordDifference | None

    @property
    def knows_hands(self) -> bool:
        """Tell whether the hands and the stock of the position are the true ones."""
        return self.deal is not None and self.deal.pack is not None


def check_record(record: GameRecord) -> Iterator[CheckedStep]:
    """Replay a record and yield each position, up to the first difference.

    Where the packs are not known, they are pieced together from what was played. What is
    made up so is neither held against the record nor told in a difference.
    """
    for step in _steps(record):
        yield step
        if step.difference is not None:
            return


def _steps(record: GameRecord) -> Iterator[CheckedStep]:
    """Yield the steps of a record; those after a difference mean nothing."""
    first = record.deals[0].dealer if record.deals else 0
    try:
        state = new_match(record.rules, first)
    except EngineError as error:
        state = new_match(record.rules, 0)
        yield CheckedStep(state, (), None, None, _refused(state, error, "dealer", first))
    for deal in record.deals:
        for step in _checked_deal(state, deal):
            yield step
            state = step.state
    yield from _checked_end(state, record)


def first_difference(record: GameRecord) -> RecordDifference | None:
    """Give the first place where a record is wrong, None where it is right."""
    differences = (step.difference for step in check_record(record))
    return next((found for found in differences if found is not None), None)


def _checked_deal(state: MatchState, deal: RecordedDeal) -> Iterator[CheckedStep]:
    pack = pieced_pack(state.rules, deal) if deal.pack is None else deal.pack
    try:
        step = start_deal(state, pack)
    except RuleError as error:
        yield CheckedStep(state, (), deal, None, _refused(state, error, "deal", deal.number))
    else:
        opened = deal_opened(state, DeckEntry(pack), step)
        difference = _compared(state.ply, *_claims_of_opening(state, deal, opened))
        yield CheckedStep(step.state, step.events, deal, None, difference)
        yield from _checked_moves(step.state, deal, opened)


def _claims_of_opening(
    state: MatchState, deal: RecordedDeal, opened: RecordedDeal
) -> Iterator[_Claim]:
    rules = state.rules.deal
    void = "R2.4" if rules.redeal_aces_min is None else "R2.7"
    bonus = "R2.8" if rules.dealer_bonus == "groups_of_15" else "R2.9"
    yield "R2.6", "number", deal.number, opened.number
    yield "R2.6", "dealer", deal.dealer, opened.dealer
    if deal.pack is None:
        yield from _claims_of_table(state, deal.table)
    yield "R2.3", "table", tuple(sorted(deal.table)), opened.table
    yield void, "void", deal.void, opened.void
    yield bonus, "bonus", deal.bonus, opened.bonus
    yield _declared(deal, opened)


def _claims_of_table(state: MatchState, table: tuple[Card, ...]) -> Iterator[_Claim]:
    """Look at a table that the pack was made up round: there is no other to hold against it."""
    yield "R2.3", "table_size", len(table), state.rules.deal.table_size
    twice = sorted({card for card in table if table.count(card) > 1})
    if twice:
        error = DeckInvalid(f"{twice[0]} lies on the table twice")
        yield "R1.1", "table", tuple(sorted(table)), error


def _declared(deal: RecordedDeal, so_far: RecordedDeal) -> _Claim:
    claimed = deal.declared[: len(so_far.declared)]
    return _hands_claimed(deal, claimed, so_far.declared)


def _hands_claimed(
    deal: RecordedDeal, claimed: tuple[RecordedHand, ...], true: tuple[RecordedHand, ...]
) -> _Claim:
    """Compare hands; where one is made up, so that it cannot be told, say that none would fit."""
    shown = set(chain.from_iterable(hand.cards for hand in true))
    if deal.pack is None and not shown <= seen_cards(deal):
        error = RuleError("whatever cards were not seen, they declare", rule="R10.1")
        return "R10.1", "declared", claimed, error
    return "R10.1", "declared", claimed, true


def _checked_moves(
    state: MatchState, deal: RecordedDeal, so_far: RecordedDeal
) -> Iterator[CheckedStep]:
    for move in deal.moves:
        try:
            step = apply(state, _seat_of(state, deal), move.move)
        except RuleError as error:
            yield CheckedStep(state, (), deal, move, _refused(state, error, "move", move))
        else:
            so_far = deal_continued(so_far, step)
            difference = _compared(
                state.ply, ("R4.1", "scopa", move.scopa, so_far.moves[-1].scopa)
            ) or _compared(step.state.ply, *_claims_after_move(deal, so_far))
            yield CheckedStep(step.state, step.events, deal, move, difference)
            state = step.state
    left_over = _compared(
        state.ply,
        _hands_claimed(deal, deal.declared, so_far.declared),
        ("R7.1", "points", deal.points, so_far.points),
    )
    if left_over is not None:
        yield CheckedStep(state, (), deal, None, left_over)


def _seat_of(state: MatchState, deal: RecordedDeal) -> int:
    """Give the seat on turn; once nobody is, any seat will be refused."""
    return deal.dealer if state.turn is None else state.turn


def _claims_after_move(deal: RecordedDeal, so_far: RecordedDeal) -> Iterator[_Claim]:
    yield _declared(deal, so_far)
    if so_far.points is not None:
        yield _THE_SCORE, "points", deal.points, so_far.points


def _checked_end(state: MatchState, record: GameRecord) -> Iterator[CheckedStep]:
    last = record.deals[-1] if record.deals else None
    if record.resigned is not None:
        try:
            step = resign(state, record.resigned)
        except RuleError as error:
            refused = _refused(state, error, "resigned", record.resigned)
            yield CheckedStep(state, (), last, None, refused)
        else:
            state = step.state
            yield CheckedStep(state, step.events, last, None, None)
    difference = _compared(state.ply, *_claims_of_end(state, record))
    if difference is not None:
        yield CheckedStep(state, (), last, None, difference)


def _claims_of_end(state: MatchState, record: GameRecord) -> Iterator[_Claim]:
    written, true = record.outcome, state.outcome
    if written is None or true is None:
        yield "R7.1", "result", written, true
        return
    yield "R7.1", "score", written.score, true.score
    rule = "R7.2" if record.resigned is None else "R7.5"
    yield "R7.8", "termination", written.termination, true.termination
    yield rule, "winner", written.winner_side, true.winner_side


def _compared(ply: int, *claims: _Claim) -> RecordDifference | None:
    """Give the first claim that is not so."""
    wrong = (claim for claim in claims if claim[2] != claim[3])
    return next((RecordDifference(ply, *claim) for claim in wrong), None)


def _refused(
    state: MatchState, error: EngineError, what: str, recorded: object
) -> RecordDifference:
    rule = error.rule if isinstance(error, RuleError) else "R2.1"
    return RecordDifference(state.ply, rule, what, recorded, error)
