"""Deliver what is due on a channel, batch after batch."""

import logging
import time
from collections.abc import Callable
from datetime import datetime
from typing import Final

from billiard.exceptions import SoftTimeLimitExceeded

from players.notifications.channels.transports import transport_for
from players.notifications.delivering.claiming import Claim, claim, due_channels, undecided
from players.notifications.delivering.deciding import Outgoing, decide_batch
from players.notifications.delivering.marking import mark
from players.notifications.delivering.moving import held_back_from_moved
from players.notifications.delivering.resting import lane_of, on_trial
from players.notifications.delivering.sending import Transports, send_all
from players.notifications.jobs import NOTICES_SWEEP, ring_deliver
from players.notifications.models import Lane
from players.notifications.registry import Channel
from scopa_site.crash_points import reach
from scopa_site.outbox.claims import beat

__all__ = ["Clock", "deliver", "sweep"]

logger = logging.getLogger(__name__)

Clock = Callable[[], datetime]

# No batch is begun later; one takes up to ten seconds, and the task has twenty.
_BEGIN_WITHIN: Final = 8.0


def deliver(
    channel: str,
    *,
    clock: Clock,
    lane: str | None = None,
    transports: Transports = transport_for,
) -> int:
    """Deliver what is due on a channel in a lane; return how many deliveries were sent.

    Without `lane`: in that of providers which we know, where the channel has any.

    Rings again for what there was no time for. Safe where many hands do it at once.
    """
    sent, begin_by = 0, time.monotonic() + _BEGIN_WITHIN
    lane = Lane(lane_of(channel) if lane is None else lane)
    while time.monotonic() < begin_by:
        now = clock()
        taken = claim(channel, lane=lane, now=now)
        if not taken.keys:
            return sent
        outgoing = _decided(Channel(channel), lane, taken, now)
        sent += _sent(Channel(channel), taken, outgoing, transports, clock)
    ring_deliver(channel, strangers=lane == Lane.STRANGERS)
    return sent


def sweep(*, now: datetime) -> list[tuple[str, str]]:
    """Ring for each channel on which something is due, as a ring may have been lost."""
    channels = due_channels(now=now)
    for channel, lane in channels:
        ring_deliver(channel, strangers=lane == Lane.STRANGERS)
    beat(NOTICES_SWEEP, now=now)
    return channels


def _decided(channel: Channel, lane: Lane, taken: Claim, now: datetime) -> list[Outgoing]:
    """Decide about a batch; where that fails, about each by itself, so that one spoils no other."""
    try:
        return decide_batch(channel, lane, taken, now=now)
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        logger.exception("a batch of %s could not be decided", channel)
        if len(taken.keys) == 1:
            undecided(taken.keys, error, now=now)
            return []
    outgoing: list[Outgoing] = []
    for key in taken.keys:
        outgoing += _decided(channel, lane, Claim([key], taken.lease_until), now)
    return outgoing


def _sent(
    channel: Channel,
    taken: Claim,
    outgoing: list[Outgoing],
    transports: Transports,
    clock: Clock,
) -> int:
    if not outgoing:
        return 0
    reach("before_send")
    held = held_back_from_moved(outgoing)
    answers = held + send_all(outgoing, transports=transports, on_trial=on_trial(), now=clock())
    reach("after_handle")
    sent = mark(channel, answers, lease_until=taken.lease_until, now=clock())
    reach("after_mark")
    return sent
