"""A record as plain JSON data, and back: the twin of the text."""

from collections.abc import Iterator
from typing import Any, Final, Literal

from .cards import parse_card
from .errors import CardUnreadable, RuleSetInvalid, StateUnreadable
from .notation import GameRecord, RecordedDeal, RecordedHand, RecordedMove, RecordUnreadable
from .notation_text import FORMAT
from .ruleset import RuleSet, encode_rules, side_count
from .state import Outcome
from .strict import count, flag, list_of, one_of, optional, record, require, whole
from .validation import decode_rules

Termination = Literal["completed", "resigned"]

_RECORD: Final = "format match date engine players rules deals result"
_DEAL: Final = "number dealer pack table void bonus declared moves points"


def encode_record(game: GameRecord) -> dict[str, Any]:
    """Turn a record into plain data that `decode_record` reads back to an equal record.

    Each move says its ply and its seat, which follow from the order of play.
    """
    players, ply, deals = len(game.players), 0, []
    for deal in game.deals:
        deals.append(_deal(deal, ply, players))
        ply += len(deal.moves)
    return {
        "format": FORMAT,
        "match": game.match,
        "date": game.date,
        "engine": game.engine,
        "players": list(game.players),
        "rules": encode_rules(game.rules),
        "deals": deals,
        "result": None if game.outcome is None else _result(game.outcome, game.resigned),
    }


def _deal(deal: RecordedDeal, ply: int, players: int) -> dict[str, Any]:
    return {
        "number": deal.number,
        "dealer": deal.dealer,
        "pack": None if deal.pack is None else list(map(str, deal.pack)),
        "table": list(map(str, deal.table)),
        "void": deal.void,
        "bonus": deal.bonus,
        "declared": [
            {
                "seat": hand.seat,
                "kind": hand.kind,
                "points": hand.points,
                "cards": list(map(str, hand.cards)),
            }
            for hand in deal.declared
        ],
        "moves": [
            {
                "ply": ply + number,
                "seat": (deal.dealer + 1 + number) % players,
                "card": str(move.card),
                "capture": list(map(str, move.capture)),
                "scopa": move.scopa,
            }
            for number, move in enumerate(deal.moves)
        ],
        "points": None if deal.points is None else list(deal.points),
    }


def _result(outcome: Outcome, resigned: int | None) -> dict[str, Any]:
    return {
        "winner_side": outcome.winner_side,
        "termination": outcome.termination,
        "score": list(outcome.score),
        "resigned_seat": resigned,
    }


def decode_record(document: object) -> GameRecord:
    """Read a record from plain data.

    Only the form is checked: whether the match could be played so is for `check_record`.
    Raises `RecordUnreadable`.
    """
    try:
        data = record(document, _RECORD)
        require(data["format"] == FORMAT, f"only format {FORMAT} can be read")
        return _Reader(decode_rules(data["rules"])).game(data)
    except (StateUnreadable, CardUnreadable, RuleSetInvalid) as error:
        raise RecordUnreadable(str(error)) from error


class _Reader:
    """Reads the parts of a record whose numbers of seats and sides are known."""

    def __init__(self, rules: RuleSet) -> None:
        """Take the rules that say how many there are."""
        self.rules = rules
        self.players = rules.table.players
        self.sides = side_count(rules)
        self.ply = 0

    def game(self, data: dict[str, Any]) -> GameRecord:
        deals = list_of(data["deals"], self.deal)
        outcome, resigned = self.result(data["result"])
        return GameRecord(
            match=_text(data["match"]),
            date=_text(data["date"]),
            engine=_text(data["engine"]),
            players=list_of(data["players"], _text, self.players),
            rules=self.rules,
            deals=deals,
            outcome=outcome,
            resigned=resigned,
        )

    def seat(self, value: object) -> int:
        return whole(value, 0, self.players - 1)

    def side(self, value: object) -> int:
        return whole(value, 0, self.sides - 1)

    def by_side(self, value: object) -> tuple[int, ...]:
        return list_of(value, count, self.sides)

    def result(self, value: object) -> tuple[Outcome | None, int | None]:
        if value is None:
            return None, None
        data = record(value, "winner_side termination score resigned_seat")
        resigned = optional(data["resigned_seat"], self.seat)
        termination: Termination = one_of(data["termination"], ("completed", "resigned"))
        require((termination == "resigned") == (resigned is not None), "the end is not clear")
        winner = optional(data["winner_side"], self.side)
        return Outcome(winner, termination, self.by_side(data["score"])), resigned

    def deal(self, value: object) -> RecordedDeal:
        data = record(value, _DEAL)
        dealer = self.seat(data["dealer"])
        seats = self._in_turn(dealer)
        return RecordedDeal(
            number=count(data["number"]),
            dealer=dealer,
            pack=optional(data["pack"], lambda pack: list_of(pack, parse_card)),
            table=list_of(data["table"], parse_card),
            void=flag(data["void"]),
            bonus=count(data["bonus"]),
            declared=list_of(data["declared"], self.hand),
            moves=list_of(data["moves"], lambda move: self.move(move, next(seats))),
            points=optional(data["points"], self.by_side),
        )

    def _in_turn(self, dealer: int) -> Iterator[int]:
        seat = dealer
        while True:
            seat = (seat + 1) % self.players
            yield seat

    def hand(self, value: object) -> RecordedHand:
        data = record(value, "seat kind points cards")
        return RecordedHand(
            seat=self.seat(data["seat"]),
            kind=one_of(data["kind"], ("low_hand", "three_of_a_kind")),
            points=count(data["points"]),
            cards=list_of(data["cards"], parse_card),
        )

    def move(self, value: object, seat: int) -> RecordedMove:
        data = record(value, "ply seat card capture scopa")
        require(data["ply"] == self.ply, f"the move numbered {data['ply']!r} is move {self.ply}")
        require(data["seat"] == seat, f"move {self.ply} is that of seat {seat}")
        self.ply += 1
        return RecordedMove(
            parse_card(data["card"]),
            tuple(sorted(list_of(data["capture"], parse_card))),
            flag(data["scopa"]),
        )


def _text(value: object) -> str:
    if type(value) is not str:
        raise StateUnreadable(f"{value!r} is not a text")
    return value
