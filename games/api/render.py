"""Write matches as plain data for the caller they are for.

`match_view` is the one door through which cards leave, and what it knows of cards it has from
`engine.view`. The dicts are built by hand: this is the hot path of every move.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, TypeAlias

from games import engine
from games.errors import move_data
from games.records import MatchRecord

__all__ = ["match_summary", "match_view", "played_move", "time_text"]

Data: TypeAlias = dict[str, Any]
# A row as services and queries hand it out. The API reads its columns and knows no model.
Row: TypeAlias = Any


def match_view(record: MatchRecord, viewer_id: int | None, now: datetime) -> Data:
    """Show a match to a viewer: with their hand if they hold a seat, else as to a spectator."""
    match, own = record.match, record.seat_of(viewer_id)
    data: Data = {
        "id": str(match.public_id),
        "status": match.status,
        "preset": match.preset,
        "rules": _rules_of_today(match.rules),
        "creator": _creator_id(record),
        "seats": [_seat(seat) for seat in record.seats],
        "you": _you(own),
        "created_at": time_text(match.created_at),
        "server_time": time_text(now),
    }
    if record.state is None:
        return data | _not_dealt(record.seats)
    dealt = _dealt(engine.view(record.state, None if own is None else own.index), data)
    # Once a match was called off nobody is on turn, whatever its state says.
    return data | dealt | ({"turn": None} if match.turn_seat is None else {})


def match_summary(match: Row, viewer_id: int) -> Data:
    """Show what a list needs of a match; `match.seats` has been fetched. No cards at all."""
    seats = list(match.seats.all())
    own = next((seat for seat in seats if seat.player_id == viewer_id), None)
    score = match.summary_score or _no_points(seats)
    return {
        "id": str(match.public_id),
        "status": match.status,
        "preset": match.preset,
        "seats": [_holder(seat) for seat in seats],
        "you": _you(own),
        "ply": match.ply,
        "turn": _turn(match.turn_seat),
        "score": score,
        "result": _result(match.winner_side, match.termination, score),
        "created_at": time_text(match.created_at),
        "updated_at": time_text(match.updated_at),
    }


def played_move(move: Row) -> Data:
    """Show a move of the log; whatever was played is public."""
    return {
        "ply": move.ply,
        "deal": move.deal.number,
        "seat": move.seat,
        "card": move.card,
        "capture": move.capture.split(),
        "scopa": move.scopa,
        "played_at": time_text(move.played_at),
        "source": move.source,
    }


def time_text(moment: datetime) -> str:
    """Write a time as RFC 3339 in UTC, to the millisecond."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


# Parts of a match


def _rules_of_today(rules: Data) -> Data:
    """Write rules as they are written now; those of an earlier schema stay stored as they are."""
    if rules["schema"] == engine.RULESET_SCHEMA:
        return rules
    return engine.encode_rules(engine.decode_rules(rules))


def _seat(seat: Row) -> Data:
    return _holder(seat) | {"hand_count": 0}


def _holder(seat: Row) -> Data:
    return {
        "seat": seat.index,
        "side": seat.side,
        "type": seat.kind,
        "player": None if seat.player is None else _player(seat.player),
        "level": seat.level or None,
        "status": seat.status,
    }


def _player(player: Row) -> Data:
    return {
        "id": str(player.public_id),
        "username": player.username,
        "display_name": player.display_name,
        "is_guest": player.is_guest,
    }


def _creator_id(record: MatchRecord) -> str | None:
    """Name the creator, without a query where they hold a seat."""
    match = record.match
    seat = record.seat_of(match.creator_id)
    player = match.creator if seat is None else seat.player
    return None if player is None else str(player.public_id)


def _you(own: Row | None) -> Data | None:
    return None if own is None else {"seat": own.index, "side": own.side}


def _turn(seat: int | None) -> Data | None:
    return None if seat is None else {"seat": seat}


def _result(winner_side: int | None, termination: str, score: Sequence[int]) -> Data | None:
    if not termination:
        return None
    return {"winner_side": winner_side, "termination": termination, "score": list(score)}


def _no_points(seats: Iterable[Row]) -> list[int]:
    return [0] * len({seat.side for seat in seats})


# What depends on cards


def _not_dealt(seats: Sequence[Row]) -> Data:
    return {
        "ply": 0,
        "turn": None,
        "deal": None,
        "score": _no_points(seats),
        "deals": [],
        "legal_moves": [],
        "voids": [],
        "result": None,
    }


def _dealt(view: engine.PlayerView, data: Data) -> Data:
    """Fill in the hand counts of `data` and return the members that the state determines."""
    if view.deal is not None:
        for seat, count in zip(data["seats"], view.deal.hand_counts, strict=True):
            seat["hand_count"] = count
    outcome = view.outcome
    return {
        "ply": view.ply,
        "turn": _turn(view.turn),
        "deal": None if view.deal is None else _deal(view.deal),
        "score": list(view.scores),
        "deals": [_deal_score(score) for score in view.deals],
        "legal_moves": [move_data(move) for move in view.legal_moves],
        "voids": [{"number": void.number, "table": _cards(void.table)} for void in view.voids],
        "result": None
        if outcome is None
        else _result(outcome.winner_side, outcome.termination, outcome.score),
    }


def _deal(deal: engine.DealView) -> Data:
    return {
        "number": deal.number,
        "dealer_seat": deal.dealer,
        "table": _cards(deal.table),
        "hand": _cards(deal.hand),
        "stock_count": deal.stock_count,
        "piles": [
            {"side": pile.side, "count": pile.count, "scope": pile.scope} for pile in deal.piles
        ],
        "last_capture_side": deal.last_capture_side,
        "last_move": None if deal.last_move is None else _last_move(deal.last_move),
        "declared": [_declared(hand) for hand in deal.declared],
    }


def _declared(hand: engine.DeclaredHand) -> Data:
    return {
        "seat": hand.seat,
        "kind": hand.kind,
        "points": hand.points,
        "cards": _cards(hand.cards),
        "wild": hand.wild,
    }


def _last_move(move: engine.PlayedMove) -> Data:
    return {
        "ply": move.ply,
        "seat": move.seat,
        "card": str(move.card),
        "capture": _cards(move.capture),
        "scopa": move.scopa,
    }


def _deal_score(score: engine.DealScore) -> Data:
    return {
        "number": score.number,
        "points": list(score.points),
        "carte": score.carte,
        "denari": score.denari,
        "settebello": score.settebello,
        "primiera": score.primiera,
        "scope": list(score.scope),
        "primiera_values": list(score.primiera_values),
        "detail": None if score.detail is None else engine.encode_detail(score.detail),
    }


def _cards(cards: Iterable[engine.Card]) -> list[str]:
    return [str(card) for card in cards]
