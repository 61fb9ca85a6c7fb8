"""Plans of a seat for its next turn. Whatever is written here, nobody else sees a difference.

The match row is locked, so that a plan and the move that would fire it come one after the other;
but it is not touched: its version would tell the others that something was planned.
"""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from games import engine, plans
from games.errors import InvalidPlan, OwnTurn
from games.models import Plan, Seat
from games.records import MatchRecord
from games.services.pause_checks import seat_in_play
from games.services.play import PersonActor, open_state, seat_of_actor
from games.services.progress import lock_match
from scopa_site.errors import FieldProblem
from scopa_site.transactions import one_transaction

__all__ = ["check_plan", "drop_plan", "make_plan"]

_DETAILS = {
    "card_not_in_hand": _("You do not hold this card."),
    "own_card_on_table": _("A card of your own hand cannot lie on the table."),
    "named_twice": _("A card is named twice."),
    "never_holds": _("A card cannot both lie on the table and be missing there."),
}


def make_plan(
    *, match_id: UUID, player_id: int, items: Sequence[plans.PlanItem], now: datetime
) -> Plan:
    """Keep a plan for the player's next turn, in place of the one kept before.

    Raises MatchNotFound, NotSeated, MatchNotStarted, MatchCancelled, MatchFinished,
    SeatHandedOver, OwnTurn, InvalidPlan.
    """
    with one_transaction():
        record = lock_match(match_id)
        seat = check_plan(record, player_id)
        state = open_state(record)
        _check_items(items, engine.view(state, seat.index))
        plan, _created = Plan.objects.update_or_create(
            match=record.match,
            seat=seat.index,
            defaults={
                "deal": state.deal_number,
                "items": plans.encode_plan(items),
                "made_at": now,
            },
        )
        _mark(seat, has_plan=True)
    return plan


def drop_plan(*, match_id: UUID, player_id: int) -> None:
    """Forget the player's plan, if there is one. Raises MatchNotFound, NotSeated."""
    with one_transaction():
        record = lock_match(match_id)
        seat = seat_of_actor(record, PersonActor(player_id))
        Plan.objects.filter(match=record.match, seat=seat.index).delete()
        _mark(seat, has_plan=False)


def check_plan(record: MatchRecord, player_id: int) -> Seat:
    """Give the seat that may plan now. Raises as `seat_in_play` does, and OwnTurn."""
    seat = seat_in_play(record, player_id)
    if record.match.turn_seat == seat.index:
        raise OwnTurn
    return seat


def _check_items(items: Sequence[plans.PlanItem], view: engine.PlayerView) -> None:
    if not 1 <= len(items) <= plans.MOST_ITEMS:
        detail = _("A plan has 1 to %(most)s items.") % {"most": plans.MOST_ITEMS}
        raise InvalidPlan(errors=[FieldProblem("/items", "wrong_item_count", detail)])
    problems = [
        FieldProblem(f"/items/{fault.item}/{fault.path}", fault.code, _DETAILS[fault.code])
        for fault in plans.faults(items, view)
    ]
    if problems:
        raise InvalidPlan(errors=problems)


def _mark(seat: Seat, *, has_plan: bool) -> None:
    seat.has_plan = has_plan
    seat.save(update_fields=["has_plan"])
