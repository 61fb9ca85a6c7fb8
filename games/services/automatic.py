"""Cards that nobody need be asked for: plans that fire, and the last card of a hand."""

from datetime import datetime

from games import engine, plans
from games.models import MoveSource, Plan, Seat
from games.records import MatchRecord
from games.services import news

__all__ = ["next_play"]


def next_play(record: MatchRecord, *, now: datetime) -> tuple[engine.Move, MoveSource] | None:
    """Give what the person on turn plays without being asked, if anything.

    A plan is for one turn: it is used up, or dropped. The caller holds the row lock.
    """
    state = record.state
    if state is None or state.turn is None:
        return None
    seat = record.seats[state.turn]
    if not seat.is_played_by_person:
        return None
    plan = _taken_plan(record, seat) if seat.has_plan else None
    forced = _forced(record, state)
    if forced is not None:
        return forced, MoveSource.FORCED
    if plan is None:
        return None
    move = plans.fired(plan.items, engine.view(state, seat.index)) if _fits(plan, state) else None
    if move is None:
        news.tell(record, "plan.dropped", now=now, to=[seat])
        return None
    return move, MoveSource.PLAN


def _forced(record: MatchRecord, state: engine.MatchState) -> engine.Move | None:
    """Give the only move there is; only with one card in hand can there be only one."""
    if not record.match.auto_play_forced or state.deal is None or state.turn is None:
        return None
    if state.deal.hands[state.turn].bit_count() != 1:
        return None
    moves = engine.legal_moves(state)
    return moves[0] if len(moves) == 1 else None


def _fits(plan: Plan, state: engine.MatchState) -> bool:
    return state.deal is not None and plan.deal == state.deal.number


def _taken_plan(record: MatchRecord, seat: Seat) -> Plan | None:
    plan = Plan.objects.filter(match=record.match, seat=seat.index).first()
    if plan is not None:
        plan.delete()
    seat.has_plan = False
    seat.save(update_fields=["has_plan"])
    return plan
