"""Holidays of a player: planned, lengthened, given back; and the deadlines that move with them.

The row of the holiday that is not closed holds for every match of the player at once, as it is read
with their seats. What must be done match by match is to reckon the running turns anew; that may be
done twice, or late.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, NoReturn
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from games.errors import HolidayBegun, InvalidHoliday
from games.holidays import fits
from games.models import CLOCK_FIELDS, Holiday, LogLine, Match, MatchStatus
from games.queries import HolidayAccount, get_holiday
from games.records import MatchRecord
from games.services import news, turns
from games.services.clock_news import tell_of_clock
from games.services.leaving import note
from games.services.progress import lock_match
from players.models import Player
from players.queries.worlds import clock_of
from scopa_site.errors import FieldProblem, Text
from scopa_site.outbox.effects import owe
from scopa_site.transactions import one_transaction

__all__ = [
    "CHANGED",
    "FURTHEST",
    "bring_about",
    "give_back_holiday",
    "reckon_matches",
    "take_holiday",
]

CHANGED: Final = "games.holiday_changed"
FURTHEST: Final = timedelta(days=366)
_AT_HOME: Final = {"from": None, "until": None}

Stay = tuple[datetime, datetime]


def take_holiday(
    *, player_id: int, starts_at: datetime | None, ends_at: datetime, now: datetime
) -> HolidayAccount:
    """Take a holiday, or change the one taken; without `starts_at` it begins now.

    One that has begun keeps its beginning. Raises InvalidHoliday, HolidayBegun.
    """
    _freeze_last(player_id, now)
    with one_transaction():
        player = _locked(player_id)
        held = _open_holiday(player_id)
        if held is not None and held.ends_at <= now:
            _close(held)
            held = None
        begun = held is not None and held.starts_at <= now
        if held is not None and begun and not _is_the_same(starts_at, held.starts_at):
            raise HolidayBegun
        wanted = (held.starts_at if held and begun else starts_at or now, ends_at)
        _check(player, held, wanted, begun=begun, now=now)
        holiday = held or Holiday(player_id=player_id, made_at=now)
        holiday.starts_at, holiday.ends_at = wanted
        holiday.save()
        _owe_reckoning(holiday, now)
    reckon_matches(player_id=player_id, now=now)
    return get_holiday(player_id=player_id, now=now)


def give_back_holiday(*, player_id: int, now: datetime) -> HolidayAccount:
    """End the holiday now, or call it off before it has begun; nothing happens without one."""
    with one_transaction():
        _locked(player_id)
        held = _open_holiday(player_id)
        if held is None or held.ends_at <= now:
            return get_holiday(player_id=player_id, now=now)
        if held.starts_at > now:
            held.ends_at = held.starts_at
            _close(held)
        else:
            # Not closed: what was used of it still counts for the turns that run.
            held.ends_at = now
            held.save(update_fields=["ends_at"])
        _owe_reckoning(held, now)
    reckon_matches(player_id=player_id, now=now)
    return get_holiday(player_id=player_id, now=now)


def reckon_matches(*, player_id: int, now: datetime) -> int:
    """Reckon the player's running turns anew; return how many deadlines moved.

    Every match of the player is locked in its turn, not only those where they are on turn: a move
    that is under way may give them one, having read no holiday.
    """
    return sum(_reckoned(match_id, player_id, None, now) for match_id in _matches_of(player_id))


def bring_about(payload: Mapping[str, Any], now: datetime) -> None:
    """Reckon the turns of the player in an effect: what a request began and may not have ended."""
    player_id = payload["player_id"]
    reckon_matches(player_id=player_id, now=clock_of(player_id, now=now))


def _owe_reckoning(holiday: Holiday, now: datetime) -> None:
    owe(
        topic=CHANGED,
        dedupe_key=f"{CHANGED}:{holiday.pk}:{now.isoformat()}",
        payload={"player_id": holiday.player_id},
        now=now,
    )


def _freeze_last(player_id: int, now: datetime) -> None:
    """Write a holiday that is over into the turns that ran, before another takes its place."""
    last = _open_holiday(player_id)
    if last is None or last.ends_at > now:
        return
    for match_id in _matches_of(player_id):
        _reckoned(match_id, player_id, (last.starts_at, last.ends_at), now)


def _matches_of(player_id: int) -> Iterator[UUID]:
    matches = Match.objects.filter(
        status__in=[MatchStatus.OFFERED, MatchStatus.ACTIVE], seats__player_id=player_id
    )
    yield from list(matches.order_by("pk").values_list("public_id", flat=True))


def _reckoned(match_id: UUID, player_id: int, used: Stay | None, now: datetime) -> bool:
    """Reckon one running turn, with a stop for a holiday that is over. True: its deadline moved."""
    with one_transaction():
        record = lock_match(match_id)
        _note_holiday(record, player_id, now)
        if not _is_on_turn(record, player_id):
            return False
        match = record.match
        before, stops = match.deadline_at, match.turn_stops
        if used is not None and _is_missing(record, used):
            turns.add_stop(record, since=used[0], until=used[1])
        turns.reckon(record)
        if (before, stops) == (match.deadline_at, match.turn_stops):
            return False
        match.touch(*CLOCK_FIELDS, now=now)
        if before == match.deadline_at:
            return False
        tell_of_clock(record, because="holiday", now=now)
    return True


def _note_holiday(record: MatchRecord, player_id: int, now: datetime) -> None:
    """Tell the table of a holiday that it has not heard of yet, or of its end."""
    match, seat = record.match, record.seat_of(player_id)
    if seat is None or match.status != MatchStatus.ACTIVE or not match.clock.holidays:
        return
    since, until = seat.away if seat.away and seat.away[1] > now else (None, None)
    data = {"from": news.moment(since), "until": news.moment(until)}
    lines = LogLine.objects.filter(match=match, kind="holiday", seat=seat.index)
    if data == (lines.order_by("-id").values_list("data", flat=True).first() or _AT_HOME):
        return
    note(record, "holiday", seat, now=now, **data)
    match.touch(now=now)
    news.tell(
        record, "match.holiday", {"version": match.version, "seat": seat.index, **data}, now=now
    )


def _is_the_same(wanted: datetime | None, held: datetime) -> bool:
    """Tell whether a beginning is the one that is held, which is shown to the millisecond."""
    return wanted is None or abs(wanted - held) < timedelta(milliseconds=1)


def _is_on_turn(record: MatchRecord, player_id: int) -> bool:
    match = record.match
    if match.turn_started_at is None or match.turn_seat is None or not match.clock.holidays:
        return False
    return record.seats[match.turn_seat].player_id == player_id


def _is_missing(record: MatchRecord, used: Stay) -> bool:
    """Tell whether a turn runs since before a holiday ended, and does not have it as a stop."""
    began = record.match.turn_started_at
    if began is None or began >= used[1]:
        return False
    return (max(used[0], began), used[1]) not in record.match.stops


def _locked(player_id: int) -> Player:
    """Let one holiday of a player be changed at a time."""
    return Player.objects.select_for_update(no_key=True).get(pk=player_id)


def _open_holiday(player_id: int) -> Holiday | None:
    return Holiday.objects.filter(player_id=player_id, closed=False).first()


def _close(holiday: Holiday) -> None:
    holiday.closed = True
    holiday.save(update_fields=["ends_at", "closed"])


def _check(
    player: Player, held: Holiday | None, wanted: Stay, *, begun: bool, now: datetime
) -> None:
    """Raise InvalidHoliday for one that is past, upside down, too far away or too long."""
    starts_at, ends_at = wanted
    others = Holiday.objects.filter(player=player)
    if held is not None:
        others = others.exclude(pk=held.pk)
    if starts_at < now and not begun:
        _refuse("/from", "in_the_past", _("A holiday begins now at the earliest."))
    if ends_at <= max(starts_at, now):
        _refuse("/to", "not_after_from", _("A holiday ends after it begins, and not in the past."))
    if ends_at > now + FURTHEST:
        _refuse("/to", "too_far", _("A holiday is planned for a year ahead at most."))
    taken = others.values_list("starts_at", "ends_at")
    if not fits(wanted, taken=list(taken), since=player.date_joined):
        _refuse("/to", "exceeds_balance", _("You do not have so many days of holiday."))


def _refuse(pointer: str, code: str, detail: Text) -> NoReturn:
    raise InvalidHoliday(errors=[FieldProblem(pointer, code, detail)])
