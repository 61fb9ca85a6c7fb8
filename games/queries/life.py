"""What happens beside the cards: the log of a table, a seat's own plan, a player's own holiday."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import QuerySet

from games.errors import NotSeated
from games.holidays import balance
from games.models import Holiday, LogLine, Plan
from games.queries.matches import get_match
from players.models import Player

__all__ = ["HolidayAccount", "get_holiday", "get_plan", "list_log"]


@dataclass(frozen=True, slots=True)
class HolidayAccount:
    """The holiday that a player is on or has planned, from and to, and what is left to take."""

    holiday: tuple[datetime, datetime] | None
    balance: timedelta


def get_holiday(*, player_id: int, now: datetime) -> HolidayAccount:
    """Give a player's holiday and balance. Time still to come of a holiday is not yet spent."""
    since = Player.objects.values_list("date_joined", flat=True).get(pk=player_id)
    stays = list(Holiday.objects.filter(player_id=player_id).order_by("pk"))
    taken = [(stay.starts_at, stay.ends_at) for stay in stays]
    held = next((stay for stay in stays if not stay.closed and stay.ends_at > now), None)
    current = None if held is None else (held.starts_at, held.ends_at)
    return HolidayAccount(current, balance(now, taken, since))


def get_plan(*, match_id: UUID, player_id: int) -> Plan | None:
    """Give the plan of the player's own seat; None if there is none.

    Raises MatchNotFound, NotSeated.
    """
    record = get_match(match_id=match_id, viewer_id=player_id)
    seat = record.seat_of(player_id)
    if seat is None:
        raise NotSeated
    return Plan.objects.filter(match=record.match, seat=seat.index).first()


def list_log(*, match_id: UUID, viewer_id: int | None, after: int = 0) -> QuerySet[LogLine]:
    """Select what happened at the table beside the cards, in order. Raises MatchNotFound."""
    record = get_match(match_id=match_id, viewer_id=viewer_id)
    return LogLine.objects.filter(match=record.match, pk__gt=after).order_by("pk")
