"""Write matches as plain data for the caller they are for.

`match_view` is the one door through which cards leave, and what it knows of cards it has from
`engine.view`. The dicts are built by hand: this is the hot path of every move.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, TypeAlias

from games import engine
from games.actions import allowed_actions
from games.api.render_life import (
    clock_shown,
    pause_request,
    result_shown,
    seat_life,
    shown_source,
    turn_shown,
)
from games.api.times import time_or_null, time_text
from games.errors import move_data
from games.records import MatchRecord

__all__ = ["match_summary", "match_view", "played_move"]

Data: TypeAlias = dict[str, Any]
# A row as services and queries hand it out. The API reads its columns and knows no model.
Row: TypeAlias = Any


def match_view(record: MatchRecord, viewer_id: int | None, now: datetime) -> Data:
    """Show a match to a viewer: with their hand if they hold a seat, else as to a spectator."""
    match, own = record.match, record.seat_of(viewer_id)
    data: Data = {
        "id": str(match.public_id),
        "version": match.version,
        "status": match.status,
        "closed_because": match.closed_because or None,
        "preset": match.preset,
        "rules": _rules_of_today(match.rules),
        "rated": match.rated,
        "rating_min": match.rating_min,
        "rating_max": match.rating_max,
        "talk": match.talk,
        "auto_play_forced": match.auto_play_forced,
        "creator": _creator_id(record),
        "seats": [_seat(seat, now) for seat in record.seats],
        "you": _you_whole(own),
        "clock": clock_shown(record, now),
        "turn": turn_shown(record),
        "pause_request": pause_request(record),
        "allowed_actions": allowed_actions(record, viewer_id, now),
        "created_at": time_text(match.created_at),
        "offer_expires_at": time_or_null(match.offer_expires_at),
        "started_at": time_or_null(match.started_at),
        "finished_at": time_or_null(match.finished_at),
        "server_time": time_text(now),
    }
    if record.state is None:
        return data | _not_dealt(record.seats)
    data |= _dealt(engine.view(record.state, None if own is None else own.index), data)
    data["result"] = result_shown(match, record.seats, data["score"])
    return data


def match_summary(match: Row, viewer_id: int) -> Data:
    """Show what a list needs of a match; `match.seats` has been fetched. No cards at all."""
    seats = list(match.seats.all())
    own = next((seat for seat in seats if seat.player_id == viewer_id), None)
    score = match.summary_score or _no_points(seats)
    return {
        "id": str(match.public_id),
        "version": match.version,
        "status": match.status,
        "closed_because": match.closed_because or None,
        "preset": match.preset,
        "clock": match.clock_slug,
        "rated": match.rated,
        "rating_min": match.rating_min,
        "rating_max": match.rating_max,
        "seats": [_holder(seat) for seat in seats],
        "you": _you(own),
        "ply": match.ply,
        "turn": _turn(match.turn_seat),
        "deadline_at": time_or_null(match.deadline_at),
        "score": score,
        "result": result_shown(match, seats, score),
        "created_at": time_text(match.created_at),
        "updated_at": time_text(match.updated_at),
    }


def played_move(move: Row) -> Data:
    """Show a move of the log; whatever was played is public, but not that it was planned."""
    return {
        "ply": move.ply,
        "deal": move.deal.number,
        "seat": move.seat,
        "card": move.card,
        "capture": move.capture.split(),
        "scopa": move.scopa,
        "played_at": time_text(move.played_at),
        "source": shown_source(move.source, is_own=move.is_own),
    }


# Parts of a match


def _rules_of_today(rules: Data) -> Data:
    """Write rules as they are written now; those of an earlier schema stay stored as they are."""
    if rules["schema"] == engine.RULESET_SCHEMA:
        return rules
    return engine.encode_rules(engine.decode_rules(rules))


def _seat(seat: Row, now: datetime) -> Data:
    return _holder(seat) | {"hand_count": 0} | seat_life(seat, now)


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


def _you_whole(own: Row | None) -> Data | None:
    return None if own is None else {"seat": own.index, "side": own.side, "has_plan": own.has_plan}


def _turn(seat: int | None) -> Data | None:
    return None if seat is None else {"seat": seat}


def _no_points(seats: Iterable[Row]) -> list[int]:
    return [0] * len({seat.side for seat in seats})


# What depends on cards


def _not_dealt(seats: Sequence[Row]) -> Data:
    return {
        "ply": 0,
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
    return {
        "ply": view.ply,
        "deal": None if view.deal is None else _deal(view.deal),
        "score": list(view.scores),
        "deals": [_deal_score(score) for score in view.deals],
        "legal_moves": [move_data(move) for move in view.legal_moves],
        "voids": [{"number": void.number, "table": _cards(void.table)} for void in view.voids],
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
