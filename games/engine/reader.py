"""Encoded states read back, strictly: a state that could not have come about is refused."""

from typing import Any, Final

from .cards import parse_card
from .codec import STATE_SCHEMA
from .consistency import check_deal, check_match
from .errors import CardUnreadable, RuleSetInvalid, StateUnreadable
from .ruleset import RuleSet, side_count
from .state import (
    TERMINATIONS,
    DealDetail,
    DealScore,
    DealState,
    Declaration,
    MatchState,
    Outcome,
    PlayedMove,
    PrimieraHand,
    VoidDeal,
)
from .strict import (
    cards,
    count,
    flag,
    list_of,
    mask,
    maybe_card,
    maybe_count,
    one_of,
    optional,
    rank,
    record,
    require,
    whole,
)
from .validation import decode_rules

_FIRST_SCHEMA: Final = 1
_STATE: Final = "schema rules ply first_dealer dealer scores deals voids deal outcome"
_FIRST_DEAL: Final = "number dealer turn hands table stock piles scope last_capturer last_move"
_DEAL: Final = f"{_FIRST_DEAL} declared dealer_bonus"
_FIRST_SCORE: Final = "number points carte denari settebello primiera scope primiera_values"
_SCORE: Final = f"{_FIRST_SCORE} detail"
_DETAIL: Final = (
    "cards denari primiera re_bello napola grande sevens declarations dealer_bonus won_outright"
)


def decode(document: object, rules: RuleSet | None = None) -> MatchState:
    """Read a state that `encode` wrote, in this version or an earlier one.

    `rules` stands in for those of a document that was stored without them. A match is
    played on by the rules it began with; the deals that an earlier version scored have no
    detail. Raises `StateUnreadable` for anything else: another schema, a wrong shape or
    type, a card missing or there twice, numbers that contradict each other.
    """
    if not isinstance(document, dict):
        raise StateUnreadable("not a state")
    if rules is not None:
        require("rules" not in document, "the document has rules of its own")
        document = {**document, "rules": rules}
    try:
        data = _of_this_schema(record(document, _STATE))
        read = decode_rules(data["rules"]) if rules is None else rules
        state = _Reader(read).match(data)
    except (RuleSetInvalid, CardUnreadable) as error:
        raise StateUnreadable(str(error)) from error
    check_match(state)
    if state.deal is not None:
        check_deal(state, state.deal)
    return state


def _of_this_schema(data: dict[str, Any]) -> dict[str, Any]:
    """Bring a state of the first schema up to this one."""
    if whole(data["schema"], _FIRST_SCHEMA, STATE_SCHEMA) == STATE_SCHEMA:
        return data
    return {
        **data,
        "deals": list(list_of(data["deals"], _of_first_score)),
        "deal": optional(data["deal"], _of_first_deal),
    }


def _of_first_score(value: object) -> dict[str, Any]:
    return {**record(value, _FIRST_SCORE), "detail": None}


def _of_first_deal(value: object) -> dict[str, Any]:
    return {**record(value, _FIRST_DEAL), "declared": [], "dealer_bonus": 0}


def _primiera_hand(value: object) -> PrimieraHand:
    data = record(value, "best value counts")
    return PrimieraHand(
        best=list_of(data["best"], maybe_card, 4),
        value=maybe_count(data["value"]),
        counts=optional(data["counts"], _three_counts),
    )


def _three_counts(value: object) -> tuple[int, int, int]:
    sevens, sixes, aces = list_of(value, count, 3)
    return sevens, sixes, aces


class _Reader:
    """Reads the records whose sizes hang on the number of seats and sides."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.seats = rules.table.players
        self.sides = side_count(rules)

    def match(self, data: dict[str, Any]) -> MatchState:
        return MatchState(
            rules=self.rules,
            ply=count(data["ply"]),
            first_dealer=self.seat(data["first_dealer"]),
            dealer=self.seat(data["dealer"]),
            scores=self.by_side(data["scores"]),
            deals=list_of(data["deals"], self.score),
            voids=list_of(data["voids"], self.void),
            deal=optional(data["deal"], self.deal),
            outcome=optional(data["outcome"], self.outcome),
        )

    def seat(self, value: object) -> int:
        return whole(value, 0, self.seats - 1)

    def side(self, value: object) -> int:
        return whole(value, 0, self.sides - 1)

    def by_side(self, value: object) -> tuple[int, ...]:
        return list_of(value, count, self.sides)

    def deal(self, value: object) -> DealState:
        data = record(value, _DEAL)
        return DealState(
            number=count(data["number"]),
            dealer=self.seat(data["dealer"]),
            turn=self.seat(data["turn"]),
            hands=list_of(data["hands"], mask, self.seats),
            table=mask(data["table"]),
            stock=cards(data["stock"]),
            piles=list_of(data["piles"], mask, self.sides),
            scope=self.by_side(data["scope"]),
            last_capturer=optional(data["last_capturer"], self.seat),
            last_move=optional(data["last_move"], self.played),
            declared=list_of(data["declared"], self.declaration),
            dealer_bonus=whole(data["dealer_bonus"], 0, 2),
        )

    def declaration(self, value: object) -> Declaration:
        data = record(value, "seat kind points cards wild")
        return Declaration(
            seat=self.seat(data["seat"]),
            kind=one_of(data["kind"], ("low_hand", "three_of_a_kind")),
            points=count(data["points"]),
            cards=cards(data["cards"]),
            wild=optional(data["wild"], rank),
        )

    def played(self, value: object) -> PlayedMove:
        data = record(value, "ply seat card capture scopa sole")
        return PlayedMove(
            ply=count(data["ply"]),
            seat=self.seat(data["seat"]),
            card=parse_card(data["card"]),
            capture=cards(data["capture"]),
            scopa=flag(data["scopa"]),
            sole=flag(data["sole"]),
        )

    def score(self, value: object) -> DealScore:
        data = record(value, _SCORE)
        return DealScore(
            number=count(data["number"]),
            points=self.by_side(data["points"]),
            carte=optional(data["carte"], self.side),
            denari=optional(data["denari"], self.side),
            settebello=optional(data["settebello"], self.side),
            primiera=optional(data["primiera"], self.side),
            scope=self.by_side(data["scope"]),
            primiera_values=list_of(data["primiera_values"], maybe_count, self.sides),
            detail=optional(data["detail"], self.detail),
        )

    def detail(self, value: object) -> DealDetail:
        data = record(value, _DETAIL)
        return DealDetail(
            cards=self.by_side(data["cards"]),
            denari=self.by_side(data["denari"]),
            primiera=list_of(data["primiera"], _primiera_hand, self.sides),
            re_bello=optional(data["re_bello"], self.side),
            napola=self.by_side(data["napola"]),
            grande=optional(data["grande"], self.side),
            sevens=self.by_side(data["sevens"]),
            declarations=self.by_side(data["declarations"]),
            dealer_bonus=self.by_side(data["dealer_bonus"]),
            won_outright=optional(data["won_outright"], self.side),
        )

    def void(self, value: object) -> VoidDeal:
        data = record(value, "number table")
        return VoidDeal(count(data["number"]), cards(data["table"]))

    def outcome(self, value: object) -> Outcome:
        data = record(value, "winner_side termination score")
        return Outcome(
            winner_side=optional(data["winner_side"], self.side),
            termination=one_of(data["termination"], TERMINATIONS),
            score=self.by_side(data["score"]),
        )
