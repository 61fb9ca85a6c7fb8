"""A record as plain JSON data, and back: the twin of the text."""

from typing import Any, Final

from .errors import RuleSetInvalid
from .notation import (
    DECLARATION_KINDS,
    GameRecord,
    RecordedDeal,
    RecordedHand,
    RecordedMove,
    RecordUnreadable,
)
from .notation_parts import Part
from .notation_text import FORMAT
from .ruleset import RuleSet, encode_rules, side_count
from .state import TERMINATIONS, Outcome
from .validation import decode_rules

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
    Raises `RecordUnreadable`, which names the way to the part that is wrong.
    """
    data = Part(document, "").members(_RECORD)
    data["format"].exactly(FORMAT)
    try:
        rules = decode_rules(data["rules"].data())
    except RuleSetInvalid as error:
        raise RecordUnreadable("%(problems)s", path="rules", problems=error) from error
    return _Reader(rules).game(data)


class _Reader:
    """Reads the parts of a record whose numbers of seats and sides are known."""

    def __init__(self, rules: RuleSet) -> None:
        """Take the rules that say how many there are."""
        self.rules = rules
        self.players = rules.table.players
        self.sides = side_count(rules)
        self.ply = 0

    def game(self, data: dict[str, Part]) -> GameRecord:
        outcome, resigned = self.result(data["result"])
        return GameRecord(
            match=data["match"].name(),
            date=data["date"].day(),
            engine=data["engine"].name(),
            players=tuple(name.text() for name in data["players"].entries(self.players)),
            rules=self.rules,
            deals=tuple(map(self.deal, data["deals"].entries())),
            outcome=outcome,
            resigned=resigned,
        )

    def seat(self, part: Part) -> int:
        return part.whole(self.players - 1)

    def by_side(self, part: Part) -> tuple[int, ...]:
        return tuple(number.whole() for number in part.entries(self.sides))

    def result(self, part: Part) -> tuple[Outcome | None, int | None]:
        if part.value is None:
            return None, None
        data = part.members("winner_side termination score resigned_seat")
        winner, seat = data["winner_side"], data["resigned_seat"]
        termination = data["termination"].one_of(TERMINATIONS)
        resigned = None if seat.value is None else self.seat(seat)
        if (termination == "resigned") != (resigned is not None):
            raise RecordUnreadable(
                "a seat stands here if the match was resigned, and null if not", path=seat.path
            )
        side = None if winner.value is None else winner.whole(self.sides - 1)
        return Outcome(side, termination, self.by_side(data["score"])), resigned

    def deal(self, part: Part) -> RecordedDeal:
        data = part.members(_DEAL)
        dealer = self.seat(data["dealer"])
        return RecordedDeal(
            number=data["number"].whole(),
            dealer=dealer,
            pack=None if data["pack"].value is None else data["pack"].cards(),
            table=data["table"].cards(),
            void=data["void"].flag(),
            bonus=data["bonus"].whole(),
            declared=tuple(map(self.hand, data["declared"].entries())),
            moves=tuple(
                self.move(move, (dealer + number) % self.players)
                for number, move in enumerate(data["moves"].entries(), 1)
            ),
            points=None if data["points"].value is None else self.by_side(data["points"]),
        )

    def hand(self, part: Part) -> RecordedHand:
        data = part.members("seat kind points cards")
        return RecordedHand(
            seat=self.seat(data["seat"]),
            kind=data["kind"].one_of(DECLARATION_KINDS),
            points=data["points"].whole(),
            cards=data["cards"].cards(),
        )

    def move(self, part: Part, seat: int) -> RecordedMove:
        data = part.members("ply seat card capture scopa")
        data["ply"].exactly(self.ply)
        data["seat"].exactly(seat)
        self.ply += 1
        capture = data["capture"].cards()
        return RecordedMove(data["card"].card(), tuple(sorted(capture)), data["scopa"].flag())
