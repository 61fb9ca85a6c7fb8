"""What may not be left of those who were erased."""

from collections.abc import Iterator

from django.db.models import Exists, OuterRef

from games.invariants.violation import Scope, Violation
from games.models import Holiday, Plan, Remark, RemarkKind, Seat, SeatStatus
from players.queries import left_of_the_erased

__all__ = ["nothing_is_left_of_the_erased"]


def nothing_is_left_of_the_erased(scope: Scope) -> Iterator[Violation]:
    """I-23: of an erased player there is nothing personal, no way in, nothing owed, no seat held.

    That their matches can be played again is I-2 and the like, as of any other.
    """
    for player_id, what in left_of_the_erased():
        yield _found(player_id, what)
    seats = Seat.objects.filter(player__erased_at__isnull=False)
    held = seats.filter(live=True).exclude(status=SeatStatus.RESIGNED)
    for player_id in held.values_list("player_id", flat=True):
        yield _found(player_id, "a seat in a match that is not over")
    of_them = seats.filter(match=OuterRef("match"), index=OuterRef("seat"))
    for remark in Remark.objects.filter(Exists(of_them), kind=RemarkKind.MESSAGE).exclude(text=""):
        yield Violation("I-23", f"remark {remark.pk}", "the words of an erased player are there")
    for plan in Plan.objects.filter(Exists(of_them)):
        yield Violation("I-23", f"plan {plan.pk}", "the plan of an erased player is there")
    holidays = Holiday.objects.filter(player__erased_at__isnull=False)
    for player_id in holidays.values_list("player_id", flat=True):
        yield _found(player_id, "a holiday")


def _found(player_id: int, what: str) -> Violation:
    return Violation("I-23", f"player {player_id}", f"was erased, and there is {what}")
