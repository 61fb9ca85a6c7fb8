"""Whose time runs, and what happened when it ran out."""

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Exists, F, OuterRef, Q

from games.invariants.violation import Scope, Violation
from games.models import MatchStatus, Move, Outage, Seat, SeatKind, SeatStatus, Timeout

__all__ = ["banks_are_within_the_clock", "turns_have_an_end", "turns_run_out_once_and_in_time"]

# The sweep waits for moves that arrived in time, runs every few seconds, and may be busy.
_LATE = timedelta(seconds=15)
_LATE_AT_LEAST = timedelta(seconds=5)


def turns_run_out_once_and_in_time(scope: Scope) -> Iterator[Violation]:
    """I-13: a turn ends by a move or by its deadline, never by both, and soon after it."""
    timeouts = Timeout.objects.filter(match__in=scope.matches).select_related("match")
    real = timeouts.filter(match__world__isnull=True)  # a sandbox is swept when its clock is moved
    later = Move.objects.filter(match=OuterRef("match"), ply__gte=OuterRef("ply"))
    lost = Q(match__termination="timeout", match__ended_by_seat=F("seat"), match__ply=F("ply"))
    for timeout in timeouts.filter(Exists(later), lost).iterator():
        where = f"match {timeout.match.public_id}"
        yield Violation("I-13", where, f"lost by the clock at ply {timeout.ply}, where a card lies")
    for timeout in real.filter(at__gt=F("deadline_at") + _LATE_AT_LEAST + _LATE).iterator():
        if not _was_out(timeout):
            late = (timeout.at - timeout.deadline_at).total_seconds()
            where = f"match {timeout.match.public_id}"
            yield Violation("I-13", where, f"ran out at ply {timeout.ply}, {late:.0f} s late")
    by_clock = Timeout.objects.filter(
        match=OuterRef("pk"), ply=OuterRef("ply"), seat=OuterRef("ended_by_seat")
    )
    ended = scope.matches.filter(~Exists(by_clock), termination="timeout")
    for match in ended.iterator():
        where = f"match {match.public_id}"
        yield Violation("I-13", where, "lost by the clock, and no turn ran out at its end")


def turns_have_an_end(scope: Scope) -> Iterator[Violation]:
    """I-13: a person on turn under a clock has a deadline, and it is not long past."""
    active = scope.matches.filter(status=MatchStatus.ACTIVE)
    person = Seat.objects.filter(
        match=OuterRef("pk"), index=OuterRef("turn_seat"), kind=SeatKind.PERSON, substitute=""
    )
    under_clock = active.exclude(clock_spec__kind="unlimited").exclude(clock_spec={})
    waiting = under_clock.filter(
        Exists(person.exclude(status=SeatStatus.CLAIMABLE)), deadline_at__isnull=True
    )
    for match in waiting.iterator():
        yield Violation("I-13", f"match {match.public_id}", "a person's turn has no deadline")
    for match in active.filter(~Exists(person), deadline_at__isnull=False).iterator():
        yield Violation("I-13", f"match {match.public_id}", "the turn of an AI has a deadline")
    for match in scope.matches.filter(deadline_at__isnull=True, remind_at__isnull=False).iterator():
        told = "a reminder is due of a turn without a deadline"
        yield Violation("I-13", f"match {match.public_id}", told)
    if Outage.objects.filter(ended_at__isnull=True).exists():
        return  # nobody's time runs out meanwhile
    overdue = active.filter(world__isnull=True, deadline_at__lt=scope.now - _LATE_AT_LEAST - _LATE)
    for match in overdue.iterator():
        late = (scope.now - (match.deadline_at or scope.now)).total_seconds()
        yield Violation("I-13", f"match {match.public_id}", f"its deadline is {late:.0f} s past")


def banks_are_within_the_clock(scope: Scope) -> Iterator[Violation]:
    """I-13: no bank is negative, or above what the clock allows."""
    running = scope.matches.filter(status=MatchStatus.ACTIVE, clock_spec__kind="bank")
    for match in running.iterator(chunk_size=500):
        cap = 1000 * int(match.clock_spec["cap_s"])
        if not all(0 <= bank <= cap for bank in match.banks):
            told = f"the banks are {match.banks}, in milliseconds; the cap is {cap}"
            yield Violation("I-13", f"match {match.public_id}", told)


def _was_out(timeout: Timeout) -> bool:
    """Tell whether the service was out at some time between the deadline and the timeout."""
    until = Q(ended_at__isnull=True) | Q(ended_at__gte=timeout.deadline_at)
    return Outage.objects.filter(until, began_at__lte=timeout.at).exists()
