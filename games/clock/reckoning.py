"""The arithmetic of a turn: what counts, when it ends, and what is left in the bank.

A turn used `u`, what counts between its beginning and its end. With `free` the grace of the clock,
or what a first turn lasts at least where that is more:

    allowance  = min(bank + grace, turn_max); on a first turn at least first_turn
    drain      = max(0, u - free)
    bank after = min(cap, max(0, bank - drain) + refill)
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from .rests import Stop, in_utc, rests
from .spec import Clock

_NOTHING: Final = timedelta(0)


def counted(
    clock: Clock, zone: str, stops: Iterable[Stop], start: datetime, end: datetime
) -> timedelta:
    """Give how much time counts between two instants; none if the end is the earlier.

    Left out are the clock's weekends or quiet hours in `zone` (an IANA name), and the stops, each
    moment once. Raises `ZoneUnknown`; ValueError for an instant without a time zone.
    """
    at, end = in_utc(start), in_utc(end)
    total = _NOTHING
    for since, until in rests(clock, zone, stops, at):
        if since >= end:
            break
        if since > at:
            total += since - at
        at = max(at, until)
    return total + max(_NOTHING, end - at)


def allowance(clock: Clock, bank: timedelta, *, first: bool) -> timedelta | None:
    """Give how much counted time a turn may take; None without limit.

    `first`: the seat has not played a turn of its own in this match.
    """
    if clock.kind == "unlimited":
        return None
    longest = timedelta(seconds=clock.turn_max_s)
    if clock.kind == "bank":
        longest = min(bank + timedelta(seconds=clock.grace_s), longest)
    return max(longest, timedelta(seconds=clock.first_turn_s)) if first else longest


def deadline(
    clock: Clock,
    bank: timedelta,
    *,
    zone: str,
    stops: Iterable[Stop],
    start: datetime,
    first: bool,
) -> datetime | None:
    """Give the instant, in UTC, at which the turn that began at `start` has used its allowance.

    None without limit. It is the earliest such instant, so it is never inside what does not count,
    though it may be where that begins. Raises as `counted` does.
    """
    left = allowance(clock, bank, first=first)
    return None if left is None else used_up(clock, zone, stops, start, left)


def used_up(
    clock: Clock, zone: str, stops: Iterable[Stop], start: datetime, left: timedelta
) -> datetime:
    """Give the earliest instant, in UTC, by which so much time has counted since `start`.

    Raises as `counted` does.
    """
    at = in_utc(start)
    for since, until in rests(clock, zone, stops, at):
        if since - at >= left:
            break
        if since > at:
            left -= since - at
        at = max(at, until)
    return at + left


def bank_after(
    clock: Clock,
    bank: timedelta,
    *,
    zone: str,
    stops: Iterable[Stop],
    start: datetime,
    end: datetime,
    first: bool,
    refill: bool,
) -> timedelta:
    """Give what is in the bank once the turn from `start` to `end` is over.

    Never negative, never above the cap. `refill`: the player made the move, so the bank is filled
    up. Nothing for a clock without a bank. Raises as `counted` does.
    """
    if clock.kind != "bank":
        return _NOTHING
    free = max(clock.grace_s, clock.first_turn_s) if first else clock.grace_s
    used = counted(clock, zone, stops, start, end)
    left = max(_NOTHING, bank - max(_NOTHING, used - timedelta(seconds=free)))
    gained = timedelta(seconds=clock.refill_s) if refill else _NOTHING
    return min(timedelta(seconds=clock.cap_s), left + gained)


def first_bank(clock: Clock) -> timedelta:
    """Give what a seat's bank holds when a match begins; nothing for a clock without a bank."""
    return timedelta(seconds=clock.initial_s)


def promise(clock: Clock) -> timedelta | None:
    """Give the counted time within which a player can use every turn and never run out.

    None without limit.
    """
    if clock.kind == "unlimited":
        return None
    steady = clock.grace_s + clock.refill_s if clock.kind == "bank" else clock.turn_max_s
    return timedelta(seconds=min(steady, clock.turn_max_s))


def is_late(deadline_at: datetime | None, now: datetime) -> bool:
    """Tell whether a turn's time is over; a move that arrives at the very deadline is in time."""
    return deadline_at is not None and now > deadline_at
