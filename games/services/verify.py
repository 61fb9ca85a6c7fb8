"""Prove that what is stored equals the replay of what was played."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from games import engine
from games.models import AiTurn, Deal, Match, Move, Seat
from games.records import log_in_order
from games.services.earlier import in_words_of_today
from games.services.expected import Data, Replayed, expected_rows, replayed

__all__ = ["Difference", "differences"]


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where a match is not what its log says."""

    match_id: str
    path: str
    stored: object
    replayed: object

    def __str__(self) -> str:
        return f"{self.match_id} {self.path}: stored {self.stored!r}, replayed {self.replayed!r}"


@dataclass(frozen=True, slots=True)
class _Rows:
    """All that is stored of a match, in order."""

    match: Match
    seats: list[Seat]
    deals: list[Deal]
    moves: list[Move]
    owed: list[int]


def differences(match: Match) -> list[Difference]:
    """Replay the log of a match and list what differs; empty when all is well.

    Nothing of the match is taken for granted but its rules, its packs, and the cards played.
    """
    rows = _read(match.pk)
    match = rows.match
    try:
        rules = engine.decode_rules(match.rules)
        known = _replayed(rules, rows)
    except engine.EngineError as error:
        return [Difference(str(match.public_id), "log", "unplayable", error.code)]
    found = _compare("", _stored(rows), expected_rows(rules, match, rows.seats, known))
    return [Difference(str(match.public_id), *each) for each in found]


def _read(match_pk: int) -> _Rows:
    """Read a match at one moment: under its lock, nobody plays meanwhile."""
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match_pk)
        owed = AiTurn.objects.filter(match=match, done_at=None, ply=match.ply)
        return _Rows(
            match,
            list(Seat.objects.filter(match=match).order_by("index")),
            list(Deal.objects.filter(match=match).order_by("number", "attempt")),
            list(Move.objects.filter(match=match).select_related("deal").order_by("ply")),
            list(owed.values_list("ply", flat=True)),
        )


def _replayed(rules: engine.RuleSet, rows: _Rows) -> Replayed | None:
    if rows.match.first_dealer is None:
        return None
    state = engine.new_match(rules, rows.match.first_dealer)
    return replayed(state, log_in_order(rows.match, rows.deals, rows.moves))


def _stored(rows: _Rows) -> Data:
    return {
        "match": _match(rows.match),
        "state": in_words_of_today(rows.match),
        "seats": [{"side": seat.side, "index": seat.index} for seat in rows.seats],
        "deals": [_deal(deal) for deal in rows.deals],
        "moves": [_move(move) for move in rows.moves],
        "ai_turns": rows.owed,
    }


def _match(match: Match) -> Data:
    open_deal = match.open_deal
    return {
        "preset": match.preset,
        "status": match.status,
        "ply": match.ply,
        "turn_seat": match.turn_seat,
        "winner_side": match.winner_side,
        "termination": match.termination,
        "open_deal": None if open_deal is None else [open_deal.match_id, open_deal.number],
    }


def _deal(deal: Deal) -> Data:
    return {
        "number": deal.number,
        "attempt": deal.attempt,
        "dealer": deal.dealer_seat,
        "first_ply": deal.first_ply,
        "status": deal.status,
    }


def _move(move: Move) -> Data:
    return {
        "ply": move.ply,
        "deal": [move.deal.match_id, move.deal.number],
        "seat": move.seat,
        "card": move.card,
        "capture": sorted(move.capture.split()),
        "scopa": move.scopa,
        "sole": move.sole,
    }


def _compare(path: str, stored: Any, expected: Any) -> list[tuple[str, object, object]]:
    if isinstance(stored, dict) and isinstance(expected, dict):
        keys = sorted(stored.keys() | expected.keys())
        return [
            found
            for key in keys
            for found in _compare(f"{path}.{key}".lstrip("."), stored.get(key), expected.get(key))
        ]
    if isinstance(stored, list) and isinstance(expected, list) and len(stored) == len(expected):
        return [
            found
            for index, (left, right) in enumerate(zip(stored, expected, strict=True))
            for found in _compare(f"{path}[{index}]", left, right)
        ]
    return [] if stored == expected else [(path, stored, expected)]
