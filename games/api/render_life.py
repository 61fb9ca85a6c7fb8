"""Write what surrounds the cards as plain data: clock, turn, pauses, result, log, plan, holiday."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias

from games import clock
from games.api.times import time_or_null, time_text
from games.queries import HolidayAccount
from games.records import MatchRecord

__all__ = [
    "clock_shown",
    "holiday_shown",
    "log_line",
    "pause_request",
    "plan_shown",
    "result_shown",
    "seat_life",
    "shown_source",
    "turn_shown",
]

Data: TypeAlias = dict[str, Any]
Row: TypeAlias = Any

# Who or what decided: the cards and the rules, or the clock.
_DECIDED_BY: Final[Mapping[str, str]] = {"timeout": "clock", "forfeit": "clock"}
_PLAN, _TOLD_AS = "plan", "person"


def clock_shown(record: MatchRecord, now: datetime) -> Data:
    """Show by what clock a match runs, and what each seat has in its bank."""
    match = record.match
    until = match.paused_until
    return {
        "slug": match.clock_slug,
        "rules": match.clock_spec or clock.encode_clock(match.clock),
        "banks_seconds": [bank // 1000 for bank in match.banks],
        "paused_until": time_text(until) if until is not None and until > now else None,
    }


def turn_shown(record: MatchRecord) -> Data | None:
    """Show whose move it is, since when, and until when at the latest."""
    match = record.match
    if match.turn_seat is None:
        return None
    return {
        "seat": match.turn_seat,
        "started_at": time_or_null(match.turn_started_at),
        "deadline_at": time_or_null(match.deadline_at),
        "bank_seconds": int(match.bank_of(match.turn_seat).total_seconds()),
    }


def seat_life(seat: Row, now: datetime) -> Data:
    """Show who plays for a seat, and until when its holder is on holiday."""
    away = seat.away
    is_away = away is not None and away[0] <= now < away[1]
    return {
        "substitute": seat.substitute or None,
        "pauses_left": seat.pauses_left,
        "away_until": time_text(away[1]) if is_away else None,
    }


def pause_request(record: MatchRecord) -> Data | None:
    """Show the pause that a seat asks for, and who has agreed."""
    for seat in record.seats:
        if seat.asks_pause is not None:
            seconds, agreed = seat.asks_pause
            return {"seat": seat.index, "seconds": seconds, "agreed": list(agreed)}
    return None


def result_shown(match: Row, seats: Iterable[Row], score: Sequence[int]) -> Data | None:
    """Show how a match came out, for each seat; None while it has not."""
    if not match.termination:
        return None
    sides = [seat.side for seat in seats]
    left = match.ended_by_seat
    return {
        "winner_side": match.winner_side,
        "termination": match.termination,
        "score": list(score),
        "outcomes": [
            _outcome(side, match.winner_side, None if left is None else sides[left])
            for side in sides
        ],
        "ended_by_seat": left,
        "decided_by": _DECIDED_BY.get(match.termination, "engine"),
        "rated": "annulled" if match.rating_note else "yes" if match.rated else "no",
        "annulled_because": match.rating_note or None,
    }


def shown_source(source: str, *, is_own: bool) -> str:
    """Tell who chose a card. That a plan did is known to whoever made it, and to nobody else."""
    return _TOLD_AS if source == _PLAN and not is_own else source


def log_line(line: Row) -> Data:
    """Show what happened at the table beside the cards."""
    return {
        "at": time_text(line.at),
        "ply": line.ply,
        "kind": line.kind,
        "seat": line.seat,
        "data": line.data,
    }


def plan_shown(plan: Row | None) -> Data:
    """Show a plan to the seat that made it; no items where there is none."""
    if plan is None:
        return {"items": [], "deal": None, "made_at": None}
    return {"items": plan.items, "deal": plan.deal, "made_at": time_text(plan.made_at)}


def holiday_shown(account: HolidayAccount) -> Data:
    """Show a player's own holiday, and how much of it may still be taken."""
    stay = account.holiday
    return {
        "from": None if stay is None else time_text(stay[0]),
        "to": None if stay is None else time_text(stay[1]),
        "balance_seconds": int(account.balance.total_seconds()),
    }


def _outcome(side: int, winner: int | None, left: int | None) -> str:
    if winner is not None:
        return "won" if side == winner else "lost"
    return "lost" if side == left else "drawn"
