"""Whether a message goes out now, later, or never.

Pure: what is known at the time of sending in, a decision out. It is asked again after each hold,
so that whatever has changed meanwhile counts.
"""

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from players.notifications.registry import Channel, Mode

__all__ = [
    "LEFT_ALONE",
    "MOST_TURNS",
    "PLAIN_TURNS",
    "QUARTER",
    "Decision",
    "Drop",
    "Hold",
    "Join",
    "Send",
    "Situation",
    "Why",
    "Wishes",
    "decide",
    "digest_key",
    "next_digest",
    "quiet_until",
]

# In any quarter of an hour: two messages of turns as they are, then one that tells of all.
QUARTER: Final = timedelta(minutes=15)
PLAIN_TURNS: Final = 2
MOST_TURNS: Final = 3
# Who has just played is at the table, and need not be told.
LEFT_ALONE: Final = timedelta(seconds=60)

_DAYS_AHEAD: Final = 3


class Why(enum.StrEnum):
    """The reasons that are given here; each is one of models.Reason."""

    NONE = ""
    QUIET_HOURS = "quiet_hours"
    PLAYING = "playing"
    DIGEST = "digest"
    BUSY = "busy"
    PROVIDER_RESTS = "provider_rests"
    RECEIVER_SILENT = "receiver_silent"
    RETRY = "retry"
    SUMMARY = "summary"
    IN_DIGEST = "in_digest"
    OVER = "over"
    TOLD_OTHERWISE = "told_otherwise"
    TOLD_ANEW = "told_anew"
    SEEN = "seen"
    MUTED = "muted"
    OFF = "off"
    NO_DEVICE = "no_device"
    NO_ADDRESS = "no_address"
    NO_WEBHOOK = "no_webhook"
    GONE = "gone"
    EXPIRED = "expired"
    UNKNOWN_TYPE = "unknown_type"


_NO_TARGET: Final = {
    Channel.PUSH: Why.NO_DEVICE,
    Channel.MAIL: Why.NO_ADDRESS,
    Channel.WEBHOOK: Why.NO_WEBHOOK,
}


@dataclass(frozen=True, slots=True)
class Wishes:
    """When a person wants to hear: local times of day in `zone`. `quiet`: from when until when."""

    zone: str = "UTC"
    quiet: tuple[time, time] | None = None
    digest_hours: tuple[int, ...] = (8,)


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known of one delivery when it is to be sent.

    `turns_sent`: when messages of turns went out to this person on this channel, but for this one.
    `awaiting`: how many matches wait. `is_summary`: it was to tell of several when it was tried
    before. `is_told_anew`: a later one stands in its place. `is_partly_sent`: some of the devices
    have it. `is_told_of`: a message of several, or
    the digest, is going out right now. `waited_for_digest`: it was held for one, which is due.
    `is_asked_for`: somebody wants it sent again, whatever became of it. `is_told_otherwise`: it is
    over, as another notice tells of it. `is_gone`: there is nothing left to write about.
    """

    channel: Channel
    is_here: bool = True
    is_known: bool = True
    mode: Mode = Mode.ON
    wishes: Wishes = Wishes()
    expires_at: datetime | None = None
    is_over: bool = False
    is_told_otherwise: bool = False
    is_gone: bool = False
    is_told_anew: bool = False
    is_seen: bool = False
    is_muted: bool = False
    has_target: bool = True
    pierces: bool = False
    is_turn: bool = False
    after_play: bool = False
    last_play: datetime | None = None
    turns_sent: Sequence[datetime] = ()
    awaiting: int = 0
    is_summary: bool = False
    is_partly_sent: bool = False
    is_told_of: bool = False
    waited_for_digest: bool = False
    is_asked_for: bool = False


@dataclass(frozen=True, slots=True)
class Send:
    """Send it now: as itself, or as the message that tells of all that wait."""

    is_summary: bool = False


@dataclass(frozen=True, slots=True)
class Hold:
    """Ask again at this instant."""

    until: datetime
    why: Why


@dataclass(frozen=True, slots=True)
class Drop:
    """Never send it."""

    why: Why


@dataclass(frozen=True, slots=True)
class Join:
    """Another message tells of it."""

    why: Why


Decision = Send | Hold | Drop | Join


def decide(case: Situation, now: datetime) -> Decision:
    """Decide about one delivery."""
    if (never := _never(case, now)) is not None:
        return Drop(never)
    if case.channel is Channel.WEBHOOK:
        return Send(case.is_summary)
    if case.is_partly_sent:
        # It counts among the three already; the others of their devices keep still all the same.
        return _kept_back(case, now) or Send(case.is_summary)
    if case.is_asked_for:
        return _kept_back(case, now) or Send()
    if case.mode is Mode.DIGEST:
        if case.waited_for_digest:
            return Join(Why.IN_DIGEST)
        return Hold(next_digest(case.wishes, now), Why.DIGEST)
    return _kept_back(case, now) or (_turn(case, now) if case.is_turn else Send())


def _never(case: Situation, now: datetime) -> Why | None:
    if not case.is_here:
        return Why.GONE
    reasons = (
        (not case.is_known, Why.UNKNOWN_TYPE),
        (case.is_gone and not case.is_summary, Why.OVER),
        *(() if case.is_asked_for else _idle(case, now)),
        # Who has no more mail by a link in it gets none, whoever asks.
        (case.mode is Mode.OFF and case.channel is Channel.MAIL, Why.OFF),
        (not case.has_target, _NO_TARGET[case.channel]),
    )
    return next((why for holds, why in reasons if holds), None)


def _idle(case: Situation, now: datetime) -> Iterator[tuple[bool, Why]]:
    """Give what speaks against sending it, unless somebody asks for it."""
    if case.is_summary:
        # A message of several is about whatever waits, not about the match it began with.
        yield not case.awaiting, Why.OVER
    else:
        yield case.expires_at is not None and case.expires_at <= now, Why.EXPIRED
        yield case.is_over, Why.TOLD_OTHERWISE if case.is_told_otherwise else Why.OVER
        yield case.is_told_anew, Why.TOLD_ANEW
        yield case.is_seen, Why.SEEN
        yield case.is_muted, Why.MUTED
    yield case.mode is Mode.OFF, Why.OFF


def _kept_back(case: Situation, now: datetime) -> Hold | None:
    if case.after_play and case.last_play is not None and case.last_play + LEFT_ALONE > now:
        return Hold(case.last_play + LEFT_ALONE, Why.PLAYING)
    if not case.pierces and (ends := quiet_until(case.wishes, now)) is not None:
        return Hold(ends, Why.QUIET_HOURS)
    return None


def _turn(case: Situation, now: datetime) -> Decision:
    """Send at most three in any quarter of an hour, the third as one for all."""
    recent = sorted(at for at in case.turns_sent if at > now - QUARTER)
    if case.is_told_of and not case.is_summary:
        return Join(Why.SUMMARY)
    if len(recent) >= MOST_TURNS:
        return Hold(recent[-MOST_TURNS] + QUARTER, Why.BUSY)
    # What was sent as one for all is tried again as that: others may have joined it.
    return Send(case.is_summary or (len(recent) >= PLAIN_TURNS and case.awaiting > 1))


def quiet_until(wishes: Wishes, now: datetime) -> datetime | None:
    """Return when the quiet hours end in which it is now; None outside them."""
    if wishes.quiet is None or not _is_quiet(wishes, now):
        return None
    ends = wishes.quiet[1]
    for at in _instants(wishes, ends, now, folds=(0, 1)):
        if not _is_quiet(wishes, at):
            return _first_of(wishes, at, now)
    # The clock is changed at the very end of the quiet hours: look minute by minute.
    minutes = (now + timedelta(minutes=more) for more in range(1, 25 * 60))
    return next((at for at in minutes if not _is_quiet(wishes, at)), None)


def _first_of(wishes: Wishes, at: datetime, now: datetime) -> datetime:
    """Go back to where the quiet ends: earlier than chosen, where clocks skip that time."""
    while (before := at - timedelta(minutes=1)) > now and not _is_quiet(wishes, before):
        at = before
    return at


def next_digest(wishes: Wishes, now: datetime) -> datetime:
    """Return the next hour of the digest. An hour that comes twice counts the first time."""
    hours = wishes.digest_hours or Wishes().digest_hours
    return min(
        next(_instants(wishes, time(hour), now, folds=(0,)), now + timedelta(days=1))
        for hour in hours
    )


def digest_key(wishes: Wishes, due_at: datetime) -> str:
    """Name the digest of an hour, which there is once: by the day and hour at the person's."""
    local = due_at.astimezone(ZoneInfo(wishes.zone))
    return f"digest:{local:%Y-%m-%d}:{local.hour}"


def _is_quiet(wishes: Wishes, at: datetime) -> bool:
    if wishes.quiet is None:
        return False
    begins, ends = wishes.quiet
    clock = at.astimezone(ZoneInfo(wishes.zone)).time()
    if begins <= ends:
        return begins <= clock < ends
    return clock >= begins or clock < ends


def _instants(
    wishes: Wishes, clock: time, now: datetime, *, folds: Sequence[int]
) -> Iterator[datetime]:
    """Give the instants after now, in order, at which clocks there show this time."""
    zone = ZoneInfo(wishes.zone)
    today = now.astimezone(zone).date()
    for days in range(-1, _DAYS_AHEAD):
        day = today + timedelta(days=days)
        shown = (datetime.combine(day, clock, zone).replace(fold=fold) for fold in folds)
        yield from sorted(at for at in {each.astimezone(UTC) for each in shown} if at > now)
