"""Encoded states read back, strictly: a state that could not have come about is refused."""

from collections.abc import Callable
from typing import Any, TypeVar

from .cards import ALL_CARDS, Card, mask_of, parse_card
from .codec import STATE_SCHEMA
from .errors import CardUnreadable, RuleSetInvalid, StateUnreadable
from .ruleset import RuleSet, side_count
from .state import DealScore, DealState, MatchState, Outcome, PlayedMove, VoidDeal
from .validation import decode_rules

_STATE = "schema rules ply first_dealer dealer scores deals voids deal outcome"
_MANY = 1 << 30  # more moves, deals or points than any match has

T = TypeVar("T")


def decode(document: object, rules: RuleSet | None = None) -> MatchState:
    """Read a state that `encode` wrote.

    `rules` stands in for those of a document that was stored without them.
    Raises `StateUnreadable` for anything else: another schema, a wrong shape or type,
    a card missing or there twice, numbers that contradict each other.
    """
    if not isinstance(document, dict) or _whole(document.get("schema"), 0, _MANY) != STATE_SCHEMA:
        raise StateUnreadable("not a state of this schema")
    if rules is not None:
        _require("rules" not in document, "the document has rules of its own")
        document = {**document, "rules": rules}
    data = _record(document, _STATE)
    try:
        read = decode_rules(data["rules"]) if rules is None else rules
        state = _Reader(read).match(data)
    except (RuleSetInvalid, CardUnreadable) as error:
        raise StateUnreadable(str(error)) from error
    _check_match(state)
    if state.deal is not None:
        _check_deal(state, state.deal)
    return state


def _require(condition: bool, what: str) -> None:
    if not condition:
        raise StateUnreadable(what)


def _record(value: object, names: str) -> dict[str, Any]:
    if not isinstance(value, dict) or set(value) != set(names.split()):
        raise StateUnreadable(f"not a record of {names}")
    return value


def _whole(value: object, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise StateUnreadable(f"{value!r} is not a number from {low} to {high}")
    return value


def _flag(value: object) -> bool:
    if type(value) is not bool:
        raise StateUnreadable(f"{value!r} is neither true nor false")
    return value


def _list(value: object, read: Callable[[Any], T], length: int | None = None) -> tuple[T, ...]:
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise StateUnreadable(f"{value!r} is not a list of the right length")
    return tuple(map(read, value))


def _optional(value: object, read: Callable[[Any], T]) -> T | None:
    return None if value is None else read(value)


def _count(value: object) -> int:
    return _whole(value, 0, _MANY)


def _cards(value: object) -> tuple[Card, ...]:
    cards = _list(value, parse_card)
    _require(mask_of(cards).bit_count() == len(cards), "a card is listed twice")
    return cards


def _set(value: object) -> int:
    return mask_of(_cards(value))


class _Reader:
    """Reads the records whose sizes hang on the number of seats and sides."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.seats = rules.table.players
        self.sides = side_count(rules)

    def match(self, data: dict[str, Any]) -> MatchState:
        return MatchState(
            rules=self.rules,
            ply=_count(data["ply"]),
            first_dealer=self.seat(data["first_dealer"]),
            dealer=self.seat(data["dealer"]),
            scores=self.by_side(data["scores"]),
            deals=_list(data["deals"], self.score),
            voids=_list(data["voids"], self.void),
            deal=_optional(data["deal"], self.deal),
            outcome=_optional(data["outcome"], self.outcome),
        )

    def seat(self, value: object) -> int:
        return _whole(value, 0, self.seats - 1)

    def side(self, value: object) -> int:
        return _whole(value, 0, self.sides - 1)

    def by_side(self, value: object) -> tuple[int, ...]:
        return _list(value, _count, self.sides)

    def deal(self, value: object) -> DealState:
        data = _record(
            value, "number dealer turn hands table stock piles scope last_capturer last_move"
        )
        return DealState(
            number=_count(data["number"]),
            dealer=self.seat(data["dealer"]),
            turn=self.seat(data["turn"]),
            hands=_list(data["hands"], _set, self.seats),
            table=_set(data["table"]),
            stock=_cards(data["stock"]),
            piles=_list(data["piles"], _set, self.sides),
            scope=self.by_side(data["scope"]),
            last_capturer=_optional(data["last_capturer"], self.seat),
            last_move=_optional(data["last_move"], self.played),
        )

    def played(self, value: object) -> PlayedMove:
        data = _record(value, "ply seat card capture scopa sole")
        return PlayedMove(
            ply=_count(data["ply"]),
            seat=self.seat(data["seat"]),
            card=parse_card(data["card"]),
            capture=_cards(data["capture"]),
            scopa=_flag(data["scopa"]),
            sole=_flag(data["sole"]),
        )

    def score(self, value: object) -> DealScore:
        data = _record(
            value, "number points carte denari settebello primiera scope primiera_values"
        )
        return DealScore(
            number=_count(data["number"]),
            points=self.by_side(data["points"]),
            carte=_optional(data["carte"], self.side),
            denari=_optional(data["denari"], self.side),
            settebello=_optional(data["settebello"], self.side),
            primiera=_optional(data["primiera"], self.side),
            scope=self.by_side(data["scope"]),
            primiera_values=_list(
                data["primiera_values"], lambda value: _optional(value, _count), self.sides
            ),
        )

    def void(self, value: object) -> VoidDeal:
        data = _record(value, "number table")
        return VoidDeal(_count(data["number"]), _cards(data["table"]))

    def outcome(self, value: object) -> Outcome:
        data = _record(value, "winner_side termination score")
        termination = data["termination"]
        if termination not in ("completed", "resigned"):
            raise StateUnreadable(f"{termination!r} is not a way for a match to end")
        winner = _optional(data["winner_side"], self.side)
        return Outcome(winner, termination, self.by_side(data["score"]))


def _check_match(state: MatchState) -> None:
    """Hold the numbers of a match against each other."""
    scored = len(state.deals)
    completed = state.outcome is not None and state.outcome.termination == "completed"
    totals = [sum(points) for points in zip(*(score.points for score in state.deals), strict=True)]
    _require(
        list(state.scores) == (totals or [0] * len(state.scores)),
        "the scores are not the sum of the deals",
    )
    _require(
        [score.number for score in state.deals] == list(range(1, scored + 1)),
        "the deals are not numbered from 1",
    )
    _require(
        state.outcome is None or state.outcome.score == state.scores,
        "the outcome has another score",
    )
    _require(not completed or (scored > 0 and state.deal is not None), "nothing was completed")
    turned = scored - 1 if completed else scored
    _require(
        state.dealer == (state.first_dealer + turned) % state.rules.table.players,
        "it is another seat's turn to deal",
    )
    if state.deal is None:
        _require(state.ply == _plays_per_deal(state) * scored, "the number of moves is wrong")


def _plays_per_deal(state: MatchState) -> int:
    return ALL_CARDS.bit_count() - state.rules.deal.table_size


def _check_deal(state: MatchState, deal: DealState) -> None:
    """Hold a deal against its match: each card once, and the moves that it has seen."""
    groups = [*deal.hands, deal.table, mask_of(deal.stock), *deal.piles]
    _require(
        mask_of(deal.stock).bit_count() == len(deal.stock)
        and sum(groups) == ALL_CARDS
        and sum(group.bit_count() for group in groups) == ALL_CARDS.bit_count(),
        "the forty cards are not there, each once",
    )
    completed = state.outcome is not None and state.outcome.termination == "completed"
    before = len(state.deals) - 1 if completed else len(state.deals)
    to_play = len(deal.stock) + sum(hand.bit_count() for hand in deal.hands)
    moves = _plays_per_deal(state) - to_play
    _require(deal.number == before + 1 and deal.dealer == state.dealer, "another deal is due")
    _require(completed == (to_play == 0), "the deal and the outcome do not agree")
    _require(state.ply == _plays_per_deal(state) * before + moves, "the number of moves is wrong")
    _require(
        deal.turn == (deal.dealer + 1 + moves) % state.rules.table.players,
        "it is another seat's turn",
    )
    last = deal.last_move
    _require(
        (last is None) == (moves == 0) and (last is None or last.ply == state.ply - 1),
        "the last move is another one",
    )
