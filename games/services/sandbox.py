"""Let time pass in a sandbox: from one thing that falls due to the next, as it would have been."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Min

from games.models import Match, MatchStatus
from games.services.offers import expire_offer
from games.services.reminders import remind
from games.services.sweeping import each_alone
from games.services.timeouts import PATIENCE, expire_turn
from players.models import World
from players.services.worlds import move_clock_to, world_to_move

__all__ = ["ClockMoved", "move_sandbox_clock"]

# What may fall due in one call; the caller sees how far the clock came, and calls again.
_MOST_STEPS: Final = 500
_TICK: Final = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class ClockMoved:
    """What the clock of a sandbox shows now, where it was to go, and how much ended on the way."""

    now: datetime
    asked: datetime
    ended: int


def move_sandbox_clock(
    *, player_id: int, seconds: int | None = None, to: datetime | None = None, now: datetime
) -> ClockMoved:
    """Move the clock of the player's sandbox on, by seconds or to an instant.

    Players are reminded, turns run out and offers expire on the way, each when it is due, and
    computers answer. `now` is by the clock of the sandbox. Raises NotInSandbox, InvalidClockMove.
    """
    world, asked = world_to_move(player_id=player_id, seconds=seconds, to=to, now=now)
    real = now - world.offset
    ended, shown = 0, now
    for _step in range(_MOST_STEPS):
        due = _next_due(world)
        shown = asked if due is None else min(max(shown, due), asked)
        move_clock_to(world=world, at=shown, now=real)
        swept = _sweep(world, shown)
        ended += swept
        if shown == asked and not swept:
            break
    return ClockMoved(now=shown, asked=asked, ended=ended)


def _next_due(world: World) -> datetime | None:
    """Tell when somebody is reminded, a turn runs out, or an offer expires next."""
    matches = Match.objects.filter(world=world)
    active = matches.filter(status=MatchStatus.ACTIVE)
    running = active.aggregate(reminder=Min("remind_at"), end=Min("deadline_at"))
    offers = matches.filter(status=MatchStatus.OFFERED).aggregate(at=Min("offer_expires_at"))["at"]
    dues = [running["end"] + PATIENCE + _TICK] if running["end"] is not None else []
    return min([*dues, *filter(None, (running["reminder"], offers))], default=None)


def _sweep(world: World, now: datetime) -> int:
    """Let end what is due at this instant, and remind; return how many ended."""
    matches = Match.objects.filter(world=world)
    reminders = matches.filter(remind_at__lte=now).values_list("public_id", flat=True)
    each_alone(remind, list(reminders), now=now)
    turns = matches.filter(status=MatchStatus.ACTIVE, deadline_at__lt=now - PATIENCE)
    offers = matches.filter(status=MatchStatus.OFFERED, offer_expires_at__lte=now)
    ended = each_alone(expire_turn, list(turns.values_list("public_id", flat=True)), now=now)
    return ended + each_alone(
        expire_offer, list(offers.values_list("public_id", flat=True)), now=now
    )
